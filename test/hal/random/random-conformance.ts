// Conformance suite for every random source: the contract in hal/random/random.ts. The statistical bounds are at least
// six standard deviations wide, so the real source practically never fails by chance.

import type { Random } from '../../../hal/random/random.ts';
import type { Declare } from '../../support/titled.ts';

const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function randomConformance(test: Declare, factory: () => Random): void {
  test('[random] float is in [0, 1), with the mean and variance of a uniform draw', (t) => {
    const random = factory();
    const draws = times(20_000, () => random.float());
    t.true(draws.every((value) => value >= 0 && value < 1));
    t.true(Math.abs(meanOf(draws) - 0.5) < 0.013, `mean ${meanOf(draws)}`);
    const variance = meanOf(draws.map((value) => (value - 0.5) ** 2));
    t.true(Math.abs(variance - 1 / 12) < 0.004, `variance ${variance}`);
    t.true(new Set(draws).size > 19_990, 'draws of 53 bits hardly ever meet');
  });

  test('[random] int(n) draws every integer from 0 to n - 1 about equally often', (t) => {
    const random = factory();
    for (const below of [1, 2, 6, 40]) {
      const counts = Array.from({ length: below }, () => 0);
      for (let n = 0; n < below * 1000; n++) {
        const value = random.int(below);
        t.true(Number.isInteger(value) && value >= 0 && value < below, `${value} of ${below}`);
        counts[value] = (counts[value] ?? 0) + 1;
      }
      for (const [value, count] of counts.entries()) t.true(Math.abs(count - 1000) < 220, `${value}: ${count}`);
    }
  });

  test('[random] normal has mean 0, standard deviation 1 and normal tails', (t) => {
    const random = factory();
    const draws = times(20_000, () => random.normal());
    t.true(draws.every(Number.isFinite));
    t.true(Math.abs(meanOf(draws)) < 0.043, `mean ${meanOf(draws)}`);
    t.true(Math.abs(Math.sqrt(meanOf(draws.map((value) => value ** 2))) - 1) < 0.031);
    const beyond = (limit: number): number => draws.filter((value) => Math.abs(value) > limit).length / draws.length;
    t.true(Math.abs(beyond(1) - 0.3173) < 0.02, `beyond 1: ${beyond(1)}`);
    t.true(Math.abs(beyond(2) - 0.0455) < 0.009, `beyond 2: ${beyond(2)}`);
    t.true(Math.abs(meanOf(draws.map((value) => value ** 3))) < 0.17, 'symmetric');
  });

  test('[random] bytes(n) returns n bytes over the whole range', (t) => {
    const random = factory();
    for (const count of [0, 1, 3, 250]) {
      const bytes = random.bytes(count);
      t.is(bytes.length, count);
      t.is(Object.getPrototypeOf(bytes), Uint8Array.prototype);
    }
    const many = random.bytes(10_000);
    t.is(new Set(many).size, 256);
    t.true(Math.abs(meanOf([...many]) - 127.5) < 4.5);
  });

  test('[random] a fork is an independent source', (t) => {
    const random = factory();
    const fork = random.fork('a');
    const ours = times(50, () => random.float());
    const theirs = times(50, () => fork.float());
    t.is(new Set([...ours, ...theirs]).size, 100);
  });
}
