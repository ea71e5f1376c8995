// A session from its players' view, on the virtual clock: hosting, joining, a shared round, following, leaving,
// reboots.

import test from 'ava';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import { databaseFile } from '../../support/relay/relay-world.ts';
import { keysFor } from '../../support/device/code-keys.ts';
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
import { exactly, itemAt } from '../../support/items.ts';

const codeOf = (device: SeatedDevice): string => device.components().device.session().code;
const roleOf = (device: SeatedDevice): string => device.components().device.role();

test('[R1] a host shows its code, guests join by typing it, and all devices list all', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy', 'Di']] });
  const [host, bo, cy] = exactly(3, fixture.devices);
  const code = await joinAll(fixture);
  t.regex(code, /^[0-9A-HJKMNP-TV-Z]{6}$/);
  t.deepEqual([roleOf(host), roleOf(bo), roleOf(cy)], ['host', 'guest', 'guest']);
  for (const device of fixture.devices) {
    t.true(device.shows(`Code: ${code}`));
    t.true(device.shows(/\(host(, you)?\): Ana$/));
    t.true(device.shows(/\(follows(, you)?\): Bo$/));
    t.true(device.shows(/\(follows(, you)?\): Cy, Di$/));
    t.is(device.lines().filter((line) => line.includes('you)')).length, 1);
  }
});

test('[R15] a wrong code, a full session or a host that is gone shows a message and keeps the page', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana', 'Al'], ['Bo', 'Bea'], ['Cy']] });
  const [host, bo, cy] = exactly(3, fixture.devices);
  await host.choose('Play together');
  await host.choose('Host a session');
  const code = codeOf(host);
  await joinBy(bo, '000000');
  t.true(bo.shows('No session has this code: check it with the host.'), bo.lines().join(' | '));
  t.is(bo.page(), 'joining');
  await bo.press('back');
  t.is(bo.page(), 'together', 'Back leaves at once after a wrong code');
  await bo.press('back');
  await joinBy(bo, code);
  t.is(roleOf(bo), 'guest');
  await joinBy(cy, code);
  t.true(cy.shows('Session full: at most four players.'));
  await host.choose('Stop hosting');
  await fixture.clock.advance(1000);
  t.is(roleOf(bo), 'off');
  t.true(bo.shows('Note: The host has ended the session.'), bo.lines().join(' | '));
  await cy.press('ok');
  t.true(cy.shows('The host ended this session'));
  await cy.press('back', 'back');
  t.is(cy.page(), 'menu');
});

test('[R15] the delete key corrects a wrong code, and the first symbol clears the message', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [host, bo] = exactly(2, fixture.devices);
  await host.choose('Play together');
  await host.choose('Host a session');
  const code = codeOf(host);
  const last = code.endsWith('0') ? '1' : '0';
  await joinBy(bo, code.slice(0, 5) + last);
  t.true(bo.shows('No session has this code'));
  // From 0 or 1, in the top row, the delete key is one key up.
  await bo.press('up');
  t.true(bo.shows('> Key: delete'), bo.lines().join(' | '));
  await bo.press('ok', 'ok');
  t.true(bo.shows(`Code: ${code.slice(0, 4)}`), bo.lines().join(' | '));
  t.false(bo.shows('No session has this code'), 'message about another code is gone');
  await bo.press('down');
  for (let keys = 0; keys < 7; keys++) await bo.press('left');
  await bo.press(...keysFor(code.slice(4)));
  t.is(roleOf(bo), 'guest', bo.lines().join(' | '));
});

test('[R96] retries a code typed while the relay is away until it is back, and shows why it waits', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy'], ['Di']] });
  const [host, bo, cy, di] = exactly(4, fixture.devices);
  await host.choose('Play together');
  await host.choose('Host a session');
  const code = codeOf(host);
  const away = [bo, cy, di];
  for (const { link } of away) link.setFaults({ partitioned: true });
  for (const device of away) await joinBy(device, code);
  await fixture.clock.advance(10_000);
  t.is(bo.page(), 'joining');
  t.true(bo.shows('Joining the session … No answer from the cloud. Trying again.'), bo.lines().join(' | '));
  await cy.press('back');
  t.is(cy.page(), 'together');
  t.false(cy.shows('Asking'), 'not a guest after going back');
  for (let ups = 0; ups < 4 && !di.shows('> Key: delete'); ups++) await di.press('up');
  await di.press('ok');
  t.false(di.components().device.session().checking, 'deleting a symbol cancels the check');
  for (const { link } of away) link.setFaults({ partitioned: false });
  await fixture.clock.advance(31_000);
  t.deepEqual([roleOf(bo), bo.page(), roleOf(cy), roleOf(di)], ['guest', 'together', 'off', 'off']);
  t.false(bo.shows('Asking'));
});

test('[R96] a player who rejoins can cancel the retries', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await bo.choose('Leave the session');
  fixture.killRelay();
  for (const stop of [() => bo.choose('Cancel'), () => bo.press('back')]) {
    await bo.choose(/^Join \w{6} again$/);
    await fixture.clock.advance(1000);
    t.true(bo.shows('Joining the session …'), bo.lines().join(' | '));
    await stop();
    t.false(bo.components().device.session().checking);
  }
  t.is(bo.page(), 'menu');
});

test('[R14] refuses to join a device’s own code', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const host = itemAt(fixture.devices, 0);
  const code = await joinAll(fixture);
  await host.choose('Stop hosting');
  await host.choose('Join with a code');
  await host.press('back');
  await joinBy(await toMenu(host), code);
  t.true(host.shows('No session has this code'));
});

test('[R90] a status line stays on every screen for 4 s', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await fixture.clock.advance(10_000);
  await startRound(fixture);
  host.components().rig?.strike(perfectStroke(0.5));
  const shown_ms = [0, 0];
  for (let ms = 0; ms < 9000; ms += 20) {
    await fixture.clock.advance(20);
    [host, bo].forEach((device, i) => (shown_ms[i] = itemAt(shown_ms, i) + (device.shows('Session: ') ? 20 : 0)));
  }
  t.deepEqual(shown_ms, [4000, 4000]);
});

test('[R78] plays a shared round to the scorecard: every screen rolls every ball, only the host scores', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await host.press('back');
  await host.choose('Stroke play');
  await host.choose('Start');
  t.true(host.shows('OK starts the round for these players.'));
  t.true(bo.shows('Waiting for the host to start.'), bo.lines().join(' | '));
  await host.press('ok');
  t.true(bo.shows('Now: Ana to putt'));

  await bo.strike();
  t.true(bo.shows('Note: Ana to putt: this strike does not count.'));
  t.false(
    fixture.requests.some(({ route }) => route === 'input'),
    '[R83] no request sent',
  );

  await host.putt(0.6);
  t.true(bo.shows('Session: '), 'every device shows who putts');
  await rest(fixture);
  for (const device of fixture.devices) t.true(device.shows('Ana: 1 stroke'), device.lines().join(' | '));
  t.true(host.shows(/^Now: Bo to putt \(/), 'Bo is farther away than Ana');
  t.true(bo.shows('Now: Bo to putt'));

  await host.strike();
  t.true(host.shows('Note: Bo to putt: this strike does not count.'));
  await bo.putt(1);
  await rest(fixture);
  for (const device of fixture.devices) t.true(device.shows('Bo: 1 stroke, in the hole'), device.lines().join(' | '));
  await host.putt(1);
  await rest(fixture);
  for (const device of fixture.devices) t.true(device.shows('Hole 2 of 2'), 'both holed out');
  t.true(bo.shows('Now: Bo to putt'), 'the fewest strokes have the honour');
  await bo.putt(1);
  await rest(fixture);
  await host.putt(1);
  await rest(fixture);
  for (const device of fixture.devices) {
    t.true(device.shows('Stroke play: result'), device.lines().join(' | '));
    t.true(device.shows('Ana: 2 1, total 3'), device.lines().join(' | '));
    t.true(device.shows('Bo: 1 1, total 2'));
    t.true(device.shows('Bo wins'));
  }
  const rounds = fixture.requests.filter(({ route, body }) => route === 'host' && body['action'] === 'round');
  t.deepEqual([...new Set(rounds.map(({ device }) => device))], [host.id], '[R73] guests publish nothing');
});

test('[R81] a guest that leaves mid-round takes its seats along, and all screens show it', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy']], records: SHORT });
  const [host, bo, cy] = exactly(3, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  const label = bo.components().device.session().label;
  await toMenu(bo);
  await bo.choose('Play together');
  await bo.choose('Leave the session');
  await fixture.clock.advance(1000);
  t.is(roleOf(bo), 'off');
  t.false(host.shows(/^Bo/), host.lines().join(' | '));
  t.true(cy.shows(`Note: ${label} has left.`), cy.lines().join(' | '));
  t.true(cy.shows('Now: Cy to putt'));
  t.true(host.shows('Ana: 1 stroke'));
});

test('[R69] a detached device sits out and returns with its seats', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  t.true(host.shows(/^Now: Bo to putt/));
  await bo.press('back', 'back');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'menu');
  t.true(host.shows('Bo: 0 strokes, sits out'), host.lines().join(' | '));
  t.true(host.shows('Now: Ana to putt'), 'Bo is not on turn');
  await bo.choose('Play together');
  await bo.choose('Follow the host: no');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'course', "[R66] following again opens the host's experience");
  t.true(host.shows(/^Now: Bo to putt/));
});

test('[R80] a guest that joins before the first putt has a seat, a later one watches', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy']], records: SHORT });
  const [host, bo, cy] = exactly(3, fixture.devices);
  await host.choose('Play together');
  await host.choose('Host a session');
  const code = codeOf(host);
  await startRound(fixture);
  await joinBy(bo, code);
  await fixture.clock.advance(500);
  t.true(host.shows('Bo: 0 strokes'), host.lines().join(' | '));
  t.is(bo.page(), 'course');
  await host.putt(0.6);
  await rest(fixture);
  await joinBy(cy, code);
  await fixture.clock.advance(500);
  t.is(cy.page(), 'course');
  t.false(cy.shows(/^Cy/));
  t.true(cy.shows('Ana: 1 stroke'));
});

test('[R62] a rebooted host resumes its round, and pulls no guest again', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT });
  const [host, bo] = exactly(2, fixture.devices);
  const code = await joinAll(fixture);
  await startRound(fixture);
  await host.putt(0.6);
  await rest(fixture);
  await host.reboot();
  t.is(codeOf(host), code, '[R1]');
  t.is(host.page(), 'course');
  t.true(host.shows('Ana: 1 stroke'));
  t.is(bo.page(), 'course');
  t.true(bo.shows('Your turn') && bo.shows('Ana: 1 stroke'), 'page unchanged');
  await bo.putt(1);
  await rest(fixture);
  t.true(host.shows('Bo: 1 stroke, in the hole'), host.lines().join(' | '));
});

test('[R12] a rebooted guest finds its host again, even under a new code', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [host, bo] = exactly(2, fixture.devices);
  const old = await joinAll(fixture);
  await host.choose('New code');
  await host.choose('New code, keep the guests');
  await fixture.clock.advance(1000);
  const code = codeOf(host);
  t.not(code, old);
  t.is(codeOf(bo), code, '[R11]');
  await bo.reboot();
  await fixture.clock.advance(1000);
  t.deepEqual([roleOf(bo), codeOf(bo)], ['guest', code]);
  t.true(host.shows(/\(follows\): Bo/));
});

test('[R10] a new code without the guests ends the session for them', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']] });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  t.is(
    host.lines().find((line) => line.startsWith('> ')),
    '> Choose a game',
  );
  await host.choose('New code');
  t.true(host.shows('Get a new code?') && host.shows('> Keep the code'));
  await host.choose('Keep the code');
  await fixture.clock.advance(1000);
  t.is(roleOf(bo), 'guest', 'no change before confirming');
  await host.choose('New code');
  await host.choose('New code, remove the guests');
  await fixture.clock.advance(1000);
  t.is(roleOf(bo), 'off');
  t.true(bo.shows('Note: Session ended'), bo.lines().join(' | '));
  await toMenu(bo);
  await bo.choose('Play together');
  t.false(bo.shows(/^(> )?Join .* again/), '[C80] its code is no longer offered');
});

test('[R63] the host’s choice pulls every guest, even one not following, once its screen allows', async (t) => {
  const fixture = await sessionFixture({
    players: [['Ana'], ['Bo'], ['Cy']],
    records: { cfg: { lag: { shots: 3, manual: 1, target: 22 } } },
  });
  const [host, bo, cy] = exactly(3, fixture.devices);
  await joinAll(fixture);
  await toMenu(bo);
  await bo.choose('Close-in putting');
  await bo.choose('Start');
  await fixture.clock.advance(500);
  await toMenu(host);
  await host.choose('Play together');
  t.true(host.shows(/\(on its own\): Bo/), '[R67] choosing another experience detaches');
  await toMenu(cy);
  await cy.choose('Settings');
  await cy.choose('Device name');
  t.is(cy.page(), 'naming');
  await toMenu(host);
  await host.choose('Lag putting');
  await host.choose('Start');
  await fixture.clock.advance(500);
  t.is(bo.page(), 'playing');
  t.true(bo.shows('Lag putting') && bo.shows('Target: 22 ft'), bo.lines().join(' | '));
  t.is(cy.page(), 'naming', '[R70] not while typing');
  await cy.press('back');
  await fixture.clock.advance(100);
  t.is(cy.page(), 'playing');
});

test('[R7] with the relay down, the host plays on with a trouble line; all reconnect later', async (t) => {
  const file = await databaseFile(t);
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SHORT, file });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  fixture.killRelay();
  await fixture.clock.advance(1000);
  await host.putt(0.6);
  await rest(fixture);
  t.true(host.shows('Ana: 1 stroke'));
  t.true(bo.shows('Ana: 0 strokes'));
  await toMenu(host);
  await host.choose('Play together');
  t.true(host.shows('Trouble: http://relay refuses the connection.'), host.lines().join(' | '));
  fixture.startRelay();
  await fixture.clock.advance(35_000);
  t.false(host.shows('Trouble'), host.lines().join(' | '));
  t.true(bo.shows('Ana: 1 stroke'), '[R59]');
});
