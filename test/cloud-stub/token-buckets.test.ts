// Token buckets on a virtual clock: average, burst, reported wait, and independent keys.

import test from 'ava';
import fc from 'fast-check';
import { createTokenBuckets } from '../../cloud-stub/token-buckets.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';

const worldOf = (a_second: number, burst: number) => {
  const clock = createVirtualClock();
  const buckets = createTokenBuckets({ a_second, burst }, clock);
  /** Takes until refused; returns the number of takes. */
  const drain = (key: string): number => {
    let taken = 0;
    while (buckets.take(key) === null) taken++;
    return taken;
  };
  return { clock, buckets, drain };
};

test('[C21] a new key has exactly its burst', (t) => {
  const { drain, buckets } = worldOf(20, 40);
  t.is(drain('a'), 40);
  t.not(buckets.take('a'), null);
});

test('[C21] tokens refill at the average rate, up to the burst', async (t) => {
  const { clock, drain } = worldOf(20, 40);
  drain('a');
  await clock.advance(49);
  t.is(drain('a'), 0);
  await clock.advance(1);
  t.is(drain('a'), 1);
  await clock.advance(1000);
  t.is(drain('a'), 20);
  await clock.advance(1999);
  t.is(drain('a'), 39);
  await clock.advance(3_600_000);
  t.is(drain('a'), 40);
});

test('[C21] a refusal takes nothing, so frequent calls do not extend the wait', async (t) => {
  const { clock, buckets, drain } = worldOf(1, 3);
  drain('a');
  for (let n = 0; n < 1000; n++) t.is(buckets.take('a'), 1);
  await clock.advance(1000);
  t.is(drain('a'), 1);
});

test('[C21] the wait is in whole seconds, rounded up', async (t) => {
  const { clock, buckets, drain } = worldOf(0.1, 1);
  drain('a');
  t.is(buckets.take('a'), 10);
  await clock.advance(1);
  t.is(buckets.take('a'), 10);
  await clock.advance(999);
  t.is(buckets.take('a'), 9);
  await clock.advance(8999);
  t.is(buckets.take('a'), 1);
  await clock.advance(1);
  t.is(buckets.take('a'), null);
});

test('[C21] peek returns the result of take but takes nothing', async (t) => {
  const { clock, buckets, drain } = worldOf(1, 2);
  for (let n = 0; n < 10; n++) t.is(buckets.peek('a'), null);
  t.is(drain('a'), 2);
  t.is(buckets.peek('a'), 1);
  await clock.advance(999);
  t.is(buckets.peek('a'), 1);
  await clock.advance(1);
  for (let n = 0; n < 10; n++) t.is(buckets.peek('a'), null);
  t.is(drain('a'), 1);
});

test('[C21] keys are independent regardless of their names', (t) => {
  const { drain } = worldOf(1, 2);
  for (const key of ['a', 'b', '', '__proto__', 'constructor', 'toString']) t.is(drain(key), 2, key);
});

test('[C21] an empty key stays empty while other keys are used, and refills in time', async (t) => {
  const { clock, buckets, drain } = worldOf(1, 60);
  drain('a');
  for (let n = 0; n < 25_000; n++) buckets.take(`b${n}`);
  t.is(drain('a'), 0);
  await clock.advance(59_000);
  for (let n = 0; n < 25_000; n++) buckets.take(`c${n}`);
  t.is(drain('a'), 59);
  t.is(drain('b0'), 60);
});

test('[C21] no run of takes exceeds burst and average, and the reported wait suffices', async (t) => {
  const step = fc.record({ wait_ms: fc.nat(700), takes: fc.nat(30) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 20, 60),
      fc.integer({ min: 1, max: 50 }),
      fc.array(step, { maxLength: 30 }),
      async (rate, burst, steps) => {
        const { clock, buckets } = worldOf(rate, burst);
        const passed_ms: number[] = [];
        for (const { wait_ms, takes } of steps) {
          await clock.advance(wait_ms);
          for (let n = 0; n < takes; n++) if (buckets.take('a') === null) passed_ms.push(clock.now_ms());
        }
        passed_ms.forEach((first_ms, i) =>
          passed_ms.slice(i).forEach((last_ms, more) => {
            if (more + 1 > burst + ((last_ms - first_ms) * rate) / 1000 + 1e-6) throw new Error('too many passed');
          }),
        );
        const wait_s = buckets.take('a');
        if (wait_s === null) return;
        await clock.advance(wait_s * 1000);
        if (buckets.take('a') !== null) throw new Error(`still none after ${wait_s} s`);
      },
    ),
    { numRuns: 60, seed: 21 },
  );
  t.pass();
});
