// Tests of the steady clock: the clock contract over the system clock, and late alarms over a virtual one.

import test from 'ava';
import { createPacedClock } from '../../../hal/clock/clock-paced.ts';
import { createSteadyClock } from '../../../hal/clock/clock-steady.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { clockConformance } from './clock-conformance.ts';

const LAG_MS_MAX = 250;

clockConformance(test, () => ({
  clock: createSteadyClock(createSystemClock(), LAG_MS_MAX),
  until: (done) => done,
}));

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates a steady clock on a machine that can be busy: time passes, but no alarm fires. */
function fixture() {
  const below = createVirtualClock();
  let busy_ms = 0;
  const clock = createSteadyClock({ ...below, now_ms: () => below.now_ms() + busy_ms }, LAG_MS_MAX);
  const busyFor = (ms: number): void => void (busy_ms += ms);
  return { below, clock, busyFor };
}

for (const pace of [1, 100])
  test(`[clock] a reply in time precedes the timeout, however late both alarms are, at pace ${pace}`, async (t) => {
    const { below, clock: steady, busyFor } = fixture();
    const clock = createPacedClock(steady);
    clock.setPace(pace);
    const fired: [name: string, at_ms: number][] = [];
    const note = (name: string): unknown => fired.push([name, Math.round(clock.now_ms())]);
    /** Two hops of the network, with work of another turn of the event loop between them. */
    clock.setTimeout(() => setImmediate(() => clock.setTimeout(() => note('reply'), 10 * pace)), 10 * pace);
    clock.setTimeout(() => note('timeout'), 200 * pace);
    busyFor(240);
    clock.clearTimeout(clock.setTimeout(() => note('cleared'), 0));
    t.is(Math.round(clock.now_ms()), 10 * pace, 'passes no alarm');
    await below.advance(200);
    await turns(20);
    t.deepEqual(fired, [
      ['reply', 20 * pace],
      ['timeout', 200 * pace],
    ]);
    t.is(Math.round(clock.now_ms()), 440 * pace, 'has caught up');
  });

test('[clock] loses the time by which it lags beyond the limit', async (t) => {
  const { below, clock, busyFor } = fixture();
  const fired: number[] = [];
  clock.setTimeout(() => fired.push(clock.now_ms()), 5);
  busyFor(5 + LAG_MS_MAX);
  await below.advance(5);
  await turns(2);
  t.deepEqual([fired, clock.now_ms()], [[5], 5 + LAG_MS_MAX]);
  clock.setTimeout(() => fired.push(clock.now_ms()), 5);
  busyFor(60_000);
  await below.advance(5);
  await turns(2);
  t.deepEqual([fired[1], clock.now_ms()], [10 + LAG_MS_MAX, 10 + 2 * LAG_MS_MAX]);
});
