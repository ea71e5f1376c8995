// Inputs are counted right: what each kind of mishap adds, and that nothing else does.

import test from 'ava';
import { createInputTally, type InputTally } from '../support/relay/input-tally.ts';

const NOTHING = { lost: 0, doubled: 0, out_of_order: 0, unacknowledged: 0 };

/** Two hosts with two inputs each, all as it should be; then what is done to them. */
function verdictAfter(mishap: (tally: InputTally) => void) {
  const tally = createInputTally();
  for (const host of [1, 2])
    for (const input of [1, 2]) {
      tally.acknowledged(host, 10 + host, input, input);
      tally.received(host, 10 + host, input, input);
    }
  mishap(tally);
  return tally.verdict();
}

test('[R28] [R31] inputs that come once and in order are neither lost, doubled nor out of order', (t) => {
  t.deepEqual(verdictAfter(() => {}), NOTHING); // oxfmt-ignore
});

test('[R31] an input that was acknowledged and never came is lost', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.acknowledged(1, 11, 3, 3)),
    { ...NOTHING, lost: 1 },
  );
});

test('[R31] an input that came again is doubled, under whatever number', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.received(1, 11, 2, 2)),
    { ...NOTHING, doubled: 1 },
  );
  t.deepEqual(
    verdictAfter((tally) => tally.received(1, 11, 2, 7)),
    { ...NOTHING, doubled: 1 },
  );
});

test('[R28] an input that came after a higher number is out of order, and so is one that came under another number alone', (t) => {
  const swapped = verdictAfter((tally) => {
    tally.acknowledged(1, 12, 1, 3);
    tally.acknowledged(1, 11, 3, 4);
    tally.received(1, 11, 3, 4);
    tally.received(1, 12, 1, 3);
  });
  t.deepEqual(swapped, { ...NOTHING, out_of_order: 1 });
  const renamed = verdictAfter((tally) => {
    tally.acknowledged(1, 11, 3, 3);
    tally.received(1, 11, 3, 4);
  });
  t.deepEqual(renamed, { ...NOTHING, out_of_order: 1 });
});

test('[R31] of two inputs that were acknowledged with one number, one is lost', (t) => {
  const one_number = verdictAfter((tally) => {
    tally.acknowledged(1, 11, 3, 3);
    tally.acknowledged(1, 12, 1, 3);
    tally.received(1, 12, 1, 3);
  });
  t.deepEqual(one_number, { ...NOTHING, lost: 1 });
});

test('[R31] an input that was never acknowledged may come once', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.received(2, 12, 3, 3)),
    { ...NOTHING, unacknowledged: 1 },
  );
});
