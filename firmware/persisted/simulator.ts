// What a device remembers of golf simulators: where they are, how fast keys are tapped, and up to where shots are numbered.

import { integerOr, textOr, type NumberField } from './fields.ts';

/** Characters of the address of a golf simulator, as a person types it on the device. */
export const ADDRESS_CHARS_MAX = 32;

export interface Preset {
  readonly name: string;
  readonly port: number;
}

/** Programs that take Open Connect v1, each at its own port (docs/simulators.md). */
export const PRESETS: readonly Preset[] = [
  { name: 'GSPro', port: 921 },
  { name: 'GSPro, other port', port: 922 },
  { name: 'Infinite Tees', port: 999 },
  { name: 'OpenGolfSim', port: 3111 },
  { name: 'OpenShotGolf', port: 49_152 },
];
export interface SimulatorSettings {
  /** Place in the list of programs that take our own connection. */
  readonly preset: number;
  /** Address of the simulator, with a port where it is not the program's usual one. */
  readonly direct: string;
  /** Address of a connector's putting port. */
  readonly connector: string;
  readonly tap_gap_ms: number;
  /** No shot of this number or above was ever sent. */
  readonly next_shot: number;
}

/** Time between the end of one tap and the next. */
export const TAP_GAP: NumberField = { min: 0, max: 500, step: 20, default: 60 };
const SHOT_NUMBER: NumberField = { min: 1, max: 2 ** 31 - 1, step: 1, default: 1 };
const PRESET: NumberField = { min: 0, max: PRESETS.length - 1, step: 1, default: 0 };
const LOOPBACK = '127.0.0.1';

/** Settings out of stored data; a field that is missing or outside its range takes its default. */
export const simulatorFrom = (data: Readonly<Record<string, unknown>>): SimulatorSettings => ({
  preset: integerOr(data['preset'], PRESET),
  direct: textOr(data['direct'], ADDRESS_CHARS_MAX, LOOPBACK),
  connector: textOr(data['connector'], ADDRESS_CHARS_MAX, LOOPBACK),
  tap_gap_ms: integerOr(data['tap_gap_ms'], TAP_GAP),
  next_shot: integerOr(data['next_shot'], SHOT_NUMBER),
});

/** More than anybody plays on one connection. */
const SHOTS_RESERVED = 10_000;

/** With the numbers of one connection set aside: simulators drop a shot whose number does not go up, also after a restart. */
export const withReserved = (settings: SimulatorSettings): SimulatorSettings => ({
  ...settings,
  next_shot: Math.min(SHOT_NUMBER.max, settings.next_shot + SHOTS_RESERVED),
});

export const withNextPreset = (settings: SimulatorSettings, direction: 1 | -1): SimulatorSettings => {
  const count = PRESET.max + 1;
  return { ...settings, preset: (settings.preset + direction + count) % count };
};
