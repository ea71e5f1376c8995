// Tests of the mapping from Linux keys to device keys, the direction of knobs, and keys held on several devices.

import test from 'ava';
import { KEY_CODES, REL_DIAL, REL_WHEEL, REL_X } from '../../../hal/keys/input-codes.ts';
import { createHeldKeys } from '../../../hal/keys/held-keys.ts';
import { keyMapOf, keyOfStep } from '../../../hal/keys/key-map.ts';
import { KEYS } from '../../../hal/keys/keys.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const code = (name: string): number => assertDefined(KEY_CODES.get(name), name);

test('[keys] maps keyboards, remote controls and game pads by default', (t) => {
  const map = valueOf(t, keyMapOf());
  t.is(map.get(103), 'up');
  t.is(map.get(108), 'down');
  t.is(map.get(105), 'left');
  t.is(map.get(106), 'right');
  for (const name of ['KEY_ENTER', 'KEY_SPACE', 'KEY_KPENTER', 'KEY_SELECT', 'BTN_SOUTH'])
    t.is(map.get(code(name)), 'ok', name);
  for (const name of ['KEY_ESC', 'KEY_BACKSPACE', 'KEY_BACK', 'BTN_EAST']) t.is(map.get(code(name)), 'back', name);
  t.is(map.get(code('KEY_A')), undefined);
  t.deepEqual(new Set(map.values()), new Set(KEYS));
});

test('[keys] adds, changes and removes keys by configuration', (t) => {
  const map = valueOf(t, keyMapOf({ KEY_F1: 'ok', KEY_ENTER: 'back', KEY_SPACE: 'none' }));
  t.is(map.get(59), 'ok');
  t.is(map.get(28), 'back');
  t.is(map.get(57), undefined);
  t.is(map.get(103), 'up');
});

test('[keys] refuses an unknown key name with a one-line error that suggests similar names', (t) => {
  failsWith(t, keyMapOf({ KEY_ENTR: 'ok' }), 'bad_value', /^Unknown key "KEY_ENTR": similar are KEY_ENTER\b/);
  failsWith(t, keyMapOf({ key_up: 'up' }), 'bad_value', /similar are KEY_UP\b/);
  failsWith(t, keyMapOf({ 'a button': 'up' }), 'bad_value', /examples are KEY_UP/);
  failsWith(t, keyMapOf({ KEY_UP: 'Up' }), 'bad_value', /^KEY_UP can't be "Up": allowed are up, down, .* and none/);
  failsWith(t, keyMapOf({ constructor: 'up' }), 'bad_value', /Unknown key/);
});

test('[keys] maps knob right to down, wheel forward to up, and the opposite if reversed', (t) => {
  for (const axis of [REL_X, REL_DIAL]) {
    t.is(keyOfStep(axis, 1, false), 'down');
    t.is(keyOfStep(axis, -3, false), 'up');
    t.is(keyOfStep(axis, 1, true), 'up');
  }
  t.is(keyOfStep(REL_WHEEL, 1, false), 'up');
  t.is(keyOfStep(REL_WHEEL, -1, false), 'down');
  t.is(keyOfStep(REL_WHEEL, -1, true), 'up');
  t.is(keyOfStep(REL_X, 0, false), null);
  t.is(keyOfStep(1, 1, false), null);
});

test('[keys] releases a key only when the last of several held keys is released', (t) => {
  const events: string[] = [];
  const newDevice = createHeldKeys(valueOf(t, keyMapOf()), (key, action) => events.push(`${key} ${action}`));
  const [one, other] = [newDevice(), newDevice()];
  const [enter, space, up] = [code('KEY_ENTER'), code('KEY_SPACE'), code('KEY_UP')];
  one.release(enter);
  one.press(enter);
  one.press(enter);
  one.press(space);
  other.press(enter);
  one.release(enter);
  one.release(space);
  t.deepEqual(events, ['ok press']);
  other.release(enter);
  t.deepEqual(events, ['ok press', 'ok release']);

  one.press(up);
  one.press(code('KEY_A'));
  one.hold(new Set([enter, code('KEY_A')]));
  t.deepEqual(events.slice(2), ['up press', 'up release', 'ok press']);
});
