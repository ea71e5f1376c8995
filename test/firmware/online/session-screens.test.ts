// Screens during a session: the player on turn, one turn at a time, faults, and a guest that stops following.

import test from 'ava';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import {
  joinAll,
  rest,
  sessionFixture,
  SHORT,
  startRound,
  toMenu,
  type SeatedDevice,
} from '../../support/device/session-fixture.ts';
import { exactly } from '../../support/items.ts';

test('[R67] [C81] a guest that changes a host’s setting sees its value, and that it no longer follows', async (t) => {
  const lag = (shots: number) => ({ cfg: { lag: { shots, manual: 1, target: 22 } } });
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: lag(4) });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await toMenu(host);
  await host.choose('Lag putting');
  for (let steps = 0; steps < 3; steps++) await moveTo(host, 'Putts', 'right');
  await moveTo(host, 'Start', 'ok');
  await fixture.clock.advance(1000);
  t.is(bo.page(), 'playing');
  await bo.press('back');
  t.true(bo.shows('Putts: 7'), "the host's settings apply while following");
  await moveTo(bo, 'Putts', 'right');
  await fixture.clock.advance(500);
  t.true(bo.shows('Putts: 5'), bo.lines().join(' | '));
  t.true(bo.shows('Note: Not following the host: your settings apply.'), bo.lines().join(' | '));
  t.false(bo.components().device.session().fol);
  await bo.press('right');
  t.true(bo.shows('Putts: 6'));
  await toMenu(bo);
  await bo.choose('Play together');
  await bo.choose('Follow the host: no');
  await fixture.clock.advance(500);
  await bo.press('back');
  t.true(bo.shows('Putts: 7'), "the host's settings apply again on following");
});

test('[R67] Back on the page of a host’s round asks before the guest stops following', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await bo.press('back');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'leaving');
  t.true(bo.shows('Leave the round?') && bo.shows(/^Bo sits out/), bo.lines().join(' | '));
  t.true(bo.components().device.session().fol, 'not detached before confirming');
  await bo.choose('Stay in the round');
  t.is(bo.page(), 'course');
  await bo.press('back');
  await bo.choose('Leave the round');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'menu');
  t.true(host.shows('Bo: 0 strokes, sits out'), host.lines().join(' | '));
});

test('[C76] a device has one name on every screen: the host its own, a guest its label', async (t) => {
  const settings = [{ name: 'Kitchen' }, {}];
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT, settings });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await fixture.clock.advance(1000);
  const { label } = bo.components().device.session();
  t.deepEqual(
    fixture.devices.map(({ components }) => components().device.name()),
    ['Kitchen', label],
  );
  t.true(host.shows('Kitchen (host, you): Ana') && host.shows(`${label} (follows): Bo`), host.lines().join(' | '));
  t.true(bo.shows('Kitchen (host): Ana') && bo.shows(`${label} (follows, you): Bo`), bo.lines().join(' | '));
  await startRound(fixture);
  t.true(bo.shows('Now: Ana to putt (Kitchen)'), bo.lines().join(' | '));
  await host.putt(0.6);
  t.true(bo.shows('Session: Kitchen putts'));
  await rest(fixture);
  t.true(host.shows(`Now: Bo to putt (${label})`), host.lines().join(' | '));
  bo.components().rig?.strike(perfectStroke(0.5));
  await fixture.clock.advance(1500);
  t.true(host.shows(`Session: ${label} putts`), host.lines().join(' | '));
});

test('[R77] screens show one turn at a time: hole, turn and strokes change after the verdict', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(1);
  await rest(fixture);
  const seen = new Map([host, bo].map((device) => [device, new Set<string>()] as const));
  bo.components().rig?.strike(perfectStroke(bo.components().wanted_speed_mps() ?? 0));
  await fixture.clock.advance(700);
  for (let ms = 0; ms < 8000; ms += 50) {
    await fixture.clock.advance(50);
    for (const [device, pages] of seen) {
      const what = [/^Verdict/, /^Stroke play · /, /: Stroke/, /^(Ana|Bo): .*to putt/];
      pages.add(what.map((each) => device.lines().find((line) => each.test(line)) ?? '').join(' | '));
    }
  }
  const you = (device: SeatedDevice): string => (device === bo ? ', you' : '');
  for (const [device, pages] of seen)
    t.deepEqual(
      [...pages],
      [
        ` | Stroke play · Hole 1 of 2 | Bo: Stroke 1 | Bo: 0 strokes, to putt${you(device)}`,
        `Verdict: Bo: Holed | Stroke play · Hole 1 of 2 | Bo: Stroke 1 | Bo: 0 strokes, to putt${you(device)}`,
        ` | Stroke play · Hole 2 of 2 | Ana: Stroke 1 | Ana: 1 stroke, to putt${device === host ? ', you' : ''}`,
      ],
      device.components().device.name(),
    );
});

test('[R83] a note about a strike that does not count disappears once it is untrue', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await toMenu(host);
  await host.choose('Stroke play');
  await host.choose('Start');
  host.components().rig?.strike(perfectStroke(1));
  await bo.strike({ club_speed_mps: 1 });
  t.true(host.shows('Note: Press OK to start the round first.'), host.lines().join(' | '));
  t.true(bo.shows('Note: The round has not started'), bo.lines().join(' | '));
  await host.press('ok');
  await fixture.clock.advance(200);
  for (const device of [host, bo]) t.false(device.shows('Note: '), device.lines().join(' | '));
  host.components().rig?.strike(perfectStroke(0.6));
  await fixture.clock.advance(900);
  await bo.strike({ club_speed_mps: 1 });
  await rest(fixture);
  t.false(bo.shows('Note: '), bo.lines().join(' | '));
});

test('[R7] shows trouble on the page of the round, and marks a putt that waits for the relay', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  t.true(bo.shows('Your turn') && !bo.shows('Trouble'), bo.lines().join(' | '));
  fixture.killRelay();
  await fixture.clock.advance(1000);
  for (const device of [host, bo]) t.true(device.shows('Trouble: '), device.lines().join(' | '));
  await bo.putt(1);
  t.true(bo.shows('Now: Putt waiting for the cloud'), bo.lines().join(' | '));
  await bo.press('left');
  t.true(bo.shows('Trouble: ') && bo.shows('scorecard'), 'also on the scorecard');
});

test('[R6] after 48 s of silence, the page of the guest on turn shows the host as away', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  await host.components().stop();
  await fixture.clock.advance(48_000);
  t.true(bo.shows('Trouble: The host is away. Play resumes when it returns.'), bo.lines().join(' | '));
});

/** Presses a key on the row that starts with this label. */
async function moveTo(device: SeatedDevice, label: string, key: 'ok' | 'right'): Promise<void> {
  for (let moves = 0; moves < 12 && !device.shows(`> ${label}`); moves++) await device.press('down');
  await device.press(key);
}
