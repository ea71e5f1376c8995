// Messages on the screens of a session stay correct: after a failure, for a player without room, while the host
// replays, and after a session has ended.

import test from 'ava';
import { exactly } from '../../support/items.ts';
import { someRound } from '../../support/device/some-round.ts';
import {
  joinAll,
  joinBy,
  rest,
  sessionFixture,
  SHORT,
  startRound,
  toMenu,
  type SeatedDevice,
} from '../../support/device/session-fixture.ts';

const problemOf = (device: SeatedDevice): string => device.components().device.session().problem;

test('[relay §7] a guest’s screen is correct after the first request that succeeds after a failure', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  bo.link.setFaults({ partitioned: true });
  await fixture.clock.advance(35_000);
  t.not(problemOf(bo), '');
  bo.link.setFaults({ partitioned: false });
  const before = fixture.requests.length;
  while (!fixture.requests.slice(before).some(({ device }) => device === bo.id)) await fixture.clock.advance(100);
  await fixture.clock.advance(100);
  t.is(problemOf(bo), '');
});

test('[C19] *Players* shows which player has no room, and the guest on turn plays on', async (t) => {
  const fixture = await sessionFixture({
    players: [
      ['Ana', 'Al'],
      ['Bo', 'Bea'],
    ],
    records: SHORT,
  });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  for (const _ of ['Ana', 'Al']) {
    await host.putt(1);
    await rest(fixture);
  }
  t.true(bo.shows('Your turn'));
  await toMenu(bo);
  await bo.choose('Players');
  await bo.choose('Add a player');
  bo.components().keys.text('Di');
  await bo.press('ok');
  await toMenu(bo);
  await bo.choose('Players');
  await fixture.clock.advance(1000);
  t.true(bo.shows('Di cannot join: the session is full.'), bo.lines().join(' | '));
  t.is(problemOf(bo), '');
});

test('[C19] a host that adds a fifth player sees the same message', async (t) => {
  const fixture = await sessionFixture({
    players: [
      ['Ana', 'Al'],
      ['Bo', 'Bea'],
    ],
  });
  const [host] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await toMenu(host);
  await host.choose('Players');
  t.false(host.shows('cannot join'));
  await host.choose('Add a player');
  host.components().keys.text('Di');
  await host.press('ok');
  await toMenu(host);
  await host.choose('Players');
  t.true(host.shows('Di cannot join: the session is full.'), host.lines().join(' | '));
});

test('[R35] a guest in a round mutes itself while the host replays, and sends nothing', async (t) => {
  const fixture = await sessionFixture({ players: [['Bo']] });
  const [bo] = exactly(1, fixture.devices);
  const host = fixture.rawDevice();
  const exp = { mode: 11, gen: 1, cfg: {} };
  const { code } = (await host.ask('host', { action: 'start', sim: 'none', name: 'Den', exp })).answer();
  await host.ask('poll', { code, since: 0, wait_ms: 0, players: [] });
  await joinBy(bo, String(code));
  await fixture.clock.advance(1000);
  const ro = [{ n: 'Bo', d: bo.components().device.session().label, c: 0, h: 9 }];
  const one_seat = { n: 1, ro, sc: [[0, 0, 0]], rem: [10], hd: [0], td: [0], ord: [0] };
  await host.ask('host', { action: 'round', round: someRound({ ph: 'play', ...one_seat }) });
  await host.ask('poll', { code, since: 0, wait_ms: 0, replay: true });
  await fixture.clock.advance(500);
  t.true(bo.shows('Your turn') && bo.components().device.session().replay, bo.lines().join(' | '));
  const inputs = (): number => fixture.requests.filter(({ route }) => route === 'input').length;
  await bo.strike();
  t.is(inputs(), 0);
  t.true(bo.shows('Note: Wait: the host is repeating a shot.'), bo.lines().join(' | '));
  await host.ask('poll', { code, since: 0, wait_ms: 0, replay: false });
  await fixture.clock.advance(500);
  await bo.strike();
  t.is(inputs(), 1, '[R36]');
});

test('[ui] does not report the end of a session after joining another one', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy']] });
  const [first, bo, second] = exactly(3, fixture.devices);
  await first.choose('Play together');
  await first.choose('Host a session');
  await second.choose('Play together');
  await second.choose('Host a session');
  await joinBy(bo, first.components().device.session().code);
  await first.choose('New code');
  await first.choose('New code, remove the guests');
  await fixture.clock.advance(300);
  t.true(bo.shows('Note: Session ended'), bo.lines().join(' | '));
  await toMenu(bo);
  await joinBy(bo, second.components().device.session().code);
  await fixture.clock.advance(200);
  t.is(bo.components().device.session().role, 'guest');
  t.false(bo.shows('Session ended'), bo.lines().join(' | '));
});

test('[ui] leaving *Play together* clears the reason a code was refused', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana']] });
  const [ana] = exactly(1, fixture.devices);
  await joinBy(ana, '000000');
  await fixture.clock.advance(1000);
  t.true(ana.shows('No session has this code'), ana.lines().join(' | '));
  await toMenu(ana);
  await ana.choose('Play together');
  t.false(ana.shows('No session has this code'), ana.lines().join(' | '));
});

test('[R80] a guest that joins after the first putt sees that it only watches', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy']], records: SHORT });
  const [host, bo, cy] = exactly(3, fixture.devices);
  await host.choose('Play together');
  await host.choose('Host a session');
  const { code } = host.components().device.session();
  await joinBy(bo, code);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  await joinBy(cy, code);
  await fixture.clock.advance(500);
  t.true(cy.shows('You are only watching.'), cy.lines().join(' | '));
  for (const player of [host, bo]) t.false(player.shows('You are only watching'));
});
