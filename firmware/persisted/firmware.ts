// Persisted state of firmware updates (store §3.6): the mode and the number of tries per version (R140–R143).

import { VERSION } from '../../wire/firmware/image.ts';
import { isIntegerIn, recordsOf } from './fields.ts';

export const FIRMWARE_MODES = ['always', 'ask', 'disabled'] as const;
export type FirmwareMode = (typeof FIRMWARE_MODES)[number];

export interface Tries {
  readonly version: string;
  /** 1 to 3. */
  readonly count: number;
}

export interface FirmwarePersisted {
  readonly mode: FirmwareMode;
  /** Most recently tried versions, newest last. */
  readonly tries: readonly Tries[];
}

export const FIRMWARE_DEFAULT: FirmwarePersisted = { mode: 'always', tries: [] };

/** R140: tries per version before the device gives up on it. */
export const FIRMWARE_TRIES_MAX = 3;
const VERSIONS_MAX = 8;
const COUNT = { min: 1, max: FIRMWARE_TRIES_MAX };

export function firmwareFrom({ mode, tries }: Readonly<Record<string, unknown>>): FirmwarePersisted {
  const known = recordsOf(tries).filter(
    (each): each is Record<string, unknown> & Tries =>
      typeof each['version'] === 'string' && VERSION.test(each['version']) && isIntegerIn(each['count'], COUNT),
  );
  return {
    mode: FIRMWARE_MODES.find((each) => each === mode) ?? FIRMWARE_DEFAULT.mode,
    tries: known.slice(-VERSIONS_MAX).map(({ version, count }) => ({ version, count })),
  };
}

export const triesOf = ({ tries }: FirmwarePersisted, version: string): number =>
  tries.find((each) => each.version === version)?.count ?? 0;

export const isBlocked = (persisted: FirmwarePersisted, version: string): boolean =>
  triesOf(persisted, version) >= FIRMWARE_TRIES_MAX;

/** Counts one more try of a version, before it starts. */
export function withTry(persisted: FirmwarePersisted, version: string): FirmwarePersisted {
  const count = Math.min(triesOf(persisted, version) + 1, FIRMWARE_TRIES_MAX);
  const others = persisted.tries.filter((each) => each.version !== version);
  return { ...persisted, tries: [...others, { version, count }].slice(-VERSIONS_MAX) };
}

/** Sets the mode and clears the tries, even if the mode is unchanged (R142). */
export const withMode = (mode: FirmwareMode): FirmwarePersisted => ({ mode, tries: [] });
