// Command line of a packed release: the verbs for a machine that is a device. `tapin firmware pack` bundles it.

import { runCommandLine } from './command-line.ts';
import { addDevice } from './device.ts';
import { addDoctor } from './doctor.ts';
import { addGadget } from './gadget.ts';
import { addInstall, addUninstall } from './install.ts';
import { addOperate } from './operate.ts';
import { addReset } from './reset.ts';

await runCommandLine(
  { 'Device:': [addDevice, addDoctor, addInstall, addUninstall, addGadget, addOperate, addReset] },
  process.argv.slice(2),
);
