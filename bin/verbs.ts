// The verbs of the command line, under the headings of its help. A verb loads its modules only when it is called.

import { addCard } from './card.ts';
import { addCloud } from './cloud.ts';
import { addCoverage } from './coverage.ts';
import { addCompletion } from './completion.ts';
import { addDevice } from './device.ts';
import { addDoctor } from './doctor.ts';
import { addFirmware } from './firmware.ts';
import { addGadget } from './gadget.ts';
import { addInstall, addUninstall } from './install.ts';
import { addExtension } from './extension.ts';
import { addHil } from './hil.ts';
import { addLogin, addLogout, addWhoami } from './login.ts';
import { addMcp } from './mcp.ts';
import { addOperate } from './operate.ts';
import { addPutts } from './putts.ts';
import { addReset } from './reset.ts';
import { addReplay } from './replay.ts';
import { addRoll } from './roll.ts';
import { addShrink } from './shrink.ts';
import { addRun } from './run.ts';
import { addSensor } from './sensor.ts';
import { addSimulate } from './simulate.ts';
import { addSimulator } from './simulator.ts';
import { addTest } from './test.ts';
import { addTrace } from './trace.ts';
import type { VerbGroups } from './command-line.ts';

export const VERBS: VerbGroups = {
  'Play:': [addRun, addRoll],
  'Test:': [addTest, addReplay, addTrace, addShrink, addCoverage, addMcp, addSimulator, addSimulate, addSensor, addHil],
  'Extensions:': [addExtension, addLogin, addLogout, addWhoami],
  'Device:': [
    addDevice,
    addDoctor,
    addInstall,
    addUninstall,
    addGadget,
    addOperate,
    addFirmware,
    addCard,
    addPutts,
    addReset,
  ],
  'Cloud:': [addCloud],
  'Other:': [addCompletion],
};
