// Log of one of several devices that share an output: prefixes the area with the device name, `Guest 1/sensor`.

import type { Log } from './log.ts';

/**
 * Prefixes lines with `name`, read at each line: a device learns its name after its first lines, and the name may
 * change.
 */
export const createNamedLog = (log: Log, name: () => string): Log => ({
  write: (level, area, text, fields) => log.write(level, `${name()}/${area}`, text, fields),
});
