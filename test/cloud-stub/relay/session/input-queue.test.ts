// The input queue on its own: order, cursor, lifetime and batch size.

import test from 'ava';
import fc from 'fast-check';
import {
  createInputQueue,
  itemOf,
  payloadOf,
  type QueuedInput,
} from '../../../../cloud-stub/relay/session/input-queue.ts';
import { readRequest } from '../../../../wire/relay/requests.ts';
import { PUTT, requestNamed } from '../../../support/relay/wire-samples.ts';

const input = (seq: number, at_ms: number): QueuedInput => ({
  seq,
  at_ms,
  payload: { kind: 'reset', name: 'Silver Violin' },
});
const inputs = (count: number, at_ms = 0): readonly QueuedInput[] =>
  Array.from({ length: count }, (_, i) => input(i + 1, at_ms));
const seqs = (of: readonly QueuedInput[]): readonly number[] => of.map(({ seq }) => seq);
const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('[R30] delivers inputs in order, newer than the cursor', (t) => {
  const queue = createInputQueue();
  t.deepEqual(queue.after(0, 0), []);
  for (const one of inputs(5)) queue.push(one);
  t.deepEqual(seqs(queue.after(0, 0)), [1, 2, 3, 4, 5]);
  t.deepEqual(seqs(queue.after(3, 0)), [4, 5]);
  t.deepEqual(seqs(queue.after(5, 0)), []);
  t.deepEqual(seqs(queue.after(9_007_199_254_740_991, 0)), []);
});

test('[R30] [R44] delivers at most 25 inputs, the rest with the next cursor', (t) => {
  const queue = createInputQueue(inputs(51));
  t.deepEqual(seqs(queue.after(0, 0)), numbers(1, 25));
  t.deepEqual(seqs(queue.after(25, 0)), numbers(26, 50));
  t.deepEqual(seqs(queue.after(50, 0)), [51]);
  t.is(createInputQueue(inputs(25)).after(0, 0).length, 25);
  t.is(createInputQueue(inputs(26)).after(0, 0).length, 25);
});

test('[R33] delivery removes nothing', (t) => {
  const queue = createInputQueue(inputs(3));
  for (let n = 0; n < 3; n++) t.deepEqual(seqs(queue.after(1, 0)), [2, 3]);
});

test('[R34] [C12] delivers an input while it is younger than 120 s', (t) => {
  const queue = createInputQueue([input(1, 1000), input(2, 1001)]);
  t.deepEqual(seqs(queue.after(0, 120_999)), [1, 2]);
  t.deepEqual(seqs(queue.after(0, 121_000)), [2]);
  t.deepEqual(seqs(queue.after(0, 121_001)), []);
});

test('[R34] [R30] counts only valid inputs towards the 25', (t) => {
  const queue = createInputQueue([
    ...inputs(30, 0),
    ...inputs(30, 60_000).map((one) => ({ ...one, seq: one.seq + 30 })),
  ]);
  t.deepEqual(seqs(queue.after(0, 120_000)), numbers(31, 55));
});

test('[R34] expire drops undeliverable inputs and returns how many are left', (t) => {
  const queue = createInputQueue([input(1, 0), input(2, 1), input(3, 1)]);
  t.is(queue.expire(119_999), 3);
  t.is(queue.expire(120_000), 2);
  t.deepEqual(seqs(queue.after(0, 120_000)), [2, 3]);
  t.is(queue.expire(120_001), 0);
  queue.push(input(4, 120_001));
  t.deepEqual(seqs(queue.after(0, 120_001)), [4]);
});

test('[C28] a cleared queue is empty and takes new inputs', (t) => {
  const queue = createInputQueue(inputs(3));
  queue.clear();
  t.deepEqual(queue.after(0, 0), []);
  queue.push(input(4, 0));
  t.deepEqual(seqs(queue.after(0, 0)), [4]);
});

test('[R33] does not change the array it was created from, or earlier results', (t) => {
  const given = [...inputs(2)];
  const queue = createInputQueue(given);
  const before = queue.after(0, 0);
  queue.push(input(3, 0));
  t.is(given.length, 2);
  t.is(before.length, 2);
});

test('[R28] [R30] [R34] any run of inputs, expiries and polls matches a plain filter', (t) => {
  const step = fc.record({ wait_ms: fc.nat(40_000), pushes: fc.nat(12), since: fc.nat(60), expires: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const queue = createInputQueue();
      const all: QueuedInput[] = [];
      let now_ms = 0;
      for (const { wait_ms, pushes, since, expires } of steps) {
        now_ms += wait_ms;
        for (let n = 0; n < pushes; n++) {
          const next = input(all.length + 1, now_ms);
          all.push(next);
          queue.push(next);
        }
        const young = all.filter(({ at_ms }) => now_ms - at_ms < 120_000);
        if (expires && queue.expire(now_ms) !== young.length) return false;
        const expected = young.filter(({ seq }) => seq > since).slice(0, 25);
        if (String(seqs(queue.after(since, now_ms))) !== String(seqs(expected))) return false;
      }
      return true;
    }),
    { numRuns: 300, seed: 34 },
  );
  t.pass();
});

function payload(name: string): unknown {
  const { route, body } = requestNamed(name);
  const read = readRequest(route, body);
  return read.ok && read.value.route === 'input' && payloadOf(read.value.body, 'Silver Violin');
}

test('[R17] stores only the kind, payload and sender label of an input', (t) => {
  const name = 'Silver Violin';
  t.deepEqual(payload('input aim'), { kind: 'aim', name, steps: -3 });
  t.deepEqual(payload('input club'), { kind: 'club', name, club: 31 });
  t.deepEqual(payload('input putt'), { kind: 'putt', name, putt: PUTT });
  for (const kind of ['repeat', 'repeat_aim', 'reset', 'mulligan'])
    t.deepEqual(payload(`input ${kind}`), { kind, name });
});

test('[C3] only a putt has its age in milliseconds', (t) => {
  const name = 'Silver Violin';
  const putt: QueuedInput = { seq: 8, at_ms: 5000, payload: { kind: 'putt', name, putt: PUTT } };
  t.deepEqual(itemOf(putt, 5000), { seq: 8, kind: 'putt', name, putt: PUTT, ms: 0 });
  t.deepEqual(itemOf(putt, 6234), { seq: 8, kind: 'putt', name, putt: PUTT, ms: 1234 });
  const aim: QueuedInput = { seq: 9, at_ms: 5000, payload: { kind: 'aim', name, steps: 4 } };
  t.deepEqual(itemOf(aim, 6234), { seq: 9, kind: 'aim', name, steps: 4 });
  t.deepEqual(itemOf(input(10, 0), 1), { seq: 10, kind: 'reset', name });
});
