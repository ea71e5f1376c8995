// Persisted settings of golf simulators: addresses, the gap between key taps and the next shot number.

import { integerOr, textOr, type NumberField } from './fields.ts';

/** Maximum length of a simulator address typed on the device, characters. */
export const ADDRESS_CHARS_MAX = 32;

export interface Preset {
  readonly name: string;
  readonly port: number;
}

/** Programs that speak Open Connect v1, each on its own port (docs/simulators.md). */
export const PRESETS: readonly Preset[] = [
  { name: 'GSPro', port: 921 },
  { name: 'GSPro, other port', port: 922 },
  { name: 'Infinite Tees', port: 999 },
  { name: 'OpenGolfSim', port: 3111 },
  { name: 'OpenShotGolf', port: 49_152 },
];
export interface SimulatorSettings {
  /** Index in `PRESETS`. */
  readonly preset: number;
  /** Address of the simulator; includes a port if it differs from the program's default. */
  readonly direct: string;
  /** Address of a connector's putting port. */
  readonly connector: string;
  readonly tap_gap_ms: number;
  /** Never sent, nor any higher number. */
  readonly next_shot: number;
}

/** Delay between two taps, ms. */
export const TAP_GAP: NumberField = { min: 0, max: 500, step: 20, default: 60 };
const SHOT_NUMBER: NumberField = { min: 1, max: 2 ** 31 - 1, step: 1, default: 1 };
const PRESET: NumberField = { min: 0, max: PRESETS.length - 1, step: 1, default: 0 };
const LOOPBACK = '127.0.0.1';

/** Reads the settings from stored data; a missing or out-of-range field gets its default. */
export const simulatorFrom = (data: Readonly<Record<string, unknown>>): SimulatorSettings => ({
  preset: integerOr(data['preset'], PRESET),
  direct: textOr(data['direct'], ADDRESS_CHARS_MAX, LOOPBACK),
  connector: textOr(data['connector'], ADDRESS_CHARS_MAX, LOOPBACK),
  tap_gap_ms: integerOr(data['tap_gap_ms'], TAP_GAP),
  next_shot: integerOr(data['next_shot'], SHOT_NUMBER),
});

/** More shots than a player makes on one connection. */
const SHOTS_RESERVED = 10_000;

/**
 * Reserves the shot numbers of one connection: simulators drop a shot whose number does not increase, even after a
 * restart.
 */
export const withReserved = (settings: SimulatorSettings): SimulatorSettings => ({
  ...settings,
  next_shot: Math.min(SHOT_NUMBER.max, settings.next_shot + SHOTS_RESERVED),
});

export const withNextPreset = (settings: SimulatorSettings, direction: 1 | -1): SimulatorSettings => {
  const count = PRESET.max + 1;
  return { ...settings, preset: (settings.preset + direction + count) % count };
};
