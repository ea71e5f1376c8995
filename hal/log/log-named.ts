// The log of one of several devices that write to the same place: who speaks is the device and its area, `Guest 1/sensor`.

import type { Log } from './log.ts';

/** `name` is asked at each line, since a device learns its name after its first lines, and may get another. */
export const createNamedLog = (log: Log, name: () => string): Log => ({
  write: (level, area, text, fields) => log.write(level, `${name()}/${area}`, text, fields),
});
