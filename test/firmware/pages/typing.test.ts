// Names and codes typed on a keyboard with letters, or pasted, in addition to the six keys.

import test from 'ava';
import fc from 'fast-check';
import {
  CODE_KEYS,
  EMPTY_HOST_CODE,
  isComplete,
  isTextRefused as isCodeRefused,
  SHARE_CODE,
  withTextTyped as withCode,
} from '../../../firmware/pages/together/code-entry.ts';
import {
  charsMaxOf,
  fits,
  letterBeside,
  isTextRefused,
  nameEntry,
  typedName,
  withCursorMoved,
  withTextTyped,
} from '../../../firmware/pages/settings/naming.ts';
import { noDistance } from '../../../firmware/calibration/calibration.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { choose, pageOn, reboot, toMenu } from '../../support/device/play.ts';

const code = (...texts: readonly string[]): string => texts.reduce(withCode, EMPTY_HOST_CODE).typed;

test('[C2] accepts a code in any case, with O for 0, I and L for 1, spaces and hyphens', (t) => {
  t.is(code('7', 'k', '3', 'q', 'z', 'a'), '7K3QZA');
  t.is(code('o', 'I', 'l', '-', ' ', 'x'), '011X');
  t.is(withCode(SHARE_CODE, 'q').at, CODE_KEYS.indexOf('Q'), 'cursor is on the last key');
});

test('[C2] accepts a pasted code as it was sent, replacing typed symbols', (t) => {
  t.is(code(' 7k3-qza '), '7K3QZA');
  t.is(code('99', '7K3QZA'), '7K3QZA');
  t.is(code('7K3QZA', 'ABCDEF'), 'ABCDEF');
  t.is(withCode(SHARE_CODE, '7k3qz').typed, '7K3QZ');
});

test('[C2] backspace deletes a letter, and a letter after a complete code starts another', (t) => {
  t.is(code('7', 'K', '\b'), '7');
  t.is(code('\b'), '');
  t.is(code('7K3QZA', '\b'), '7K3QZ');
  t.is(code('7K3QZA', 'b'), 'B');
});

const typed = (of: Parameters<typeof nameEntry>[0], from: string, ...texts: readonly string[]) =>
  texts.reduce(withTextTyped, nameEntry(of, from, 1));

test('[naming] typed text is inserted after the cursor’s letter, and the cursor moves along', (t) => {
  t.is(typedName(typed('player', '', 'A', 'n', 'a')), 'Ana');
  t.is(typedName(typed('player', 'Ana', ' ', 'B')), 'Ana B');
  t.is(typed('player', 'Ana', 'x').cursor, 3);
  const between = withCursorMoved(nameEntry('player', 'Ana', 1), -1);
  t.is(typedName(['X', 'Y'].reduce(withTextTyped, between)), 'AnXYa');
  t.is(typedName(typed('player', 'Ana', 'e\u0301')), 'Anaé', 'a composed accent is one letter');
  t.is(typedName(withTextTyped(withCursorMoved(nameEntry('player', 'Ana', 1), 1), 'X')), 'AnaX');
});

test('[naming] backspace deletes the letter at the cursor, down to an empty line', (t) => {
  t.is(typedName(typed('player', 'Ana', '\b')), 'An');
  t.is(typedName(typed('player', 'Ana', '\b\b\b\b', 'B')), 'B');
  t.is(typedName(withTextTyped(withCursorMoved(nameEntry('player', 'Ana', 1), 1), '\b')), 'An');
});

test('[R154] accepts a comma as decimal point, and ignores spaces around a number or address', (t) => {
  t.is(typedName(typed('measured', '', '6,5')), '6.5');
  t.is(typedName(typed('measured', '', '6', ',', '5')), '6.5');
  t.is(typedName(typed('measured', '', ' 12.5\r\n')), '12.5');
  t.is(typedName(typed('direct', '', 'Golf-PC:9210 ')), 'golf-pc:9210');
  t.is(typedName(typed('player', '', 'Jose\u0301-Łukasz\n')), 'José-Łukasz');
});

const REFUSED: readonly (readonly [Parameters<typeof nameEntry>[0], string])[] = [
  ['measured', '-5'],
  ['measured', '1e2'],
  ['measured', '12a.5'],
  ['measured', '1 2'],
  ['measured', '６５'],
  ['measured', '12.5678'],
  ['server', '10.0.0.1:80'],
  ['server', '10,0,0,1'],
  ['server', '192.168.100.2000'],
  ['server', 'http://10.0.0.1'],
  ['server_port', '80.80'],
  ['server_port', '80,80'],
  ['server_port', '808080'],
  ['server_port', '+80'],
  ['direct', 'golf/pc'],
  ['direct', 'golf pc'],
  ['direct', '\u212aelvin-pc'],
  ['connector', '10.0.0.1\t2'],
  ['player', 'Ana\u0000Bo'],
  ['player', 'Ana\nBo'],
  ['player', '漢Bo'],
  ['player', 'Bartholomew Smith'],
  ['device', '<b>'],
  ['country', 'G1'],
  ['country', 'GBR'],
  ['country', 'ÄÖ'],
];

for (const [of, text] of REFUSED)
  test(`[R154] refuses ${JSON.stringify(text)} as a whole on the line ${of}, pasted or typed key by key`, (t) => {
    const before = nameEntry(of, '', 1);
    t.true(isTextRefused(before, text));
    t.deepEqual(withTextTyped(before, text), before);
    t.false(fits(typed(of, '', ...Array.from(text))), 'typed key by key, the wrong letter stays');
    t.true(
      fits(typed(of, '', ...Array.from(text), '\b'.repeat(30), letterBeside(of, undefined, 1))),
      'the line fits once it is deleted',
    );
  });

test('[R154] a line accepts its maximum length by keys or paste, and not one character more', (t) => {
  for (const kind of ['player', 'device', 'direct', 'connector', 'measured', 'server', 'server_port'] as const) {
    const most = '1'.repeat(charsMaxOf(kind));
    t.is(typedName(typed(kind, '', most)), most);
    t.is(typedName(typed(kind, '', ...Array.from(most))), most);
    t.is(typedName(typed(kind, '', `${most}1`)), '');
    t.false(fits(typed(kind, '', ...Array.from(most), '1')));
    t.is(typedName(typed(kind, '', ...Array.from(most), '1', '2', '\b')), most, 'at most one letter beyond the end');
  }
});

const REPLACED: readonly (readonly [Parameters<typeof nameEntry>[0], from: string, pasted: string, to: string])[] = [
  ['direct', '127.0.0.1', 'golf-pc:9210', 'golf-pc:9210'],
  ['connector', '127.0.0.1:999', '\t192.168.1.20\r\n', '192.168.1.20'],
  ['server', '192.168.1.20', ' 10.0.0.7\u00a0', '10.0.0.7'],
  ['server_port', '8080', '80', '80'],
  ['server_port', '65535', '8080 ', '8080'],
  ['measured', '11.2', '6,5', '6.5'],
  ['player', 'Ana', ' Bartholomäus\n', 'Bartholomäus'],
  ['device', 'tapin', 'Desk of Ana ', 'Desk of Ana'],
  ['country', 'GB', ' us', 'US'],
];

for (const [of, from, pasted, to] of REPLACED)
  test(`[C175] a pasted ${JSON.stringify(pasted)} replaces the line ${of}`, (t) => {
    for (const before of [nameEntry(of, from, 1), withCursorMoved(nameEntry(of, from, 1), -1)]) {
      t.false(isTextRefused(before, pasted));
      t.is(withTextTyped(before, pasted).letters.join(''), to);
    }
  });

test('[C175] a pasted text that is blank or refused changes nothing', (t) => {
  for (const kind of ['player', 'direct', 'server_port', 'measured'] as const) {
    const before = nameEntry(kind, '11', 1);
    for (const text of ['  ', ' \n', '6☃']) t.deepEqual(withTextTyped(before, text), before);
  }
});

test('[C175] a pasted code replaces the typed one, without its blanks', (t) => {
  t.is(code('99', '7K3QZ'), '7K3QZ');
  t.is(code('7K3QZA', '\tabc-def\r\n'), 'ABCDEF');
  t.is(code('99', '  '), '99');
  t.is(code('99', '7K3QZAB'), '99', 'a refused code changes nothing');
});

test('[R154] keeps the letters of a stored device name', (t) => {
  t.true(fits(typed('device', 'عبد', '\b', '2')));
  t.false(fits(typed('device', 'Ana', 'ع')));
});

test('[R154] refuses a whole code with an invalid character or too many', (t) => {
  for (const text of ['7K3UZA', '7K3QZAB', '7k!', 'é1', '7K3QZ\u0000']) {
    t.is(code(text), '', text);
    t.true(isCodeRefused(EMPTY_HOST_CODE, text), text);
  }
  const by_keys = Array.from('7U3QZA').reduce(withCode, EMPTY_HOST_CODE);
  t.false(isComplete(by_keys), 'a code with a wrong key is never sent');
  t.true(isComplete(Array.from('\b\b\b\b\bK3QZA').reduce(withCode, by_keys)));
});

test('[naming] no text exceeds the line by more than one letter or moves the cursor out', (t) => {
  const kinds = fc.constantFrom('player', 'device', 'direct', 'measured', 'server', 'server_port');
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '\b', 'é', '😀'), maxLength: 40 }));
  fc.assert(
    fc.property(kinds, texts, (of, given) => {
      const { letters, cursor } = typed(of, 'Ana', ...given);
      return letters.length <= charsMaxOf(of) + 1 && cursor >= 0 && cursor <= letters.length;
    }),
  );
  t.pass();
});

test('[R154] the page immediately shows that the entered text is refused, and keeps none of it', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Settings');
  await choose(fixture, 'Shot forwarding');
  await choose(fixture, 'Address');
  const assertShows = (text: string) => t.true(fixture.lines().join('\n').includes(text), fixture.lines().join('\n'));
  for (const texts of [['10.0.0.1:80'], Array.from('10.0.0.1:80')]) {
    texts.forEach((text) => fixture.keys.text(text));
    await fixture.clock.advance(10);
    assertShows('Only addresses 10.x.x.x');
    await fixture.press('ok');
    t.is(pageOn(fixture), 'naming');
  }
  fixture.keys.text('\b'.repeat(16));
  fixture.keys.text('10.0.0.7');
  await fixture.press('ok');
  assertShows('10.0.0.7');
});

test('[C175] a pasted address replaces the current one, and is not applied before OK', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  await choose(fixture, 'Simulator');
  await choose(fixture, 'Address');
  const address = (): string | undefined => fixture.lines().find((line) => line.startsWith('Address: '));
  t.is(address(), 'Address: 127.0.0.1');
  fixture.keys.text('golf-pc:9210');
  await fixture.clock.advance(10);
  t.is(address(), 'Address: golf-pc:9210');
  await fixture.press('ok');
  t.true(fixture.lines().includes('> Address: golf-pc:9210'), fixture.lines().join('\n'));
});

test('[R154] refuses a distance with too many decimals, and gives that reason', async (t) => {
  const naming = nameEntry('measured', '', null);
  t.true(isTextRefused(naming, '6.123456'));
  t.is(noDistance('imperial'), 'Enter 0.1 to 300 feet in up to 6 characters.');
});

test('[naming] typed text affects only a page with a text line', async (t) => {
  const fixture = await deviceFixture();
  t.teardown(() => fixture.stop());
  const before = fixture.lines();
  fixture.keys.text('Ana\b');
  await fixture.clock.advance(10);
  t.deepEqual(fixture.lines(), before);
  await fixture.press('up', 'up', 'ok', 'down', 'down', 'down', 'down');
  t.true(fixture.lines().includes(`> Device name: ${fixture.device.name()}`), fixture.lines().join('\n'));
  await fixture.press('ok');
  fixture.keys.text('Desk');
  await fixture.press('ok');
  t.true(fixture.lines().includes('> Device name: Desk'), fixture.lines().join('\n'));
  t.deepEqual(fixture.complaints(), []);
});

test('[device] a device name typed with the keys shows on the status page', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  await choose(fixture, 'Device name');
  await fixture.press('down', 'right', 'down', 'down', 'ok');
  t.true(fixture.lines().includes('> Device name: AB'), fixture.lines().join(' | '));
  t.is(fixture.device.name(), 'AB');
  await toMenu(fixture);
  await choose(fixture, 'Status');
  t.true(fixture.lines().includes('Name: AB'));
  t.is((await reboot(fixture)).device.name(), 'AB');
});
