// Conformance suite for every keyboard: the contract in hal/keyboard/keyboard.ts.

import type { ExecutionContext } from 'ava';
import type { Keyboard } from '../../../hal/keyboard/keyboard.ts';
import { SIMULATOR_KEYS, type KeyTap } from '../../../wire/simulator-keys.ts';
import { valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

interface KeyboardUnderTest {
  readonly keyboard: Keyboard;
  /** Returns the taps that arrived; absent if only a PC could tell. */
  readonly arrived?: () => Promise<readonly KeyTap[]>;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
}

export type KeyboardFactory = (t: ExecutionContext) => Promise<KeyboardUnderTest>;

export function keyboardConformance(test: Declare, factory: KeyboardFactory): void {
  test('[keyboard] sends every key of the table as its usage and modifiers', async (t) => {
    const { keyboard, arrived, until } = await factory(t);
    const keys: readonly KeyTap[] = Object.values(SIMULATOR_KEYS);
    for (const key of keys) valueOf(t, await until(keyboard.tap(key)));
    if (arrived) t.deepEqual(await arrived(), [...keys]);
  });

  test('[keyboard] keeps taps in call order, even if the caller does not wait', async (t) => {
    const { keyboard, arrived, until } = await factory(t);
    const { aim_left, aim_right, mulligan } = SIMULATOR_KEYS;
    const keys = [aim_left, aim_left, mulligan, aim_right, aim_left, aim_right, aim_right];
    const order: number[] = [];
    const results = keys.map(async (key, n) => {
      const result = await keyboard.tap(key);
      order.push(n);
      return result;
    });
    for (const result of await until(Promise.all(results))) valueOf(t, result);
    t.deepEqual(order, [0, 1, 2, 3, 4, 5, 6]);
    if (arrived) t.deepEqual(await arrived(), keys);
  });

  test('[keyboard] throws on a key that no keyboard has', async (t) => {
    const { keyboard } = await factory(t);
    for (const usage of [0, 3, 0xde, 1.5, Number.NaN])
      t.throws(() => keyboard.tap({ usage, modifiers: 0 }), { message: /HID usage/ });
    for (const modifiers of [-1, 256, 0.5])
      t.throws(() => keyboard.tap({ usage: 4, modifiers }), { message: /HID modifiers/ });
  });
}
