// Tests of the virtual keyboard: the contract, the recorded taps, and a PC that is off.

import test from 'ava';
import { createVirtualKeyboard, type RecordedTap } from '../../../hal/keyboard/keyboard-virtual.ts';
import { SIMULATOR_KEYS } from '../../../wire/simulator-keys.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { keyboardConformance, type KeyboardFactory } from './keyboard-conformance.ts';
import { wrongly } from '../../support/wrongly.ts';

const recorded: KeyboardFactory = () => {
  const keyboard = createVirtualKeyboard();
  const arrived = () => Promise.resolve(keyboard.taps().map(({ usage, modifiers }) => ({ usage, modifiers })));
  return Promise.resolve({ keyboard, arrived, until: (done) => done });
};

keyboardConformance(test, recorded);

test('[keyboard] uses the USB usages: A is 4, and so on; Ctrl is the lowest bit', (t) => {
  const letter = (char: string): number => 4 + 'abcdefghijklmnopqrstuvwxyz'.indexOf(char);
  const keys = SIMULATOR_KEYS;
  t.deepEqual(
    [keys.reset_aim.usage, keys.mulligan.usage, keys.club_up.usage, keys.club_down.usage, keys.putting_toggle.usage],
    ['a', 'm', 'i', 'k', 'u'].map(letter),
  );
  // USB orders the arrows as right, left, down, up from 79.
  t.deepEqual([keys.aim_right.usage, keys.aim_left.usage, keys.aim_down.usage, keys.aim_up.usage], [79, 80, 81, 82]);
  t.deepEqual(Object.values(keys).map(({ modifiers }) => modifiers), [0, 0, 0, 0, 0, 1, 0, 0, 0]); // oxfmt-ignore
});

test('[keyboard] passes named taps to a listener until it unsubscribes and keeps the newest 500', async (t) => {
  const keyboard = createVirtualKeyboard();
  const shown: RecordedTap[] = [];
  const end = keyboard.onTap((tap) => shown.push(tap));
  valueOf(t, await keyboard.tap(SIMULATOR_KEYS.mulligan));
  valueOf(t, await keyboard.tap({ usage: 0x10, modifiers: 0 }));
  end();
  for (let n = 0; n < 500; n++) valueOf(t, await keyboard.tap(SIMULATOR_KEYS.aim_left));
  t.deepEqual(shown, [
    { usage: 0x10, modifiers: 1, name: 'mulligan' },
    { usage: 0x10, modifiers: 0, name: null },
  ]);
  t.is(keyboard.taps().length, 500);
  t.true(keyboard.taps().every(({ name }) => name === 'aim_left'));
});

test('[keyboard] off: fails each tap as without a computer and records none', async (t) => {
  const keyboard = createVirtualKeyboard();
  valueOf(t, keyboard.setFault('off'));
  failsWith(t, await keyboard.tap(SIMULATOR_KEYS.club_up), 'keyboard_no_computer', /No computer/);
  t.deepEqual([keyboard.taps(), keyboard.fault()], [[], 'off']);
  for (const fault of ['slow', wrongly('bogus')] as const)
    failsWith(t, keyboard.setFault(fault), 'fault_unsupported', /ok, off/);
  t.is(keyboard.fault(), 'off');
  valueOf(t, keyboard.setFault('ok'));
  valueOf(t, await keyboard.tap(SIMULATOR_KEYS.club_up));
  t.is(keyboard.taps().length, 1);
});
