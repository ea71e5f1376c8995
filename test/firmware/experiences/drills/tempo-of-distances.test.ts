// Tempo of distances: the order of its calls, scoring, and a whole set on a device.

import test from 'ava';
import { cfgFrom, steppedCfg } from '../../../../firmware/experiences/cfg.ts';
import { tempoOfDistances } from '../../../../firmware/experiences/drills/tempo-of-distances.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';
import { rollOf } from '../../../../firmware/roll/roll.ts';
import { deviceFixture } from '../../../support/device/device-fixture.ts';
import { choose, persistedIn, flashWith, pageOn, players, reboot } from '../../../support/device/play.ts';
import { puttWith } from '../../../support/device/putts.ts';

const { rules, cfg } = tempoOfDistances;
const begin = (shots: number, ids: readonly number[] = [1]) => rules.start({ shots }, ids, createSeededRandom(1));

/** Returns a putt that rolls `feet`. */
function rolls(feet: number) {
  const putt = puttWith({ target_ft: null, verdict: '', leave_ft: null });
  return { ...putt, outcome: { ...putt.outcome, roll: { ...rollOf(2, 10), distance_m: feet * 0.3048 } } };
}

test('[C107] calls 10, 20 and 30 feet in rotation, the same for every player', (t) => {
  let state = begin(6, [4, 7]);
  const called: (number | null)[] = [];
  while (!rules.over(state)) {
    called.push(rules.called_ft?.(state) ?? null);
    state = rules.score(state, rolls(20));
  }
  t.deepEqual(called, [10, 10, 20, 20, 30, 30, 10, 10, 20, 20, 30, 30]);
  t.is(rules.called_ft?.(state), null, 'no distance after the last putt');
});

test('[C107] calls are not random: every set has the same ones', (t) => {
  t.deepEqual(rules.start({ shots: 9 }, [1], createSeededRandom(8)), begin(9));
});

test('[C107] a putt within 5 % of its called distance is a hit', (t) => {
  const state = [10.4, 19.2, 30, 9.4, 21.2, 28.6].reduce((now, feet) => rules.score(now, rolls(feet)), begin(6));
  t.deepEqual(
    state.seats[0]?.putts.map(({ points }) => points),
    [1, 1, 1, 0, 0, 1],
  );
  // Errors of 4, 4, 0, 6, 6 and 4.667 percent: 4.111 on average.
  const [result] = rules.results(state);
  t.is(result?.headline, '4 hits');
  t.true(Math.abs((result?.trendValue ?? 0) - 4.111_111) < 1e-5);
  t.deepEqual(result?.figures[2], { label: 'Best streak', text: '3' });
});

test('[C107] a set has nine putts by default, or three to sixty in steps of three', (t) => {
  t.deepEqual(cfgFrom(cfg, {}), { shots: 9 });
  const step = (shots: number, direction: 1 | -1) => steppedCfg(cfg, { shots }, 'shots', direction)['shots'];
  t.deepEqual([step(9, 1), step(9, -1), step(60, 1), step(3, -1)], [12, 6, 60, 3]);
});

test('[C107] on a device: is listed below Make distance, survives a restart, and has one trend', async (t) => {
  const flash = await flashWith({ cfg: { tempo: { shots: 3 } }, players: players('Ana') });
  const first = await deviceFixture({ flash });
  await choose(first, 'Make distance', 'down');
  t.true(first.lines().includes('> Tempo of distances'));
  await first.press('ok');
  t.true(first.lines().includes('Putts: 3'));
  await choose(first, 'Start');
  t.true(first.lines().includes('To make: 10 ft'));
  await first.strike({ club_speed_mps: first.wanted_speed_mps() ?? 0 });
  await first.untilAtRest();
  t.true(first.lines().some((line) => line.startsWith('Verdict: Hit')));
  const fixture = await reboot(first);
  await choose(fixture, 'Tempo of distances');
  await choose(fixture, 'Go on: Putt 2 of 3');
  for (const feet of [20, 30]) {
    t.true(fixture.lines().includes(`To make: ${feet} ft`));
    await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
    await fixture.press('ok');
  }
  t.is(pageOn(fixture), 'result');
  t.true(fixture.lines().some((line) => line.includes('Ana: 3 hits')));
  const { persisted } = await persistedIn(fixture.flash);
  t.is(persisted.trends.tempo.length, 1);
  t.is(persisted.exp.mode, 15);
  t.deepEqual(fixture.complaints(), []);
});
