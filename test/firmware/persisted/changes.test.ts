// Every change of the persisted state at its limits, and invariants after any sequence of changes.

import test from 'ava';
import fc from 'fast-check';
import { changePersisted, type PersistedChange } from '../../../firmware/persisted/changes.ts';
import { persistedFrom, RECORDS, recordData, type Persisted } from '../../../firmware/persisted/persisted.ts';
import { startSet, type CfgGroup } from '../../../firmware/experiences/registry.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { persistedAreSound } from '../../support/device/valid-persisted.ts';

const ID = 'TP-0123456789AB';
const fresh = (): Persisted => persistedFrom({}, ID);
const after = (persisted: Persisted, ...changes: PersistedChange[]): Persisted =>
  changes.reduce((now, change) => changePersisted(now, change).persisted, persisted);
const times = (count: number, change: PersistedChange): PersistedChange[] =>
  Array.from({ length: count }, () => change);
const add: PersistedChange = { kind: 'add_player' };

const direction = fc.constantFrom<1 | -1>(1, -1);
const player_id = fc.integer({ min: 0, max: 9 });
const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }), fc.constant('  '));
const anyChange: fc.Arbitrary<PersistedChange> = fc.oneof(
  fc.record({
    kind: fc.constant('step_setting' as const),
    key: fc.constantFrom('stimp' as const, 'sound_percent' as const, 'brightness_percent' as const),
    direction,
  }),
  fc.constant<PersistedChange>({ kind: 'toggle_units' }),
  fc.record({ kind: fc.constant('turn_face' as const), free: fc.boolean() }),
  fc.record({ kind: fc.constant('name_device' as const), text: anyText }),
  fc.constant(add),
  fc.record({ kind: fc.constant('remove_player' as const), player_id }),
  fc.record({ kind: fc.constant('name_player' as const), player_id, text: anyText }),
  fc.record({
    kind: fc.constant('step_player' as const),
    player_id,
    key: fc.constantFrom('handicap' as const, 'impact_ratio' as const),
    direction,
  }),
  fc.record({
    kind: fc.constant('step_cfg' as const),
    group: fc.constantFrom<CfgGroup>('lag', 'close', 'course', 'golf', 'distance', 'arc', 'rotation', 'face'),
    key: fc.constantFrom('shots', 'csMin', 'csMax', 'target', 'manual', 'band', 'holes', 'course', 'nothing'),
    direction,
  }),
);
/** Repeats one change many times, so that limits are reached. */
const runs = fc.array(fc.tuple(anyChange, fc.integer({ min: 1, max: 70 })), { maxLength: 25 });

test('[R137] after any sequence of changes every value is within its range', (t) => {
  fc.assert(
    fc.property(runs, (sequence) => {
      const persisted = after(fresh(), ...sequence.flatMap(([change, count]) => times(count, change)));
      const wrong = persistedAreSound(persisted);
      if (wrong) throw new Error(wrong);
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('[persisted] writing only the records a change names restores the same state', (t) => {
  fc.assert(
    fc.property(runs, (sequence) => {
      let persisted = fresh();
      const flash = Object.fromEntries(RECORDS.map((name) => [name, JSON.stringify(recordData(persisted, name))]));
      for (const change of sequence.flatMap(([one, count]) => times(Math.min(count, 5), one))) {
        const changed = changePersisted(persisted, change);
        if (changed.records.length === 0 && changed.persisted !== persisted) return false;
        persisted = changed.persisted;
        for (const name of changed.records) flash[name] = JSON.stringify(recordData(persisted, name));
      }
      const read = Object.fromEntries(Object.entries(flash).map(([name, text]) => [name, JSON.parse(text) as unknown]));
      return JSON.stringify(persistedFrom(read, ID)) === JSON.stringify(persisted);
    }),
    { numRuns: 300 },
  );
  t.pass();
});

test('[persisted] settings step to their limits and stop there', (t) => {
  const stepTo = (key: 'stimp' | 'sound_percent' | 'brightness_percent', direction: 1 | -1): number =>
    after(fresh(), ...times(50, { kind: 'step_setting', key, direction: direction })).settings[key];
  t.deepEqual([stepTo('stimp', -1), stepTo('stimp', 1)], [4, 15]);
  t.deepEqual([stepTo('sound_percent', -1), stepTo('sound_percent', 1)], [0, 100]);
  t.deepEqual([stepTo('brightness_percent', -1), stepTo('brightness_percent', 1)], [10, 100]);
  const one = after(fresh(), { kind: 'step_setting', key: 'stimp', direction: 1 });
  t.is(one.settings.stimp, 10.5);
  t.is(after(fresh(), { kind: 'toggle_units' }).settings.units, 'metric');
  t.is(after(fresh(), ...times(2, { kind: 'toggle_units' })).settings.units, 'imperial');
  t.like(after(fresh(), { kind: 'turn_face', free: false }).settings, { figures: true, free_figures: true });
  t.like(after(fresh(), { kind: 'turn_face', free: true }).settings, { figures: false, free_figures: false });
});

test('[R138] steps a calibrated ratio by a whole step or not at all, without rounding or clamping', (t) => {
  const stepFrom = (impact_ratio: number, ...directions: readonly (1 | -1)[]): number | undefined => {
    const [player] = fresh().players;
    const persisted = { ...fresh(), players: [{ ...assertDefined(player, 'player'), impact_ratio }] };
    const steps = directions.map((direction): PersistedChange => ({
      kind: 'step_player',
      player_id: 1,
      key: 'impact_ratio',
      direction,
    }));
    return after(persisted, ...steps).players[0]?.impact_ratio;
  };
  t.is(stepFrom(1.62345, 1), 1.63345);
  t.is(stepFrom(1.62345, -1), 1.61345);
  t.is(stepFrom(1.62345, 1, -1), 1.62345, 'up and back down');
  t.is(stepFrom(1.7951, 1), 1.7951, 'no step to 1.80');
  t.is(stepFrom(1.4049, -1), 1.4049);
  t.is(stepFrom(1.79, 1), 1.8);
});

test('[C104] steps handicap 0..54 by 1 from 0, and ratio 1.40..1.80 by exactly 0.01', (t) => {
  const of = (key: 'handicap' | 'impact_ratio', direction: 1 | -1, count: number): number | undefined =>
    after(fresh(), ...times(count, { kind: 'step_player', player_id: 1, key, direction: direction })).players[0]?.[key];
  t.deepEqual([of('handicap', -1, 1), of('handicap', 1, 1)], [0, 1]);
  t.deepEqual([of('handicap', 1, 54), of('handicap', 1, 55)], [54, 54]);
  t.deepEqual([of('impact_ratio', -1, 20), of('impact_ratio', -1, 21)], [1.4, 1.4]);
  t.deepEqual([of('impact_ratio', 1, 20), of('impact_ratio', 1, 21)], [1.8, 1.8]);
  for (let count = 1; count < 20; count++) t.is(of('impact_ratio', 1, count), (160 + count) / 100);
});

test('[persisted] trims names and cuts them at 16 characters; only a device name may be empty', (t) => {
  const name = (text: string): string | undefined =>
    after(fresh(), { kind: 'name_player', player_id: 1, text }).players[0]?.name;
  t.is(name('x'.repeat(16)), 'x'.repeat(16));
  t.is(name('x'.repeat(17)), 'x'.repeat(16));
  t.is(name('🏌'.repeat(17)), '🏌'.repeat(16));
  t.is(name('  Ana '), 'Ana');
  t.is(name(`${'x'.repeat(15)} y`), 'x'.repeat(15), 'no trailing blank after the cut');
  t.is(name('   '), 'Player 1');
  t.is(name('\n'), 'Player 1');
  t.is(name('a\n> b'), 'a> b');
  t.is(
    after(fresh(), { kind: 'name_device', text: 'DeviceFixture' }, { kind: 'name_device', text: '' }).settings.name,
    '',
  );
});

test('[persisted] allows at most four players and at least one', (t) => {
  const four = after(fresh(), ...times(3, add));
  t.is(four.players.length, 4);
  t.deepEqual(changePersisted(four, add), { persisted: four, records: [] });
  const one = fresh();
  t.deepEqual(changePersisted(one, { kind: 'remove_player', player_id: 1 }), { persisted: one, records: [] });
});

test('[persisted] never reuses the id of a player', (t) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant(0), player_id), { maxLength: 60 }), (moves) => {
      let persisted = fresh();
      const given = new Set([1]);
      for (const move of moves) {
        const before = new Set(persisted.players.map(({ id }) => id));
        const target = persisted.players[move % persisted.players.length]?.id ?? 0;
        persisted = after(persisted, move === 0 ? add : { kind: 'remove_player', player_id: target });
        for (const { id } of persisted.players) {
          if (before.has(id)) continue;
          if (given.has(id)) return false;
          given.add(id);
        }
      }
      return true;
    }),
  );
  t.pass();
});

test('[persisted] removing a player ends only the sets they play in', (t) => {
  const three = after(fresh(), add, add);
  const setOf = (game: 'lag' | 'close', ...ids: number[]) => startSet(game, three.cfgs, ids, createSeededRandom(1));
  const playing = after(
    three,
    { kind: 'keep_set', game: 'lag', set: setOf('lag', 1, 2) },
    { kind: 'keep_set', game: 'close', set: setOf('close', 1, 3) },
  );
  const left = changePersisted(playing, { kind: 'remove_player', player_id: 2 });
  t.is(left.persisted.sets.lag, null);
  t.deepEqual(left.persisted.sets.close, playing.sets.close);
  t.deepEqual(left.records, ['players', 'set-lag']);
  t.deepEqual(
    left.persisted.players.map(({ id }) => id),
    [1, 3],
  );
});

test('[R138] a ratio step changes exactly one player', (t) => {
  const two = after(fresh(), add);
  const { persisted, records } = changePersisted(two, {
    kind: 'step_player',
    player_id: 2,
    key: 'impact_ratio',
    direction: 1,
  });
  t.deepEqual(persisted.players[0], two.players[0]);
  t.deepEqual(persisted.players[1], { id: 2, name: 'Player 2', handicap: 0, hand: 'right', impact_ratio: 1.61 });
  t.deepEqual(records, ['players']);
});

test('[C25] the shortest and the longest station push each other, within their limits', (t) => {
  const step = (key: 'csMin' | 'csMax', direction: 1 | -1, count: number) =>
    after(fresh(), ...times(count, { kind: 'step_cfg', group: 'lag', key, direction: direction })).cfgs.lag;
  t.like(step('csMin', 1, 30), { csMin: 45, csMax: 45 });
  t.like(step('csMin', 1, 200), { csMin: 100, csMax: 100 });
  t.like(step('csMax', -1, 30), { csMin: 10, csMax: 10 });
  t.like(step('csMax', -1, 200), { csMin: 5, csMax: 5 });
  t.is(after(fresh(), { kind: 'step_cfg', group: 'lag', key: 'manual', direction: 1 }).cfgs.lag.manual, 1);
  t.is(after(fresh(), ...times(99, { kind: 'step_cfg', group: 'lag', key: 'shots', direction: 1 })).cfgs.lag.shots, 50);
  t.is(
    after(fresh(), ...times(99, { kind: 'step_cfg', group: 'close', key: 'shots', direction: -1 })).cfgs.close.shots,
    6,
  );
});

test('[persisted] ending a set adds to the trend, removes the set and counts it, in one change', (t) => {
  const set = startSet('lag', fresh().cfgs, [1], createSeededRandom(1));
  const playing = after(fresh(), { kind: 'keep_set', game: 'lag', set });
  t.is(playing.sets.lag, set);
  const entries = [{ player_id: 1, unix_s: 5, value: 8 }];
  const { persisted, records } = changePersisted(playing, { kind: 'end_set', game: 'lag', entries });
  t.deepEqual(persisted.trends, { ...fresh().trends, lag: entries });
  t.deepEqual(persisted.sets, fresh().sets);
  t.deepEqual(persisted.ended, { ...fresh().ended, lag: 1 });
  t.deepEqual(records, ['trends', 'set-lag'], 'trend written first');
});

test('[C25] drill settings step within limits, wrap round if named, and push each other', (t) => {
  const step = (persisted: Persisted, group: CfgGroup, key: string, direction: 1 | -1, times = 1): Persisted => {
    let now = persisted;
    for (let n = 0; n < times; n++) now = after(now, { kind: 'step_cfg', group, key, direction });
    return now;
  };
  t.is(step(fresh(), 'face', 'shots', 1).cfgs.face.shots, 11);
  t.is(step(fresh(), 'face', 'shots', 1, 99).cfgs.face.shots, 50);
  t.is(step(fresh(), 'face', 'shots', -1, 99).cfgs.face.shots, 1);
  t.is(step(fresh(), 'rotation', 'shots', -1, 99).cfgs.rotation.shots, 2, 'a single putt has no spread');
  t.deepEqual(
    [1, 2, 3].map((times) => step(fresh(), 'arc', 'band', 1, times).cfgs.arc.band),
    [2, 0, 1],
  );
  t.deepEqual(
    [1, 2].map((times) => step(fresh(), 'distance', 'manual', -1, times).cfgs.distance.manual),
    [1, 0],
  );
  t.like(step(fresh(), 'distance', 'csMin', 1, 40).cfgs.distance, { csMin: 50, csMax: 50 });
  t.like(step(fresh(), 'distance', 'csMax', -1, 35).cfgs.distance, { csMin: 5, csMax: 5 });
  t.deepEqual(step(fresh(), 'face', 'nothing', 1).cfgs, fresh().cfgs);
});

test('[C25] the course setting cycles through the built-in courses and back to random holes', (t) => {
  let persisted = fresh();
  const courses = [];
  for (let n = 0; n < 7; n++) {
    persisted = after(persisted, { kind: 'step_cfg', group: 'course', key: 'course', direction: 1 });
    courses.push(persisted.cfgs.course.course);
  }
  t.deepEqual(courses, [1, 2, 3, 4, 5, 6, 0]);
  t.is(after(fresh(), { kind: 'step_cfg', group: 'course', key: 'course', direction: -1 }).cfgs.course.course, 6);
});
