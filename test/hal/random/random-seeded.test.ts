// Tests of the seeded random source: the contract of every random source, and that runs are repeatable.

import test from 'ava';
import fc from 'fast-check';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Random } from '../../../hal/random/random.ts';
import { randomConformance } from './random-conformance.ts';

randomConformance(test, () => createSeededRandom(20_260_730));

const floats = (random: Random, count = 20): number[] => Array.from({ length: count }, () => random.float());

/** Draws one of every kind. */
const sample = (random: Random): unknown[] => [
  random.float(),
  random.int(1000),
  random.normal(),
  Buffer.from(random.bytes(5)).toString('hex'),
  random.fork('a').float(),
];

test('[random] gives the same stream for the same seed, and a different stream for another', (t) => {
  t.deepEqual(sample(createSeededRandom(7)), sample(createSeededRandom(7)));
  const seeds = [0, 1, 2, -1, 0.5, 10, 11, 2 ** 31, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
  t.is(new Set(seeds.map((seed) => floats(createSeededRandom(seed)).join())).size, seeds.length);
});

test('[random] the first draws of a thousand adjacent seeds are uniform', (t) => {
  const draws = Array.from({ length: 1000 }, (_, seed) => createSeededRandom(seed).float());
  const mean = draws.reduce((sum, value) => sum + value, 0) / 1000;
  t.true(Math.abs(mean - 0.5) < 0.05, `mean ${mean}`);
  for (let tenth = 0; tenth < 10; tenth++) {
    const count = draws.filter((value) => Math.floor(value * 10) === tenth).length;
    t.true(Math.abs(count - 100) < 50, `tenth ${tenth}: ${count}`);
  }
});

test('[random] forks with the same name agree, forks with different names do not', (t) => {
  const random = createSeededRandom(7);
  t.deepEqual(floats(random.fork('wire')), floats(random.fork('wire')));
  const names = ['wire', 'board', 'golfer', '', 'wir', 'wiree', 'Wire', 'a', 'b', 'é'];
  const streams = names.map((name) => floats(random.fork(name)).join());
  t.is(new Set([...streams, floats(random).join()]).size, names.length + 1);
  t.not(floats(createSeededRandom(8).fork('wire')).join(), floats(random.fork('wire')).join());
});

test('[random] a fork of a fork differs from both and from any other nested fork', (t) => {
  const random = createSeededRandom(7);
  const streams = [
    random,
    random.fork('a'),
    random.fork('b'),
    random.fork('a').fork('b'),
    random.fork('b').fork('a'),
    random.fork('a').fork('a'),
  ].map((stream) => floats(stream).join());
  t.is(new Set(streams).size, streams.length);
});

test('[random] drawing from one stream never shifts another, in any order', (t) => {
  const names = ['wire', 'board', 'golfer'] as const;
  const alone = Object.fromEntries(names.map((name) => [name, floats(createSeededRandom(3).fork(name), 40)]));
  const draws = fc.array(fc.constantFrom(...names, 'parent' as const), { maxLength: 40 });
  fc.assert(
    fc.property(draws, (order) => {
      const random = createSeededRandom(3);
      const forks = new Map(names.map((name) => [name, random.fork(name)]));
      const drawn: Record<string, number[]> = { wire: [], board: [], golfer: [] };
      for (const name of order) {
        if (name === 'parent') random.normal();
        else drawn[name]?.push(forks.get(name)?.float() ?? -1);
      }
      for (const name of names) t.deepEqual(drawn[name], alone[name]?.slice(0, drawn[name]?.length));
    }),
    { numRuns: 50 },
  );
});

test('[random] normal has mean 0 and standard deviation 1 within half a percent', (t) => {
  const random = createSeededRandom(11);
  const draws = Array.from({ length: 200_000 }, () => random.normal());
  const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
  const sd = Math.sqrt(draws.reduce((sum, value) => sum + value ** 2, 0) / draws.length);
  t.true(Math.abs(mean) < 0.007, `mean ${mean}`);
  t.true(Math.abs(sd - 1) < 0.005, `SD ${sd}`);
});

test('[random] gives a late fork the same stream as an early fork', (t) => {
  const late = createSeededRandom(5);
  floats(late, 100);
  t.deepEqual(floats(late.fork('x')), floats(createSeededRandom(5).fork('x')));
});
