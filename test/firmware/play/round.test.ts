// A round on the host that scores it: strikes that count, guest putts that it accepts, and reports to its parent.

import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { newRound, publicRound, withPlay, withPutt } from '../../../firmware/experiences/course/round.ts';
import { courseFrom } from '../../../firmware/experiences/course/stored.ts';
import { guest, playOf, PUTT, putted, sharedPlay, shortBy } from '../../support/device/course.ts';
import { strikeWith } from '../../support/device/putts.ts';
import { roundMachine } from '../../../firmware/play/round.machine.ts';
import { recordedActor } from '../../support/device/recorded-actor.ts';
import { bo, PERSISTED, lobby, play, sessionOf, short } from '../../support/device/round-actor.ts';
import { fieldsIn, fieldsOf } from '../../support/read-json.ts';

test('[R78] starts immediately for a lone player and notifies the parent', (t) => {
  const alone = play(lobby(), null);
  t.is(alone.state(), 'awaiting');
  t.deepEqual(
    alone.published().map(({ ph }) => ph),
    ['lobby', 'play'],
  );
});

test('[C5] waits in the lobby until OK and seats guests who join while it waits', (t) => {
  const host = play(lobby(), sessionOf([]));
  t.is(host.state(), 'lobby');
  host.send({ type: 'round.roster', roster: sessionOf([bo]) });
  t.deepEqual(
    host.round().ro.map(({ n, d }) => [n, d]),
    [
      ['A', ''],
      ['B', 'Brisk Otter'],
    ],
  );
  t.is(host.published().at(-1)?.n, 2);
  host.send({ type: 'key.ok' });
  t.is(host.state(), 'awaiting');
  t.is(host.published().at(-1)?.ph, 'play');
});

test('[R83] rejects a strike in the lobby with a message', (t) => {
  const host = play(lobby(), sessionOf([bo]));
  host.news();
  host.strike();
  t.deepEqual(host.news(), [{ type: 'device.note', text: 'Press OK to start the round first.', holds: 'play' }]);
  t.is(host.round().shot, null);
  t.is(host.state(), 'lobby');
});

test('[R84] rejects a guest’s putt in the lobby', (t) => {
  const host = play(lobby(), sessionOf([bo]));
  host.guestPutts(0);
  host.guestPutts(1);
  t.like(host, { state: host.state });
  t.is(host.round().shot, null);
});

test('[R77] rolls the ball first and scores the putt when it rests', async (t) => {
  const host = play(sharedPlay([bo]), sessionOf([bo]));
  host.news();
  host.strike();
  t.is(host.state(), 'rolling');
  t.true(host.hasTag('rolling'));
  t.like(host.round(), {
    turn: 0,
    sc: [
      [0, 0, 0],
      [0, 0, 0],
    ],
  });
  t.like(host.round().shot, { seq: 1, p: 0, hole: 1, mps: 0.8, ratio: 1.6, v: '' });
  t.like(host.changes()[0], { type: 'round.changed', sound: 'strike' });
  // 1.28 m/s at S 10: slides for (1 - 5/7) × 1.28 / 2.94 = 0.124 s, then rolls for 0.914 / 0.5487 = 1.666 s.
  await host.clock.advance(1780);
  t.is(host.state(), 'rolling');
  await host.clock.advance(20);
  t.is(host.state(), 'resting');
  t.like(host.round(), {
    turn: 1,
    sc: [
      [1, 0, 0],
      [0, 0, 0],
    ],
  });
  t.like(host.round().shot, { seq: 1, v: 'short' });
  t.like(host.changes()[0], { type: 'round.changed', sound: 'miss' });
  await host.clock.advance(1490);
  t.is(host.state(), 'resting', 'verdict stays visible for a moment');
  await host.clock.advance(20);
  t.is(host.state(), 'awaiting');
  t.deepEqual(host.news(), [], 'no event');
});

test('[R77] skips to the verdict on OK, then to the next putt', (t) => {
  const host = play(sharedPlay([bo]), sessionOf([bo]));
  host.strike();
  host.send({ type: 'key.ok' });
  t.is(host.state(), 'resting');
  t.like(host.round().shot, { seq: 1, v: 'short' });
  host.send({ type: 'key.ok' });
  t.is(host.state(), 'awaiting');
});

test('[R130] reports the putts of the host’s own players, but not guest putts or ignored strikes', (t) => {
  const host = play(putted(sharedPlay([bo]), shortBy(3)), sessionOf([bo]));
  host.strike();
  t.deepEqual(host.shots, [], 'a guest is on turn');
  host.guestPutts(1);
  t.is(host.state(), 'rolling');
  t.deepEqual(host.shots, [], "a guest's putt is reported by its own device");
  const alone = play(short(), null);
  alone.strike();
  t.like(alone.shots[0], { shot: { game: 'golf_course', player_name: 'A', target: { kind: 'hole', distance_ft: 3, hole: 1, stroke: 1 } } }); // oxfmt-ignore
});

test('[R83] rejects a strike while a guest is on turn and says whose turn it is', async (t) => {
  const host = play(putted(sharedPlay([bo]), shortBy(3)), sessionOf([bo]));
  const before = host.round();
  host.news();
  host.strike();
  t.deepEqual(host.news(), [{ type: 'device.note', text: 'B to putt: this strike does not count.', holds: 'play' }]);
  t.deepEqual(host.round(), before);
  host.guestPutts(1);
  t.is(host.state(), 'rolling');
  // A lies at 3 ft, B farther away: A is not on turn while B's ball rolls, nor afterwards.
  host.news();
  host.strike();
  t.deepEqual(host.refusals(), ['B to putt: this strike does not count.']);
  await host.clock.advance(1800);
  t.is(host.state(), 'resting');
  host.news();
  host.strike();
  t.deepEqual(host.refusals(), ['B to putt: this strike does not count.']);
  t.is(host.round().shot?.seq, 2);
});

test('[C76] names the device if the player on turn has no name', (t) => {
  const nameless = { ...bo, players: [{ n: 'Player 1', h: 0 }] };
  const host = play(putted(sharedPlay([nameless]), shortBy(3)), sessionOf([nameless]));
  host.strike();
  t.deepEqual(host.refusals(), ['Brisk Otter to putt: this strike does not count.']);
});

test('[C66] rejects a strike while a ball rolls in a round of several players, with a message', async (t) => {
  const host = play(putted(playOf({ ho: [10], handicaps: [0, 0] }), shortBy(3)), null);
  host.strike();
  host.strike();
  t.deepEqual(host.refusals(), ['Ball still rolling: this strike does not count.']);
  t.is(host.round().shot?.seq, 2);
  await host.clock.advance(1900);
  t.is(host.state(), 'resting');
  host.strike();
  t.like(host.round().shot, { seq: 3, p: 1 });
});

test('[R84] accepts a guest’s putt only from the seat, device and hole on turn', (t) => {
  const host = play(
    putted(sharedPlay([bo, guest('Calm Tiger', ['C'])]), shortBy(3)),
    sessionOf([bo, guest('Calm Tiger', ['C'])]),
  );
  const before = host.round();
  host.news();
  host.guestPutts(2);
  host.guestPutts(0);
  host.guestPutts(1, 2);
  host.guestPutts(1, 1, 'Calm Tiger');
  host.guestPutts(1, 1, '');
  host.send({
    type: 'round.putt',
    item: { seq: 1, kind: 'putt', name: 'Brisk Otter', steps: 0, club: 0, ms: 0 },
    at_ms: 0,
  });
  t.deepEqual(host.round(), before);
  const refused = host.news();
  t.is(refused.length, 12);
  for (const [at, { type, text, change }] of refused.entries())
    if (at % 2 === 0) t.regex(`${type} ${String(text)}`, /^device\.note Putt by .* does not count\.$/);
    else
      t.deepEqual(
        [type, change],
        ['device.change', { kind: 'handle_inputs', seq: 1 }],
        '[C15] still handled after a restart',
      );
  host.guestPutts(1);
  t.like(host.round().shot, { seq: 2, p: 1, mps: 0.8, v: '' });
});

test('[R84] publishes the verdict of the rolling ball before it accepts the next guest’s putt', (t) => {
  const host = play(sharedPlay([bo]), sessionOf([bo]));
  host.strike();
  host.guestPutts(0);
  t.is(host.round().shot?.seq, 1, 'a guest cannot putt for a seat of the host');
  host.guestPutts(1);
  t.deepEqual(
    host.published().map(({ shot }) => shot && [shot.seq, shot.v === '']),
    [null, [1, true], [1, false], [2, true]],
  );
});

test('[R76] counts a lone player’s strike during the roll as the next putt, after the first verdict', (t) => {
  const alone = play(lobby(), null);
  alone.strike(0.5);
  alone.news();
  alone.strike(0.6);
  const shots = alone.changes().map((event) => publicRound(event['state']).shot);
  t.deepEqual(
    shots.map((shot) => [shot?.seq, shot?.v]),
    [
      [1, 'short'],
      [2, ''],
    ],
  );
  t.is(alone.state(), 'rolling');
});

test('[R132] applies each player’s own impact ratio', (t) => {
  const persisted = {
    ...PERSISTED,
    players: [
      { id: 1, name: 'A', handicap: 0, hand: 'right' as const, impact_ratio: 1.4 },
      { id: 2, name: 'X', handicap: 0, hand: 'right' as const, impact_ratio: 1.8 },
    ],
  };
  const seats = ['A', 'X'].map((n, c) => ({ n, d: '', c, h: 0 }));
  const actor = recordedActor(roundMachine, {
    persisted,
    state: newRound({ game: 'stroke', id: 7, seats, ho: [10] }),
    hosted: false,
    roster: null,
  });
  const ratios = [1, 2].map(() => {
    actor.send({ type: 'sensor.strike', strike: strikeWith({ club_speed_mps: 0.5 }) });
    actor.send({ type: 'key.ok' });
    return actor.context().state.round.shot?.ratio;
  });
  t.deepEqual(ratios, [1.4, 1.8]);
});

test('[R130] [R132] matches seats to players by id: same names, a rename, a removed player', (t) => {
  const seats = ['A', 'A'].map((n, c) => ({ n, d: '', c, h: 0 }));
  const one = { id: 4, name: 'A', handicap: 0, hand: 'right' as const, impact_ratio: 1.4 };
  const other = { id: 9, name: 'A', handicap: 0, hand: 'right' as const, impact_ratio: 1.8 };
  const actor = recordedActor(roundMachine, {
    persisted: { ...PERSISTED, players: [one, other] },
    state: newRound({ game: 'stroke', id: 7, seats, ho: [10] }),
    hosted: false,
    roster: null,
  });
  const struck = (): readonly unknown[] => {
    const before = actor.shots.length;
    actor.send({ type: 'sensor.strike', strike: strikeWith({ club_speed_mps: 0.5 }) });
    actor.send({ type: 'key.ok' });
    const { shot } = actor.context().state.round;
    const offer = actor.shots[before];
    return [shot?.p, shot?.ratio, offer && fieldsOf(offer['shot'])['player_id']];
  };
  t.deepEqual(struck(), [0, 1.4, 4]);
  t.deepEqual(struck(), [1, 1.8, 9]);
  actor.send({ type: 'play.persisted', persisted: { ...PERSISTED, players: [{ ...one, name: 'B' }, other] } });
  t.deepEqual(struck(), [0, 1.4, 4]);
  const { state } = actor.context();
  t.deepEqual(courseFrom(fieldsIn(JSON.stringify(state)))?.players, [4, 9], 'also after a restart');
  actor.send({ type: 'play.persisted', persisted: { ...PERSISTED, players: [{ ...one, name: 'B' }] } });
  t.deepEqual(struck(), [1, 1.6, undefined]);
});

test('[R77] defers seat changes during a roll until the verdict has been shown', async (t) => {
  const host = play(putted(sharedPlay([bo]), shortBy(3)), sessionOf([bo]));
  host.guestPutts(1);
  host.news();
  host.send({ type: 'round.roster', roster: sessionOf([]) });
  t.is(host.round().n, 2, 'its ball still rolls');
  t.deepEqual(host.news(), []);
  await host.clock.advance(1800);
  t.like(host.round(), { n: 2, shot: { p: 1, v: 'short' } });
  await host.clock.advance(1500);
  t.like(host.round(), { n: 1, turn: 0, note: { seq: 1, t: 'Brisk Otter has left.' } });
  t.is(host.state(), 'awaiting');
});

test('[R69] immediately applies a roster change between putts and publishes only real changes', (t) => {
  const host = play(putted(sharedPlay([bo]), shortBy(3)), sessionOf([bo]));
  host.news();
  host.send({ type: 'round.roster', roster: sessionOf([bo]) });
  t.deepEqual(host.news(), []);
  host.send({ type: 'round.roster', roster: sessionOf([], ['Brisk Otter']) });
  t.like(host.round(), { n: 2, td: [0, 1], turn: 0 });
  t.is(host.news().length, 1);
  host.send({ type: 'round.roster', roster: sessionOf([bo]) });
  t.like(host.round(), { n: 2, td: [0, 0], turn: 1 });
});

test('[R88] restores a round that stopped during a roll with the verdict of that ball', (t) => {
  const rolling = withPutt(withPlay(lobby()), PUTT, shortBy(4));
  const again = play(assertDefined(courseFrom(fieldsIn(JSON.stringify(rolling))), 'round'), null);
  t.is(again.state(), 'awaiting');
  t.deepEqual(
    again.published().map(({ shot }) => [shot?.seq, shot?.v]),
    [
      [1, ''],
      [1, 'short'],
    ],
  );
  t.deepEqual(again.round(), rolling.round);
});

test('[C5] shows the last verdict, then the card until OK, then leaves the page', async (t) => {
  const alone = play(short(), null);
  alone.strike(0.85);
  await alone.clock.advance(4000);
  t.like(alone.round(), { ph: 'done', shot: { v: 'holed' } });
  await alone.clock.advance(1500);
  t.is(alone.state(), 'finished');
  alone.news();
  alone.send({ type: 'key.ok' });
  t.deepEqual(alone.news(), [{ type: 'round.left' }]);
});

test('[course] flips the card on left and right, back on a putt; leaves only a finished round', (t) => {
  const alone = play(lobby(), null);
  alone.send({ type: 'key.left' });
  t.true(alone.context().card);
  alone.send({ type: 'key.right' });
  t.false(alone.context().card);
  alone.send({ type: 'key.right' });
  alone.strike();
  t.false(alone.context().card);
  alone.news();
  alone.send({ type: 'round.leave' });
  t.deepEqual(alone.news(), []);
  alone.send({ type: 'round.end' });
  t.is(alone.round().ph, 'done');
  t.deepEqual(alone.news().at(-1), { type: 'round.left' });
});

test('[R83] ignores a strike after the last putt', async (t) => {
  const alone = play(short(), null);
  alone.strike(0.85);
  await alone.clock.advance(2000);
  t.is(alone.state(), 'looking');
  alone.strike();
  await alone.clock.advance(3000);
  t.is(alone.state(), 'finished');
  alone.strike();
  t.like(alone.round(), { ph: 'done', shot: { seq: 1 } });
});

test('[R69] sits out the guests’ seats when a round resumes without its session', (t) => {
  const alone = play(putted(sharedPlay([bo]), shortBy(3)), null);
  t.like(alone.round(), { td: [0, 1], turn: 0 });
  alone.strike();
  t.is(alone.round().shot?.seq, 2);
});

test('[R79] can publish and store a round whatever numbers a guest’s putt contains', (t) => {
  for (const mps of [0, -1, 1e9, 1e200, -1e300, Number.MAX_VALUE]) {
    const host = play(putted(sharedPlay([bo]), shortBy(3)), sessionOf([bo]));
    host.guestPutts(1, 1, 'Brisk Otter', mps);
    host.send({ type: 'key.ok' });
    const state: unknown = JSON.parse(JSON.stringify(host.context().state));
    t.deepEqual(courseFrom(state), host.context().state, `${mps} m/s`);
  }
});
