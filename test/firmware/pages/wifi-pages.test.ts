// Wi-Fi on a device without a keyboard: its pages by keys, with every message, and where a password may appear.

import test from 'ava';
import {
  canStand,
  EMPTY_PASSWORD,
  LAYERS,
  withKeyMoved,
  withKeyPressed,
  withTextTyped,
  type PasswordEntry,
} from '../../../firmware/pages/settings/wifi-password.ts';
import { NO_WIFI, type WifiView } from '../../../firmware/wifi/wifi.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { bytesOf } from '../../../wire/bytes.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { choose, pageOn, toMenu } from '../../support/device/play.ts';
import { valueOf } from '../../support/results.ts';
import { persistedWith, rowsAt, viewAt } from '../../support/device/views.ts';

const PASSWORD = 'fore and aft';
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

const typed = (...texts: readonly string[]): PasswordEntry => texts.reduce(withTextTyped, EMPTY_PASSWORD);

/** Opens the list of networks and waits until it settles. */
async function atWifi() {
  const clock = createVirtualClock();
  const wifi = createVirtualWifi({ clock });
  const flash = createMemoryFlash();
  await flash.write('settings', bytesOf(JSON.stringify({ set_up: true, own_network: false })));
  const fixture = await deviceFixture({ clock, wifi, flash });
  const settle = (): Promise<void> => clock.advance(100_000);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await settle();
  const join = async (password: string): Promise<void> => {
    fixture.keys.text(password);
    await fixture.press('ok');
    await settle();
  };
  return { ...fixture, fixture, wifi, settle, join };
}

test('[ui] a board without Wi-Fi has no row for it', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  t.false(fixture.lines().some((line) => line.includes('Wi-Fi')));
  t.false('wifi' in fixture.device.states());
});

test('[ui] six keys reach every printable character and every key of the keyboard', (t) => {
  const reached = new Map([[EMPTY_PASSWORD.at, EMPTY_PASSWORD]]);
  for (const entry of reached.values())
    for (const [columns, rows] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      // oxfmt-ignore
      const next = withKeyMoved(entry, columns, rows);
      if (!reached.has(next.at)) reached.set(next.at, next);
    }
  t.is(reached.size, 44);
  const typed = LAYERS.flatMap((_, layer) =>
    [...reached.keys()].map((at) => withKeyPressed({ typed: '', at, layer }).typed),
  );
  t.deepEqual([...new Set(typed)].filter(Boolean).toSorted(), printable.toSorted()); // oxfmt-ignore
});

test('[ui] moving back returns to the same key, even across wide ones', (t) => {
  const start = { ...EMPTY_PASSWORD, at: 30 };
  t.is(withKeyMoved(start, 0, 1).at, 40);
  t.is(withKeyMoved(withKeyMoved(start, -1, 0), 0, 1).at, 43, 'the join key is below the last column');
  t.is(withKeyMoved({ ...start, at: 43 }, 1, 0).at, 40);
  t.is(withKeyMoved({ ...start, at: 43 }, 0, 1).at, 8);
});

test('[R154] refuses a whole password with an invalid character or more than 63', (t) => {
  const most = 'a'.repeat(63);
  t.is(typed('fore', 'é\n漢x').typed, 'fore');
  t.is(typed('fore', 'a'.repeat(64)).typed, 'fore');
  t.is(typed('fore', `${'a'.repeat(63)}\n`).typed, 'a'.repeat(63));
  t.is(typed('two words ').typed, 'two words ', 'a trailing space is a character');
  for (const keys of [Array.from('foreé and aft'), Array.from(`${most}b`), Array.from(`${most}bc`)]) {
    t.false(canStand(typed(...keys)));
    t.true(canStand(typed(...keys, '\b'.repeat(9))));
  }
  t.true(canStand(typed(...Array.from(most))));
});

test('[R154] a password with an invalid key joins nothing, and the page shows why', async (t) => {
  const { fixture, settle } = await atWifi();
  await choose(fixture, 'Clubhouse');
  for (const key of 'fore é and aft') fixture.keys.text(key);
  await fixture.press('ok');
  await settle();
  t.is(pageOn(fixture), 'password');
  fixture.keys.text('é');
  await fixture.press('ok');
  t.true(fixture.lines().includes('Note: Enter 8 to 63 ASCII characters.'), fixture.lines().join('\n'));
});

test('[ui] a password accepts printable characters, and then OK has the cursor', (t) => {
  t.is(typed('fore', '\b\b', 'x').typed, 'fox');
  t.is(typed('\b').typed, '');
  t.is(withKeyPressed({ ...typed('a'.repeat(63)), at: 10 }).typed.length, 63);
  t.is(typed('abc').at, 43);
  t.is(withKeyPressed({ ...typed('abc'), at: 42 }).typed, 'ab');
});

test('[C175] a pasted password replaces the typed one, and keeps its blanks', (t) => {
  t.is(typed('fore', 'birdie 4 all').typed, 'birdie 4 all');
  t.is(typed('fore', ' birdie ').typed, ' birdie ');
});

test('[ui] keys choose the country of the radio, and clear it', async (t) => {
  const { fixture, lines } = await atWifi();
  const type = async (text: string): Promise<void> => {
    await choose(fixture, 'Country');
    fixture.keys.text(text);
    await fixture.press('ok');
  };
  await type('g');
  t.true(lines().includes('Note: Use the two letters of a country, such as GB.'), lines().join('\n'));
  fixture.keys.text('b');
  await fixture.press('ok');
  t.is(pageOn(fixture), 'wifi');
  t.true(lines().includes('> Country: GB'), lines().join('\n'));
  await fixture.press('ok');
  t.true(lines().includes('United Kingdom'));
  await fixture.press('up');
  t.true(lines().includes('Gabon'));
  await fixture.press('back');
  t.is(fixture.device.setUp().country, 'GB');
  await type('\b\b');
  t.true(lines().includes('> Country: not chosen'), lines().join('\n'));
});

test('[ui] a typed password appears on screen but not in the text lines or the log', async (t) => {
  const { fixture, screen, join, log } = await atWifi();
  await choose(fixture, 'Clubhouse');
  fixture.keys.text(PASSWORD);
  await fixture.press('up');
  const picture = screen.picture();
  t.true(picture.list.some((item) => item.kind === 'text' && item.text === PASSWORD));
  t.is(picture.secret, true);
  t.true(fixture.lines().includes('Password: 12 characters'));
  const shown = [...fixture.lines()];
  await join('');
  t.is(pageOn(fixture), 'wifi');
  t.true(fixture.lines().includes('Joined: Clubhouse, address 192.168.1.20.'));
  shown.push(...fixture.lines());
  await choose(fixture, 'Pro shop');
  t.true(fixture.lines().includes('Password: 0 characters'), 'the next password starts empty');
  for (const text of [...shown, ...fixture.lines(), JSON.stringify(log.lines())])
    t.false(text.includes(PASSWORD), text);
});

test('[ui] a known network whose password is now wrong asks for it first', async (t) => {
  const { fixture, wifi, settle, join } = await atWifi();
  await choose(fixture, 'Clubhouse');
  await join(PASSWORD);
  await choose(fixture, 'Guests');
  await settle();
  await choose(fixture, 'Clubhouse');
  t.deepEqual(fixture.lines().slice(1, 5), ['Saved network: no password needed.', '> Join', 'Enter password', 'Forget']); // oxfmt-ignore
  valueOf(t, wifi.setFault('wrong'));
  await choose(fixture, 'Join');
  await settle();
  t.true(fixture.lines().includes('Wrong password for Clubhouse.'));
  await choose(fixture, 'Clubhouse');
  t.deepEqual(fixture.lines().slice(1, 3), ['The last password was wrong.', '> Enter password']);
});

test('[ui] Back leads one page back, and no key breaks the pages of Wi-Fi', async (t) => {
  const { fixture, settle } = await atWifi();
  await choose(fixture, 'Guests');
  await settle();
  for (const [row, page] of [
    ['Clubhouse', 'password'],
    ['Guests', 'network'],
  ] as const) {
    // oxfmt-ignore
    await choose(fixture, row);
    t.is(pageOn(fixture), page);
    await fixture.press('up', 'down', 'left', 'right', 'back');
    t.is(pageOn(fixture), 'wifi');
  }
  await fixture.press('left', 'right', 'back');
  t.is(pageOn(fixture), 'settings');
});

test('[ui] a strike during password entry does not leave the page', async (t) => {
  const { fixture } = await atWifi();
  await toMenu(fixture);
  await choose(fixture, 'Close-in putting');
  await choose(fixture, 'Start');
  await fixture.strike({});
  await toMenu(fixture);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Wi-Fi');
  await choose(fixture, 'Clubhouse');
  fixture.keys.text('fore');
  await fixture.strike({});
  t.true(fixture.lines().includes('Password: 4 characters'));
});

test('[ui] reports a missing adapter and finds it again', async (t) => {
  const { fixture, wifi, settle } = await atWifi();
  valueOf(t, wifi.setFault('off'));
  await choose(fixture, 'Scan again');
  await settle();
  t.deepEqual(fixture.lines().slice(1, 3), ['This board has no Wi-Fi, or it is switched off.', '> Scan again']);
  valueOf(t, wifi.setFault('ok'));
  await fixture.press('ok');
  t.is(fixture.lines()[0], 'Wi-Fi · scanning …');
  await settle();
  t.true(fixture.lines().some((line) => line.includes('Clubhouse: 82 %')));
});

test('[ui] Wi-Fi, with the widest names and every message', (t) => {
  const pages = inspector();
  const persisted = persistedWith(1, '', 'metric');
  const name = 'W'.repeat(32);
  const networks = [true, false].flatMap(
    (secured) =>
    [true, false].map((known) => ({ name: `${name.slice(2)}${Number(secured)}${Number(known)}`, signal_percent: 100, secured, enterprise: known, known, in_use: secured && known })), // oxfmt-ignore
  );
  const status = { name, signal_percent: 100, address: '255.255.255.255', sign_in: false, has_known: true };
  const view: WifiView = { ...NO_WIFI, there: true, networks, status, name };
  const views: readonly WifiView[] = [
    view,
    { ...view, action: 'looking', status: { ...status, address: null } },
    { ...view, action: 'joining' },
    { ...view, message: `Wrong password for ${name}.` },
    { ...view, unseen: 'No permission to change networks: NetworkManager needs a polkit rule for it.' },
    { ...view, unseen: `NetworkManager refused: ${'some long words '.repeat(8)}`.slice(0, 145) },
  ];
  for (const wifi of views) {
    const rows = rowsAt('wifi', persisted, { device: { wifi } }).length;
    for (let focus = 0; focus < rows; focus++)
      pages.inspect(viewAt('wifi', persisted, { device: { wifi }, focus }), 0, `wifi ${focus}`);
  }
  for (const network of networks.map((each) => each.name))
    pages.inspect(viewAt('network', persisted, { device: { wifi: view }, navigation: { network } }), 0, 'network');
  for (const [layer] of LAYERS.entries())
    for (let at = 0; at < 44; at++)
      for (const typed of ['', 'i'.repeat(63), 'W'.repeat(63)]) {
        const navigation = { network: name, password: { typed, at, layer } };
        pages.inspect(viewAt('password', persisted, { navigation }), 0, `password ${layer} ${at}`);
      }
  pages.inspect(viewAt('settings', persisted, { device: { wifi: view }, focus: 7 }), 0, 'settings');
  pages.report(t);
});
