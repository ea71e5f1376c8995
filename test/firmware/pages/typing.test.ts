// Names and codes typed on a keyboard with letters, or pasted, beside the six keys.

import test from 'ava';
import fc from 'fast-check';
import {
  CODE_KEYS,
  EMPTY_HOST_CODE,
  SHARE_CODE,
  withTextTyped as withCode,
} from '../../../firmware/pages/code-entry.ts';
import { charsMaxOf, nameEntry, typedName, withCursorMoved, withTextTyped } from '../../../firmware/pages/naming.ts';
import { deviceFixture } from '../../support/device-fixture.ts';

const code = (...texts: readonly string[]): string => texts.reduce(withCode, EMPTY_HOST_CODE).typed;

test('[C2] a code is typed in any case, with O for 0, I and L for 1, and what is no symbol is passed over', (t) => {
  t.is(code('7', 'k', '3', 'q', 'z', 'a'), '7K3QZA');
  t.is(code('o', 'I', 'l', '-', ' ', 'u', '!', 'é', 'x'), '011X');
  t.is(withCode(SHARE_CODE, 'q').at, CODE_KEYS.indexOf('Q'), 'the keyboard on the screen shows the last one');
});

test('[C2] a code is pasted as it was sent, also over what was typed', (t) => {
  t.is(code(' 7k3-qza '), '7K3QZA');
  t.is(code('99', '7K3QZA'), '7K3QZA');
  t.is(code('7K3QZA', 'ABCDEF'), 'ABCDEF');
  t.is(withCode(SHARE_CODE, '7k3qz').typed, '7K3QZ');
});

test('[C2] a letter is taken away, and one that comes to a complete code begins another', (t) => {
  t.is(code('7', 'K', '\b'), '7');
  t.is(code('\b'), '');
  t.is(code('7K3QZA', '\b'), '7K3QZ');
  t.is(code('7K3QZA', 'b'), 'B');
});

const typed = (of: Parameters<typeof nameEntry>[0], from: string, ...texts: readonly string[]) =>
  texts.reduce(withTextTyped, nameEntry(of, from, 1));

test('[naming] what is typed comes behind the letter at the cursor, which moves along', (t) => {
  t.is(typedName(typed('player', '', 'A', 'n', 'a')), 'Ana');
  t.is(typedName(typed('player', 'Ana', ' B')), 'Ana B');
  t.is(typed('player', 'Ana', 'x').cursor, 3);
  t.is(typedName(withTextTyped(withCursorMoved(nameEntry('player', 'Ana', 1), -1), 'XY')), 'AnXYa');
  t.is(typedName(withTextTyped(withCursorMoved(nameEntry('player', 'Ana', 1), 1), 'X')), 'AnaX');
});

test('[naming] a letter is taken away at the cursor, down to an empty line', (t) => {
  t.is(typedName(typed('player', 'Ana', '\b')), 'An');
  t.is(typedName(typed('player', 'Ana', '\b\b\b\b', 'B')), 'B');
  t.is(typedName(withTextTyped(withCursorMoved(nameEntry('player', 'Ana', 1), 1), '\b')), 'An');
});

test('[naming] what can not stand in a line of its kind is passed over', (t) => {
  t.is(typedName(typed('player', '', 'José-Łukasz\n\u202e漢\u0000')), 'José-Łukasz');
  t.is(typedName(typed('direct', '', 'Golf-PC:9210 ')), 'golf-pc:9210');
  t.is(typedName(typed('measured', '', '12a.5,')), '12.5');
  t.is(typedName(typed('server_port', '', ' 80.x80')), '8080');
});

test('[naming] no text makes a line too long, or the cursor leave it', (t) => {
  const kinds = fc.constantFrom('player', 'device', 'direct', 'measured', 'server', 'server_port');
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '\b', 'é', '😀'), maxLength: 40 }));
  fc.assert(
    fc.property(kinds, texts, (of, given) => {
      const { letters, cursor } = typed(of, 'Ana', ...given);
      return letters.length <= charsMaxOf(of) && cursor >= 0 && cursor <= Math.min(letters.length, charsMaxOf(of) - 1);
    }),
  );
  t.pass();
});

test('[naming] a typed text is for the page on which something is typed, and of no effect on another', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  const before = fixture.lines();
  fixture.keys.text('Ana\b');
  await fixture.clock.advance(10);
  t.deepEqual(fixture.lines(), before);
  await fixture.press('up', 'up', 'ok', 'down', 'down', 'down', 'down');
  t.true(fixture.lines().includes(`> Name of the device: ${fixture.device.name()}`), fixture.lines().join('\n'));
  await fixture.press('ok');
  fixture.keys.text('Desk');
  await fixture.press('ok');
  t.true(fixture.lines().includes('> Name of the device: Desk'), fixture.lines().join('\n'));
  t.deepEqual(fixture.complaints(), []);
});
