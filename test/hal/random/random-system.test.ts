// Tests that the operating system's random source keeps the contract of every random source and never repeats itself.

import test from 'ava';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import { randomConformance } from './random-conformance.ts';

randomConformance(test, createSystemRandom);

test('[random] two system sources never agree', (t) => {
  const draws = [createSystemRandom(), createSystemRandom(), createSystemRandom().fork('a')];
  t.is(new Set(draws.map((random) => Buffer.from(random.bytes(16)).toString('hex'))).size, 3);
});
