// Maps Linux keys and buttons to keys of the device, and knob steps to their direction.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { KEY_CODES, REL_DIAL, REL_WHEEL, REL_X } from './input-codes.ts';
import { KEYS, type Key } from './keys.ts';
import { nearWords } from '../../wire/nearest-word.ts';

/** Device keys by Linux key code. */
export type KeyMap = ReadonlyMap<number, Key>;

const DEFAULT_KEYS: Readonly<Record<string, Key>> = {
  KEY_UP: 'up',
  KEY_DOWN: 'down',
  KEY_LEFT: 'left',
  KEY_RIGHT: 'right',
  KEY_ENTER: 'ok',
  KEY_KPENTER: 'ok',
  KEY_SPACE: 'ok',
  KEY_SELECT: 'ok',
  KEY_OK: 'ok',
  KEY_ESC: 'back',
  KEY_BACKSPACE: 'back',
  KEY_BACK: 'back',
  KEY_EXIT: 'back',
  KEY_CANCEL: 'back',
  BTN_DPAD_UP: 'up',
  BTN_DPAD_DOWN: 'down',
  BTN_DPAD_LEFT: 'left',
  BTN_DPAD_RIGHT: 'right',
  BTN_SOUTH: 'ok',
  BTN_EAST: 'back',
};

const NO_KEY = 'none';

/**
 * Returns the default map with changes.
 * @param changes Names as in linux/input-event-codes.h, each with a key of the device or `none`: `{ KEY_F1: 'ok',
 * KEY_SPACE: 'none' }`.
 * @returns The map, or `bad_value` for an unknown name.
 */
export function keyMapOf(changes: Readonly<Record<string, string>> = {}): Result<KeyMap> {
  const map = new Map<number, Key>();
  for (const [name, wanted] of Object.entries({ ...DEFAULT_KEYS, ...changes })) {
    const code = KEY_CODES.get(name);
    if (code === undefined) return noSuchKey(name);
    const key = KEYS.find((each) => each === wanted);
    if (key) map.set(code, key);
    else if (wanted === NO_KEY) map.delete(code);
    else return fail('bad_value', `${name} can't be "${wanted}": allowed are ${KEYS.join(', ')} and ${NO_KEY}.`);
  }
  return ok(map);
}

function noSuchKey(name: string): Result<never> {
  const near = nearWords(name, KEY_CODES.keys());
  const hint = near.length > 0 ? `similar are ${near.join(', ')}` : 'examples are KEY_UP, KEY_F1 and BTN_SOUTH';
  return fail('bad_value', `Unknown key "${name}": ${hint}.`);
}

/**
 * Key for a forward step of each axis. A clockwise knob step is positive, and so is a wheel step away from the user.
 */
const STEPS_FORWARD: ReadonlyMap<number, Key> = new Map<number, Key>([
  [REL_X, 'down'],
  [REL_DIAL, 'down'],
  [REL_WHEEL, 'up'],
]);

export const STEP_AXES: ReadonlySet<number> = new Set(STEPS_FORWARD.keys());

/** Returns the key for a step; null if the axis has none. `reversed` is for a knob wired in reverse. */
export function keyOfStep(axis: number, value: number, reversed: boolean): Key | null {
  const forward = STEPS_FORWARD.get(axis);
  if (!forward || value === 0) return null;
  const other: Key = forward === 'up' ? 'down' : 'up';
  return value > 0 === !reversed ? forward : other;
}
