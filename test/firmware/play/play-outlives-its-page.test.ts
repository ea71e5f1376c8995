// Play outlives its page: the host scores, publishes and follows its session on any page, and a strike on any page
// counts for the activity in progress.

import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { flashWith } from '../../support/device/play.ts';
import test from 'ava';
import {
  joinAll,
  joinBy,
  sessionFixture,
  type SeatedDevice,
  type SessionFixture,
} from '../../support/device/session-fixture.ts';
import { assert } from '../../../wire/errors.ts';

type Walk = (host: SeatedDevice) => Promise<void>;

/** Key presses that lead a host from its round to each page of its menu; each starts with Back. */
const PAGES: readonly (readonly [page: string, walk: Walk])[] = [
  ['menu', () => Promise.resolve()],
  ['setup', (host) => host.choose('Lag putting')],
  ['trend', (host) => host.choose('Lag putting').then(() => host.choose('Trend'))],
  ['together', (host) => host.choose('Play together')],
  ['players', (host) => host.choose('Players')],
  ['settings', (host) => host.choose('Settings')],
  ['calibration', (host) => host.choose('Settings').then(() => host.choose('Distance'))],
  ['naming', (host) => host.choose('Settings').then(() => host.choose('Device name'))],
  ['firmware', (host) => host.choose('Settings').then(() => host.choose('Firmware'))],
  ['status', (host) => host.choose('Status')],
  ['unsensed', (host) => host.choose('Swing path')],
];

async function shared(options: Partial<Parameters<typeof sessionFixture>[0]> = {}) {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], ...options });
  await joinAll(fixture);
  const [host, guest] = fixture.devices;
  assert(host && guest, 'a host and a guest');
  await host.press('back', 'back');
  await host.choose('Stroke play');
  await host.choose('Start');
  await host.press('ok');
  await fixture.clock.advance(500);
  return { fixture, host, guest };
}

const strokesOf = (device: SeatedDevice): number =>
  (device.components().device.course()?.round.sc ?? []).flat().reduce((sum, strokes) => sum + strokes, 0);

/** Putts until it is the turn of this device's seat. */
async function untilOnTurn(fixture: SessionFixture, seated: SeatedDevice): Promise<void> {
  for (let putts = 0; putts < 20 && seated.components().wanted_speed_mps() === null; putts++) {
    const due = fixture.devices.find((device) => device.components().wanted_speed_mps() !== null);
    await due?.putt(0.6);
    await fixture.clock.advance(4000);
  }
  assert(seated.components().wanted_speed_mps() !== null, 'its turn comes');
}

for (const [page, walk] of PAGES)
  test(`[C100] scores and publishes a guest's putt while the host is on the page ${page}`, async (t) => {
    const { fixture, host, guest } = await shared();
    await untilOnTurn(fixture, guest);
    await host.press('back');
    await walk(host);
    t.is(host.page(), page);
    const before = strokesOf(host);
    await guest.putt(0.6);
    await fixture.clock.advance(8000);
    t.is(strokesOf(host), before + 1);
    t.deepEqual(guest.components().device.course()?.round, host.components().device.course()?.round);
    t.is(host.page(), page, 'page unchanged');
  });

test('[C100] scores every putt of a four-device round while the host visits all menu pages', async (t) => {
  const { fixture, host } = await shared({ players: [['Ana'], ['Bo'], ['Cy'], ['Di']] });
  const visited = new Set<string>();
  for (let putts = 0; host.components().device.course()?.round.ph === 'play'; putts++) {
    assert(putts < 400, 'the round ends');
    const [page, walk] = PAGES[putts % PAGES.length] ?? ['', null];
    const due = fixture.devices.find((device) => device.components().wanted_speed_mps() !== null);
    assert(due && walk, 'a device is on turn');
    for (let backs = 0; backs < 4 && host.page() !== 'menu'; backs++) await host.press('back');
    // On the calibration page, the host's own strike would go to the calibration (C101).
    if (due !== host || page !== 'calibration') await walk(host);
    visited.add(host.page());
    const before = strokesOf(host);
    await due.putt(putts % 3 === 0 ? 0.7 : 1);
    await fixture.clock.advance(8000);
    t.is(strokesOf(host), before + 1, `${due.components().device.name()} putts while the host is on ${page}`);
  }
  for (const [page] of PAGES) t.true(visited.has(page), page);
  const round = host.components().device.course()?.round;
  t.is(round?.ph, 'done');
  t.is(round?.sc.length, 4);
  t.true(round?.sc.flat().every((strokes) => strokes > 0));
  await fixture.clock.advance(1000);
  for (const { components } of fixture.devices) t.deepEqual(components().device.course()?.round, round);
});

test('[C100] says after Back that the hosted round continues, and links to it in the first menu row', async (t) => {
  const { host } = await shared();
  await host.press('back');
  t.is(host.page(), 'menu');
  t.true(host.shows('Note: The round continues.'));
  t.true(host.shows(/^> Stroke play · hole 1 of 9$/), host.lines().join(' | '));
  await host.press('ok');
  t.is(host.page(), 'course');
  t.false(host.shows('Note: The round continues.'), 'message gone on return to the round');
  // The row of the experience itself still leads to its set-up.
  await host.press('back', 'up', 'up', 'up');
  await host.choose('Match play');
  t.is(host.page(), 'setup');
});

test('[C100] follows the roster on any host page: a leaving guest loses its seats', async (t) => {
  const { fixture, host, guest } = await shared();
  await untilOnTurn(fixture, guest);
  await host.press('back');
  await host.choose('Settings');
  await guest.press('back', 'back');
  await guest.choose('Play together');
  await guest.choose('Leave the session');
  await fixture.clock.advance(2000);
  t.is(host.page(), 'settings');
  t.is(host.components().device.course()?.round.n, 1);
  t.true(host.shows('has left.'), 'the host shows the note it publishes');
});

test('[C100] asks before ending a round with other players, and names them', async (t) => {
  const { fixture, host, guest } = await shared();
  await host.press('back');
  await host.choose('Stroke play');
  // The first row leads back to the round; the set-up page is the experience's own.
  await host.press('back');
  await host.choose('Lag putting');
  await host.choose('Start');
  t.is(host.page(), 'ending');
  t.true(host.shows(/^Bo \(\w+ \w+\) is still playing/), host.lines().join(' | '));
  t.true(host.shows('> Continue the round'));
  await host.press('ok');
  t.is(host.page(), 'course');
  t.is(guest.components().device.course()?.round.ph, 'play');
  await host.press('back');
  await host.choose('Lag putting');
  await host.choose('Start');
  await host.choose('End the round');
  await fixture.clock.advance(1000);
  t.is(host.page(), 'playing');
  t.is(guest.page(), 'playing', 'the guest follows its host');
  t.is(host.components().device.play().id, 'lag');
});

test('[C100] ends a round on every device when its host ends it, also after a reboot', async (t) => {
  const { fixture, host, guest } = await shared();
  await host.press('back');
  await host.choose(/^Stroke play$/);
  await host.choose('End the round');
  t.is(host.page(), 'ending');
  await host.choose('End the round');
  await fixture.clock.advance(1000);
  t.is(host.components().device.play().kind, 'idle');
  t.is(guest.components().device.course()?.round.ph, 'done');
  await host.reboot();
  await host.press('back', 'back');
  t.is(host.page(), 'menu');
  t.false(host.shows('hole 1 of'), host.lines().join(' | '));
  await host.choose(/^Stroke play$/);
  t.false(host.shows('Go on'), host.lines().join(' | '));
});

test('[C101] counts a strike at the menu for the current set and opens its page', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana']] });
  const [alone] = fixture.devices;
  assert(alone, 'a device');
  await alone.choose('Lag putting');
  await alone.choose('Start');
  await alone.press('back', 'back');
  t.is(alone.page(), 'menu');
  await alone.putt();
  t.is(alone.page(), 'playing');
  t.true(alone.shows('Putt 1 of'), alone.lines().join(' | '));
});

test('[C101] counts a strike on the calibration page for the calibration, not for the round', async (t) => {
  const { fixture, host } = await shared();
  await untilOnTurn(fixture, host);
  const before = strokesOf(host);
  await host.press('back');
  await host.choose('Settings');
  await host.choose('Distance');
  await host.strike();
  t.is(host.page(), 'calibration');
  t.true(host.shows(/^Predicted/));
  t.is(strokesOf(host), before);
});

test('[C101] counts a strike during text entry and keeps the typed text', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana']] });
  const [alone] = fixture.devices;
  assert(alone, 'a device');
  await alone.choose('Lag putting');
  await alone.choose('Start');
  await alone.press('back', 'back');
  await alone.choose('Settings');
  await alone.choose('Device name');
  const typed = alone.lines();
  await alone.putt();
  t.is(alone.page(), 'naming');
  t.deepEqual(alone.lines(), typed);
  t.is(alone.components().device.play().set?.putt?.player_id, 1);
});

test('[C102] opens the stored experience after a reboot and leaves an old round waiting', async (t) => {
  const { fixture, host, guest } = await shared();
  await untilOnTurn(fixture, guest);
  for (const [row, start, page, id] of [
    ['Lag putting', 'Start', 'playing', 'lag'],
    ['Simulator', 'Play', 'simulator', 'simdirect'],
    ['Simulator connector', 'Play', 'simulator', 'simport'],
  ] as const) {
    for (let backs = 0; backs < 4 && host.page() !== 'menu'; backs++) await host.press('back');
    await host.choose(new RegExp(`^${row}$`));
    await host.choose(start);
    if (host.page() === 'ending') await host.choose('End the round');
    await fixture.clock.advance(500);
    await host.reboot();
    t.is(host.page(), page, row);
    t.is(host.components().device.play().id, id);
  }
});

test('[C102] opens the set-up of the last played experience on a device that plays alone', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana']] });
  const [alone] = fixture.devices;
  assert(alone, 'a device');
  t.is(alone.page(), 'menu', 'no experience chosen yet');
  await alone.choose('Lag putting');
  await alone.choose('Start');
  await alone.putt();
  await alone.reboot();
  t.is(alone.page(), 'setup');
  t.true(alone.shows(/^> Go on: Putt 2 of 10$/), alone.lines().join(' | '));
});

test('[C102] opens that set-up also if the sensor is ready before the storage has been read', async (t) => {
  const kept = await flashWith({ experience: { mode: 9, gen: 3, cfg: {} } });
  for (const read_ms of [0, 100]) {
    const clock = createVirtualClock();
    const slow: MemoryFlash = {
      ...kept,
      async read(name) {
        await new Promise<void>((resolve) => void clock.setTimeout(resolve, read_ms));
        return kept.read(name);
      },
    };
    const fixture = await deviceFixture({ flash: slow, clock, boot_ms: 10_000 });
    t.is(fixture.device.states()['navigation'], 'setup', `${read_ms} ms a record`);
    t.is(fixture.lines()[0], 'Lag putting');
    await fixture.stop();
  }
});

test('[C105] shows a new round on a guest that has stopped following, and it follows again', async (t) => {
  const { fixture, host, guest } = await shared();
  await guest.press('back', 'back');
  await fixture.clock.advance(500);
  t.is(guest.page(), 'menu');
  t.false(guest.components().device.session().fol);
  await host.press('back');
  await host.choose(/^Stroke play$/);
  await host.choose('Start over');
  if (host.page() === 'ending') await host.choose('End the round');
  await fixture.clock.advance(1000);
  t.is(guest.page(), 'course');
  t.true(guest.components().device.session().fol);
  t.is(guest.components().device.course()?.round.id, host.components().device.course()?.round.id);
});

test('[C100] carries a lone player’s round into a new session under a new id', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [host, guest] = fixture.devices;
  assert(host && guest, 'a host and a guest');
  await host.choose('Stroke play');
  await host.choose('Start');
  const { id } = host.components().device.course()?.round ?? { id: 0 };
  await host.press('back', 'back');
  await host.choose('Play together');
  await host.choose('Host a session');
  await joinBy(guest, host.components().device.session().code);
  await fixture.clock.advance(1000);
  t.true((host.components().device.course()?.round.id ?? 0) > id);
  t.is(guest.page(), 'course');
  t.is(guest.components().device.course()?.round.id, host.components().device.course()?.round.id);
});
