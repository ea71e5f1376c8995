// Choice of the sensor on the page: the ports that this machine has now, by name. A file in the data folder holds it,
// and the next start uses it instead of the board file's sensor.

import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PanelSensors } from '../../sims/panel/panel-device.ts';
import { fail, messageOf, ok } from '../../wire/errors.ts';
import { textOf } from '../process/text-file.ts';
import { writeWhole } from '../process/whole-file.ts';

const FILE = 'sensor';
const VIRTUAL = 'virtual';
const BY_ID = '/dev/serial/by-id';
/** Serial port on the pins of a Raspberry Pi's header. */
const HEADER = '/dev/serial0';

/** Returns the sensor of the next start: the chosen one, else the one given. */
export function sensorOf(data: string, given: string): string {
  const text = existsSync(join(data, FILE)) ? textOf(join(data, FILE)) : null;
  const chosen = text?.ok ? text.value.trim() : '';
  return /^(\/dev\/[^\s]{1,250}|virtual)$/.test(chosen) ? chosen : given;
}

interface SensorChoice {
  readonly data: string;
  /** Sensor of this run. */
  readonly current: string;
  /** Sensor of the board file or the command line. */
  readonly given: string;
  restart(): void;
}

export const createSensorChoice = ({ data, current, given, restart }: SensorChoice): PanelSensors => ({
  current,
  found: () => foundSensors(given, current),
  unplugged: () => foundSensors(given, current).filter((sensor) => sensor !== VIRTUAL && !existsSync(sensor)),
  async choose(sensor) {
    if (!foundSensors(given, current).includes(sensor)) return fail('bad_value', 'No such sensor: reload the page.');
    if (sensor === current) return ok(undefined);
    try {
      if (sensor === given) await rm(join(data, FILE), { force: true });
      else writeWhole(join(data, FILE), `${sensor}\n`);
    } catch (thrown) {
      return fail('data_unusable', `The choice can't be stored: ${messageOf(thrown)}.`);
    }
    setImmediate(restart);
    return ok(undefined);
  },
});

/** Returns the sensors that can be chosen: those plugged in, the one in use, and a virtual one. */
function foundSensors(...known: readonly string[]): readonly string[] {
  const plugged = existsSync(BY_ID) ? readdirSync(BY_ID).toSorted().map((name) => `${BY_ID}/${name}`) : []; // oxfmt-ignore
  const header = existsSync(HEADER) ? [HEADER] : [];
  return [...new Set([VIRTUAL, ...plugged, ...header, ...known])];
}
