// Keyboard port: key taps to the PC that runs a golf simulator. Contract: a tap presses one key with its modifiers and
// releases it. Taps run one after another in call order; the caller need not await one before the next. `tap` never
// rejects. It resolves when the PC has accepted the tap, or with an error and a one-sentence reason:
// `keyboard_not_found` (the device has no such keyboard), `keyboard_no_computer` (no cable, or the PC is off or
// asleep), `keyboard_failed`. Taps queued behind a failed one fail with it: they would come too late. No key stays
// down: a key left pressed by a failure is released before the next tap. A usage outside 0x04 to 0xDD, or modifiers
// outside 0 to 0xFF, are a programming error.

import { assert, type Result } from '../../wire/errors.ts';
import type { KeyTap } from '../../wire/simulator-keys.ts';

export interface Keyboard {
  /**
   * Taps a key. Taps run in call order; the caller need not await one before the next.
   * @returns Resolves when the PC has taken it. Errors: `keyboard_not_found`, `keyboard_no_computer`,
   * `keyboard_failed`.
   * @throws For a usage or modifiers out of range, which is a programming error.
   */
  tap(key: KeyTap): Promise<Result<void>>;
}

/** @throws For a usage outside 0x04 to 0xDD, or modifiers outside 0 to 0xFF. */
export function assertKey({ usage, modifiers }: KeyTap): void {
  assert(Number.isInteger(usage) && usage >= 0x04 && usage <= 0xdd, `HID usage ${usage}`);
  assert(Number.isInteger(modifiers) && modifiers >= 0 && modifiers <= 0xff, `HID modifiers ${modifiers}`);
}
