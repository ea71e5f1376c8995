// Labels of golf simulator keys on the page, and how the page keeps the taps that the server sends.

import test from 'ava';
import { countWords, keyWords } from '../../../../../sims/panel/page/device/key-words.ts';
import { EMPTY_PANEL, afterMessage } from '../../../../../sims/panel/page/connection/panel.ts';
import { parseMessage } from '../../../../../sims/panel/page/connection/protocol.ts';
import { SIMULATOR_KEYS } from '../../../../../wire/simulator-keys.ts';

test('[panel] labels each simulator key as on its keycap', (t) => {
  t.deepEqual(Object.fromEntries(Object.entries(SIMULATOR_KEYS).map(([name, key]) => [name, keyWords(key)])), {
    aim_left: 'Left',
    aim_right: 'Right',
    aim_up: 'Up',
    aim_down: 'Down',
    reset_aim: 'A',
    mulligan: 'Ctrl+M',
    club_up: 'I',
    club_down: 'K',
    putting_toggle: 'U',
  });
});

test('[panel] also labels any other key, with its left and right modifiers', (t) => {
  t.is(keyWords({ usage: 0x1d, modifiers: 0 }), 'Z');
  t.is(keyWords({ usage: 0x1e, modifiers: 0 }), 'Key 0x1E');
  t.is(keyWords({ usage: 0xdd, modifiers: 0x02 }), 'Shift+Key 0xDD');
  t.is(keyWords({ usage: 0x04, modifiers: 0x10 }), 'Ctrl+A');
  t.is(keyWords({ usage: 0x04, modifiers: 0x11 }), 'Ctrl+A');
  t.is(keyWords({ usage: 0x50, modifiers: 0xff }), 'Ctrl+Shift+Alt+GUI+Left');
});

test('[panel] shows a count if it is, or may be, more than one', (t) => {
  const words = (count: number, at_least: boolean): string => countWords({ count, at_least });
  t.deepEqual([words(1, false), words(2, false), words(500, true), words(1, true)], ['', '×2', '×500+', '×1+']);
});

test('[panel] a page has no taps until it receives some, then keeps the newest', (t) => {
  t.is(EMPTY_PANEL.taps, null);
  const run = { usage: 0x50, modifiers: 0, name: 'aim_left', count: 5, at_least: false };
  const message = parseMessage(JSON.stringify({ type: 'taps', taps: [run] }));
  t.deepEqual(message && afterMessage(EMPTY_PANEL, message).taps, [run]);
  t.deepEqual(message && afterMessage(afterMessage(EMPTY_PANEL, message), { type: 'taps', taps: [] }).taps, []);
});
