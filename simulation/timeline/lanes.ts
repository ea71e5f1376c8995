// The lanes of a device in a trace, from top to bottom.

export interface Lane {
  readonly name: string;
  /** Lower numbers are on top. */
  readonly order: number;
}

const lane = (name: string, order: number): Lane => ({ name, order });

export const LANE = {
  power: lane('power', 0),
  keys: lane('keys and touch', 1),
  alarms: lane('alarms', 2),
  from_board: lane('frames from the board', 3),
  to_board: lane('frames to the board', 4),
  putter: lane('putter', 5),
  screen: lane('screen', 10),
  sounds: lane('sounds', 11),
  storage: lane('storage', 30),
  images: lane('firmware images', 31),
  http: lane('HTTP', 32),
  tcp: lane('TCP', 33),
  network: lane('network', 34),
  keyboard: lane("simulator's keyboard", 35),
  lua: lane('Lua', 36),
  log: lane('log', 40),
  other: lane('other', 41),
} as const;

/** Lane of faults at one place, such as the cable. */
export const faultLane = (where: string): Lane => lane(`fault of the ${where}`, 6);
/** Lane of an LED. `index` starts at 0; labels count from 1. */
export const ledLane = (index: number): Lane => lane(`LED ${index + 1}`, 12);
export const machineLane = (machine: string): Lane => lane(`machine ${machine}`, 20);
/** Lane in the relay's process. */
export const callerLane = (device: string): Lane => lane(`requests of ${device}`, 0);
