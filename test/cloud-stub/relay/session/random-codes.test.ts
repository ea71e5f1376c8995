// Labels for more devices than there are word pairs.

import test from 'ava';
import { drawLabel } from '../../../../cloud-stub/relay/session/random-codes.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';

const DEVICES = 60_000;
const PAIRS = 152 * 159;

test('[R17] [C20] more devices than word pairs get unique labels within few draws', (t) => {
  const random = createSeededRandom(7, 'labels');
  const given = new Set<string>();
  let most = 0;
  for (let device = 0; device < DEVICES; device++)
    for (let draws = 1; ; draws++) {
      const label = drawLabel(random, draws);
      if (given.has(label)) continue;
      given.add(label);
      most = Math.max(most, draws);
      break;
    }
  t.is(given.size, DEVICES);
  t.true(most <= 16, `${most} draws`);
  const plain = [...given].filter((label) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(label)).length;
  t.true(plain > 0.9 * PAIRS, `${plain} of two words alone`);
  t.true([...given].every((label) => /^[A-Z][a-z]+ [A-Z][a-z]+( ([2-9]|[1-9]\d\d?))?$/.test(label)));
});
