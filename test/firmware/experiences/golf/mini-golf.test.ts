// The rules of mini golf: strokes, turns, aim, pick-up, and a whole round on a device.

import test from 'ava';
import fc from 'fast-check';
import { cfgFrom } from '../../../../firmware/experiences/cfg.ts';
import { GOLF_HOLES } from '../../../../firmware/experiences/golf/holes.ts';
import {
  GOLF_CFG,
  GOLF_STROKES_MAX,
  golfRemark,
  groundAt,
  holeOf,
  golfRules,
  pathOf,
  turnedAim,
  type GolfState,
} from '../../../../firmware/experiences/golf/mini-golf.ts';
import type { Putt } from '../../../../firmware/experiences/putt.ts';
import { outcomeOf } from '../../../../firmware/roll/verdict.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';
import { deviceFixture, type DeviceFixture } from '../../../support/device/device-fixture.ts';
import { choose, persistedIn, flashWith, pageOn, players, reboot, toMenu } from '../../../support/device/play.ts';
import { puttWith } from '../../../support/device/putts.ts';

/** Returns a putt at `speed_mps` ball speed that starts `start_deg` off the aim, on a green of stimp 10. */
function putt(speed_mps: number, start_deg = 0): Putt {
  const outcome = outcomeOf({ speed_mps, start_deg }, { stimp_ft: 10, x_factor: 1 }, null);
  return { ...puttWith({ target_ft: null, verdict: '', leave_ft: null }), ball_speed_mps: speed_mps, outcome };
}

const golfCfgFrom = (data: Record<string, unknown>) => cfgFrom(GOLF_CFG, data);
const begin = (ids: readonly number[] = [1], holes = 9): GolfState =>
  golfRules.start(golfCfgFrom({ holes }), ids, createSeededRandom(1));
const play = (state: GolfState, ...putts: readonly Putt[]): GolfState =>
  putts.reduce((now, each) => golfRules.score(now, each), state);
/** Putt that rolls ten feet, over the cup of the first hole, which is at nine. */
const ACE = putt(2.36);
const TAP = putt(0.2);

test('[C97] a round starts on the tee of the first hole, aimed at the cup', (t) => {
  const state = begin();
  t.like(state, { turn: 0, stroke: 0, aim_deg: 0, ball: groundAt(0).start });
  t.is(holeOf(state), 0);
  t.is(golfRules.progress(state), 'Hole 1 of 9');
  t.true(Math.abs((golfRules.reach_ft?.(state) ?? 0) - 10) < 1e-9, 'nine feet to the cup and one beyond');
});

test('[C97] a holed ball ends the hole; the next player starts it, then all move on', (t) => {
  const one = play(begin([4, 7]), ACE);
  t.like(one, { turn: 1, stroke: 0, ball: groundAt(0).start });
  t.deepEqual(
    one.seats.map(({ strokes }) => strokes),
    [[1], []],
  );
  const next = play(one, ACE);
  t.like(next, { turn: 0, stroke: 0, ball: groundAt(1).start });
  t.is(holeOf(next), 1);
});

test('[C97] after a miss, the same player putts from where the ball lies, aimed at the cup', (t) => {
  const state = play(begin([4, 7]), putt(1.5, 10));
  t.deepEqual([state.turn, state.stroke], [0, 1]);
  t.notDeepEqual(state.ball, groundAt(0).start);
  const { cup } = groundAt(0);
  const aim = (Math.atan2(cup.y - state.ball.y, cup.x - state.ball.x) * 180) / Math.PI;
  t.true(Math.abs(state.aim_deg - aim) <= 0.05);
});

test('[C97] after six strokes a player picks up', (t) => {
  let state = begin();
  for (let stroke = 1; stroke < GOLF_STROKES_MAX; stroke++) {
    state = play(state, TAP);
    t.deepEqual([state.stroke, holeOf(state)], [stroke, 0]);
  }
  t.is(golfRemark(pathOf(state, TAP)).text, 'Picked up after 6');
  state = play(state, TAP);
  t.deepEqual(state.seats[0]?.strokes, [6]);
  t.is(holeOf(state), 1);
});

test('[C97] left and right turn the aim by two degrees, through the full circle', (t) => {
  t.is(turnedAim(begin(), 1).aim_deg, 2);
  t.is(turnedAim(begin(), -1).aim_deg, -2);
  let state = begin();
  for (let n = 0; n < 180; n++) state = turnedAim(state, 1);
  t.is(state.aim_deg, 0);
  t.is(turnedAim({ ...begin(), aim_deg: 180 }, 1).aim_deg, -178);
});

test('[C97] the aim and the face add up', (t) => {
  const left = pathOf({ ...begin(), aim_deg: 4 }, putt(1.2, -4));
  t.deepEqual(left.path, pathOf(begin(), putt(1.2)).path);
});

test('[C97] verdicts of putts', (t) => {
  const path = pathOf(begin(), ACE);
  t.deepEqual(golfRemark(path), { good: true, text: 'Hole in one!' });
  t.is(golfRemark({ ...path, stroke: 2 }).text, 'Holed in 2, par');
  t.is(golfRemark({ ...path, stroke: 4 }).text, 'Holed in 4, 2 over');
  t.is(golfRemark({ ...path, hole: 6, stroke: 3 }).text, 'Holed in 3, 1 under');
  t.is(golfRemark({ ...path, holed: false, touches: 0 }).text, 'Lies');
  t.is(golfRemark({ ...path, holed: false, touches: 1 }).text, 'Off a wall');
  t.is(golfRemark({ ...path, holed: false, touches: 3 }).text, 'Off 3 walls');
});

test('[C97] a result counts strokes, par, holes in one and the best hole', (t) => {
  const seats = [{ player_id: 3, strokes: [1, 2, 4] }];
  const state = { ...begin([3], 3), seats };
  t.deepEqual(golfRules.results(state), [
    {
      player_id: 3,
      headline: '7 strokes',
      count: 7,
      figures: [
        { label: 'To par', text: 'par' },
        { label: 'Holes in one', text: '1' },
        { label: 'Best hole', text: '1' },
      ],
      trendValue: 7 / 3,
    },
  ]);
  t.is(golfRules.standing(state, 0), '7, par');
  t.true(golfRules.over(state));
});

test('[C97] the number of holes is one to all; anything else means all', (t) => {
  const given = [1, 9, 0, 10, 2.5, '3'];
  t.deepEqual(
    given.map((holes) => golfCfgFrom({ holes }).holes),
    [1, 9, 9, 9, 9, 9],
  );
});

test('[C97] any strikes end the round, with at most six strokes per player and hole', (t) => {
  const anyPutt = fc.record({
    speed: fc.double({ min: 0.24, max: 10.8, noNaN: true }),
    deg: fc.double({ min: -17, max: 17, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(anyPutt, { minLength: 48, maxLength: 48 }), fc.integer({ min: 1, max: 4 }), (putts, count) => {
      let state = begin(
        Array.from({ length: count }, (_, i) => i + 1),
        2,
      );
      for (const { speed, deg } of putts) if (!golfRules.over(state)) state = play(state, putt(speed, deg));
      return golfRules.over(state) && state.seats.every(({ strokes }) => strokes.every((n) => n >= 1 && n <= 6));
    }),
    { seed: 3, numRuns: 25 },
  );
  t.pass();
});

const shows = (fixture: DeviceFixture, text: string): boolean => fixture.lines().some((line) => line.includes(text));

test('[C24] Mini golf on a device: aimed by keys, played by putts, to the result and trend', async (t) => {
  const fixture = await deviceFixture({
    flash: await flashWith({ cfg: { golf: { holes: 2 } }, players: players('Ana') }),
  });
  await choose(fixture, 'Mini golf');
  await choose(fixture, 'Start');
  t.true(shows(fixture, `${GOLF_HOLES[0]?.name}, par 2, stroke 1`));
  t.true(shows(fixture, 'Aim: 0°'));
  await fixture.press('right', 'right', 'left');
  t.true(shows(fixture, 'Aim: 2° to the right'));
  await fixture.press('left');
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0, face_angle_deg: 0 });
  await fixture.clock.advance(500);
  t.true(shows(fixture, 'Verdict: Hole in one!'), fixture.lines().join('|'));
  await fixture.clock.advance(5000);
  t.true(shows(fixture, 'Hole 2 of 2'));
  for (let stroke = 0; stroke < GOLF_STROKES_MAX; stroke++) {
    t.is(pageOn(fixture), 'playing');
    await fixture.strike({ club_speed_mps: 0.2, face_angle_deg: 0 });
    await fixture.press('ok');
  }
  t.is(pageOn(fixture), 'result');
  t.true(shows(fixture, 'Ana: 7 strokes'));
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(
    persisted.trends.golf.map(({ value }) => value),
    [3.5],
  );
  t.deepEqual(fixture.complaints(), []);
});

test('[C25] Mini golf resumes after a restart with the ball in the same place', async (t) => {
  const first = await deviceFixture({ flash: await flashWith({ cfg: { golf: { holes: 3 } } }) });
  await choose(first, 'Mini golf');
  await choose(first, 'Start');
  await first.strike({ club_speed_mps: 0.6, face_angle_deg: 2 });
  const kept = (await persistedIn(first.flash)).persisted.sets.golf;
  const fixture = await reboot(first);
  await toMenu(fixture);
  await choose(fixture, 'Mini golf');
  t.true(shows(fixture, 'Go on: Hole 1 of 3'));
  await fixture.press('ok');
  t.true(shows(fixture, 'stroke 2'));
  t.deepEqual((await persistedIn(fixture.flash)).persisted.sets.golf, kept);
});
