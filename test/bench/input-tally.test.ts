// Input counting: checks what each kind of fault adds to the counts, and that it adds nothing else.

import test from 'ava';
import { createInputTally, type InputTally } from '../support/relay/input-tally.ts';

const NOTHING = { lost: 0, doubled: 0, out_of_order: 0, unacknowledged: 0 };

/** Returns the tally of two hosts with two correct inputs each, after the given fault. */
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

test('[R28] [R31] inputs that arrive once and in order are not lost, doubled or out of order', (t) => {
  t.deepEqual(verdictAfter(() => {}), NOTHING); // oxfmt-ignore
});

test('[R31] counts an acknowledged input that never arrives as lost', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.acknowledged(1, 11, 3, 3)),
    { ...NOTHING, lost: 1 },
  );
});

test('[R31] counts a repeated input as doubled, under any number', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.received(1, 11, 2, 2)),
    { ...NOTHING, doubled: 1 },
  );
  t.deepEqual(
    verdictAfter((tally) => tally.received(1, 11, 2, 7)),
    { ...NOTHING, doubled: 1 },
  );
});

test('[R28] counts an input after a higher number, or only under another number, as out of order', (t) => {
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

test('[R31] counts one of two inputs acknowledged with the same number as lost', (t) => {
  const one_number = verdictAfter((tally) => {
    tally.acknowledged(1, 11, 3, 3);
    tally.acknowledged(1, 12, 1, 3);
    tally.received(1, 12, 1, 3);
  });
  t.deepEqual(one_number, { ...NOTHING, lost: 1 });
});

test('[R31] an input that was never acknowledged may arrive once', (t) => {
  t.deepEqual(
    verdictAfter((tally) => tally.received(2, 12, 3, 3)),
    { ...NOTHING, unacknowledged: 1 },
  );
});
