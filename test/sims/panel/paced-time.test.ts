// Virtual time paced by the machine's clock, which is virtual here too and driven by the test.

import test from 'ava';
import type { Clock } from '../../../hal/clock/clock.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createPacedTime } from '../../../sims/panel/paced-time.ts';

function pacedFixture(paused = false) {
  const [machine, clock] = [createVirtualClock(), createVirtualClock()];
  let busy_ms = 0;
  const wall: Clock = { ...machine, now_ms: () => machine.now_ms() + busy_ms };
  const fired: number[] = [];
  const tick = (): void => {
    fired.push(clock.now_ms());
    clock.setTimeout(tick, 100);
  };
  clock.setTimeout(tick, 100);
  /** Advances the machine's time in steps, since each step schedules work in the paced time. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await machine.advance(10);
      await turns();
    }
  };
  const work = (ms: number): void => void (busy_ms += ms);
  return { wall, work, clock, fired, pass, time: createPacedTime(clock, wall, paused) };
}

/** Lets the event loop run more often than the slower time has alarms within one step of the faster one. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

test('[panel] runs virtual time at the set speed, and fires each alarm on time', async (t) => {
  const { pass, clock, fired, time } = pacedFixture();
  await pass(1000);
  t.is(clock.now_ms(), 1000);
  time.setSpeed(100);
  await pass(1000);
  t.is(clock.now_ms(), 101_000);
  time.setSpeed(0.1);
  await pass(1000);
  t.true(Math.abs(clock.now_ms() - 101_100) < 1, String(clock.now_ms()));
  t.deepEqual(fired.slice(0, 3), [100, 200, 300]);
  t.is(fired.length, 1011);
});

test('[panel] stops virtual time while paused, and misses no alarm after it resumes', async (t) => {
  const { pass, clock, fired, time } = pacedFixture();
  await pass(250);
  await time.setPaused(true);
  await pass(6000);
  t.is(clock.now_ms(), 250);
  await time.setPaused(false);
  await pass(250);
  t.is(clock.now_ms(), 500);
  t.deepEqual(fired, [100, 200, 300, 400, 500]);
});

test('[panel] time that is created paused does not start', async (t) => {
  const { pass, clock, time } = pacedFixture(true);
  await pass(1000);
  t.is(clock.now_ms(), 0);
  t.true(time.paused());
});

test('[panel] a step advances to the next alarm, and runs everything due at that time', async (t) => {
  const { clock, fired, time } = pacedFixture(true);
  clock.setTimeout(() => fired.push(-1), 100);
  clock.setTimeout(() => clock.setTimeout(() => fired.push(-2), 0), 100);
  await time.step();
  t.deepEqual(fired, [100, -1, -2]);
  t.is(clock.now_ms(), 100);
  await time.step();
  t.is(clock.now_ms(), 200);
});

test('[panel] does not count an explicit advance again when the clock catches up', async (t) => {
  const { pass, clock, time } = pacedFixture();
  await time.advance(3_600_000);
  t.is(clock.now_ms(), 3_600_000);
  await pass(500);
  t.is(clock.now_ms(), 3_600_500);
});

test('[panel] maximum speed exceeds any number, and can be paused', async (t) => {
  const { pass, clock, time } = pacedFixture();
  time.setSpeed('max');
  await pass(100);
  t.true(clock.now_ms() > 10_000);
  await time.setPaused(true);
  const paused_ms = clock.now_ms();
  await pass(1000);
  t.is(clock.now_ms(), paused_ms);
});

for (const [work_ms, left_out_ms] of [
  [240, 0],
  [10_000, 10_000],
] as const)
  test(`[panel] when the machine is busy for ${work_ms} ms, skips ${left_out_ms} ms`, async (t) => {
    const { wall, work, clock, pass } = pacedFixture();
    clock.setTimeout(() => work(work_ms), 50);
    await pass(500);
    t.is(clock.now_ms(), wall.now_ms() - left_out_ms);
  });

test('[panel] notifies listeners of each change, and only of changes', async (t) => {
  const { time } = pacedFixture();
  const changes: unknown[] = [];
  const end = time.onChange(() => changes.push([time.paused(), time.speed()]));
  await time.setPaused(false);
  time.setSpeed(1);
  time.setSpeed(5);
  await time.setPaused(true);
  end();
  await time.setPaused(false);
  t.deepEqual(changes, [
    [false, 5],
    [true, 5],
  ]);
  await time.setPaused(true);
});
