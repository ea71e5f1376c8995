// Tests of the virtual clock: the clock contract, and the guarantees that only virtual time can give.

import test from 'ava';
import fc from 'fast-check';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { clockConformance } from './clock-conformance.ts';

clockConformance(test, () => {
  const clock = createVirtualClock();
  const until = async <T>(done: Promise<T>): Promise<T> => {
    await clock.advance(50);
    return done;
  };
  return { clock, until };
});

test('[clock] fires alarms in (due, insertion) order, each exactly at its due time', async (t) => {
  const delays = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(delays, fc.array(fc.nat(), { maxLength: 40 }), async (delays_ms, cleared) => {
      const clock = createVirtualClock();
      const fired: [number, number][] = [];
      const alarms = delays_ms.map((ms, n) => clock.setTimeout(() => fired.push([clock.now_ms(), n]), ms));
      const gone = new Set(cleared.map((n) => n % Math.max(1, alarms.length)));
      gone.forEach((n) => clock.clearTimeout(alarms[n]));
      const expected = delays_ms
        .map((ms, n): [number, number] => [ms, n])
        .filter(([, n]) => !gone.has(n))
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
      t.is(clock.pending(), expected.length);
      await clock.advance(40);
      t.deepEqual(fired, expected);
      t.is(clock.pending(), 0);
    }),
    { numRuns: 60 },
  );
});

test('[clock] fires alarms set by other alarms in time order', async (t) => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimeout(() => {
    fired.push('a@10');
    clock.setTimeout(() => fired.push('c@15'), 5);
    clock.setTimeout(() => fired.push('d@10'), 0);
  }, 10);
  clock.setTimeout(() => fired.push('b@10'), 10);
  clock.setTimeout(() => fired.push('e@15'), 15);
  await clock.advance(20);
  t.deepEqual(fired, ['a@10', 'b@10', 'd@10', 'e@15', 'c@15']);
});

test('[clock] fires a timer that rearms itself every 250 ms 240 times in 60 s', async (t) => {
  const clock = createVirtualClock();
  const ticks: number[] = [];
  const tick = (): void => {
    ticks.push(clock.now_ms());
    clock.setTimeout(tick, 250);
  };
  clock.setTimeout(tick, 250);
  await clock.advance(60_000);
  t.is(ticks.length, 240);
  t.deepEqual(
    ticks,
    Array.from({ length: 240 }, (_, n) => (n + 1) * 250),
  );
  t.is(clock.now_ms(), 60_000);
});

test('[clock] fires one alarm per step and returns false when none is left', (t) => {
  const clock = createVirtualClock();
  const fired: number[] = [];
  for (const ms of [30, 10, 10]) clock.setTimeout(() => fired.push(clock.now_ms()), ms);
  t.true(clock.step());
  t.deepEqual(fired, [10]);
  t.is(clock.now_ms(), 10);
  t.true(clock.step());
  t.deepEqual(fired, [10, 10]);
  t.true(clock.step());
  t.deepEqual(fired, [10, 10, 30]);
  t.false(clock.step());
  t.is(clock.now_ms(), 30);
});

test('[clock] advance fires the alarms due in its span and stops at the end', async (t) => {
  const clock = createVirtualClock();
  const fired: string[] = [];
  clock.setTimeout(() => fired.push('in'), 100);
  clock.setTimeout(() => fired.push('beyond'), 100.001);
  await clock.advance(100);
  t.deepEqual(fired, ['in']);
  t.is(clock.now_ms(), 100);
  t.is(clock.pending(), 1);
});

test('[clock] lets promises settle between two alarms', async (t) => {
  const clock = createVirtualClock();
  const order: string[] = [];
  const slowly = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    order.push(name);
  };
  clock.setTimeout(() => void slowly('first settled'), 1);
  clock.setTimeout(() => order.push('second fired'), 1);
  await clock.advance(1);
  t.deepEqual(order, ['first settled', 'second fired']);
});

test('[clock] now_ms never decreases, even with concurrent advances', async (t) => {
  const clock = createVirtualClock();
  const long = clock.advance(10);
  await Promise.all([clock.advance(5), long]);
  t.is(clock.now_ms(), 10);
  clock.setTimeout(() => {}, 40);
  const short = clock.advance(5);
  clock.step();
  await short;
  t.is(clock.now_ms(), 50);
  await clock.advance(-5);
  t.is(clock.now_ms(), 50);
});

test('[clock] moves time for an alarm with a tiny delay, even late in the run', async (t) => {
  const clock = createVirtualClock();
  await clock.advance(8_956_505.123);
  let fired = 0;
  const at_ms = clock.now_ms();
  clock.setTimeout(() => fired++, 1e-12);
  clock.step();
  t.is(fired, 1);
  t.true(clock.now_ms() > at_ms);
});

test('[clock] runs the wall clock with virtual time, lets it be set and be out of sync', async (t) => {
  const clock = createVirtualClock();
  const start_s = clock.unix_s();
  await clock.advance(2500);
  t.is(clock.unix_s(), start_s + 2);
  clock.setWall({ synced: false, unix_s: 12 });
  t.false(clock.synced());
  t.is(clock.unix_s(), 12);
  await clock.advance(1000);
  t.is(clock.unix_s(), 13);
});
