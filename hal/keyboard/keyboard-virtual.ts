// Keyboard without a PC: records its taps and reports them to listeners.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { keysOf } from '../../wire/keys-of.ts';
import { SIMULATOR_KEYS, type KeyTap, type SimulatorKey } from '../../wire/simulator-keys.ts';
import type { Fault } from '../faults.ts';
import { assertKey, type Keyboard } from './keyboard.ts';

export interface RecordedTap extends KeyTap {
  /** Action of the key in a golf simulator; null if it has none. */
  readonly name: SimulatorKey | null;
}

export interface VirtualKeyboard extends Keyboard {
  /** Returns the newest TAPS_KEPT_MAX taps. */
  taps(): readonly RecordedTap[];
  onTap(listener: (tap: RecordedTap) => void): () => void;
  /** Sets a fault; with `off`, no PC accepts the keys. Rejects an unsupported fault. */
  setFault(fault: Fault): Result<void>;
  fault(): Fault;
}

export const TAPS_KEPT_MAX = 500;
const FAULTS: readonly Fault[] = ['ok', 'off'];

export function createVirtualKeyboard(): VirtualKeyboard {
  const taps: RecordedTap[] = [];
  const listeners = new Set<(tap: RecordedTap) => void>();
  let fault: Fault = 'ok';
  return {
    tap(key) {
      assertKey(key);
      if (fault === 'off')
        return Promise.resolve(fail('keyboard_no_computer', 'No computer reads keys from the virtual keyboard.'));
      const tap = { usage: key.usage, modifiers: key.modifiers, name: nameOf(key) };
      taps.push(tap);
      if (taps.length > TAPS_KEPT_MAX) taps.shift();
      for (const listener of listeners) listener(tap);
      return Promise.resolve(ok(undefined));
    },
    taps: () => taps,
    onTap(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setFault(next) {
      if (!FAULTS.includes(next))
        return fail(
          'fault_unsupported',
          `A keyboard has no fault ${JSON.stringify(next)}; it has ${FAULTS.join(', ')}.`,
        );
      fault = next;
      return ok(undefined);
    },
    fault: () => fault,
  };
}

function nameOf({ usage, modifiers }: KeyTap): SimulatorKey | null {
  const isKey = (name: SimulatorKey): boolean =>
    SIMULATOR_KEYS[name].usage === usage && SIMULATOR_KEYS[name].modifiers === modifiers;
  return keysOf(SIMULATOR_KEYS).find(isKey) ?? null;
}
