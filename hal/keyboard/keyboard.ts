// The keyboard port: key taps to the PC on which a golf simulator runs.
//
// Contract
// - A tap is one key pressed, with its modifiers, and released again. Taps happen one after the other, in the order of their
//   calls; nobody has to wait for one before the next.
// - `tap` never rejects. It answers when the PC has taken the tap, or says in one sentence why it has not:
//   `keyboard_not_found` (this device has no such keyboard), `keyboard_no_computer` (nobody takes the keys: no cable, or the PC
//   is off or asleep), `keyboard_failed`. Taps that wait behind one that fails fail with it: they would come too late.
// - No key stays down: what a failure has left pressed is released before the next tap.
// - A usage outside 0x04 to 0xDD, or modifiers outside 0 to 0xFF, are a programmer's error.

import { assert, type Result } from '../../wire/errors.ts';
import type { KeyTap } from '../../wire/simulator-keys.ts';

export interface Keyboard {
  /**
   * Taps happen in the order of the calls; nobody has to wait for one before the next.
   * @returns Done when the PC has taken it. Errors: `keyboard_not_found`, `keyboard_no_computer`, `keyboard_failed`.
   * @throws For a usage or modifiers out of range, which is a programmer's error.
   */
  tap(key: KeyTap): Promise<Result<void>>;
}

/** @throws For a usage outside 0x04 to 0xDD, or modifiers outside 0 to 0xFF. */
export function assertKey({ usage, modifiers }: KeyTap): void {
  assert(Number.isInteger(usage) && usage >= 0x04 && usage <= 0xdd, `HID usage ${usage}`);
  assert(Number.isInteger(modifiers) && modifiers >= 0 && modifiers <= 0xff, `HID modifiers ${modifiers}`);
}
