// Pace of devices in real time: their clock, and the external events that are held while it is paused.

import test from 'ava';
import { createPacedClock } from '../../../hal/clock/clock-paced.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createRealPacedTime } from '../../../sims/panel/real-paced-time.ts';

function fixture() {
  const machine = createVirtualClock();
  const clock = createPacedClock(machine);
  const done: string[] = [];
  const outside: string[] = [];
  const time = createRealPacedTime(clock, () => ({
    waiting: () => outside.length,
    letIn: () => void done.push(...outside.splice(0)),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }));
  /** Records a server's answer. */
  const answers = (what: string): void => void (time.stands() ? outside : done).push(what);
  return { machine, clock, time, done, answers };
}

test('[panel] network answers wait while time is paused, and arrive when it resumes', async (t) => {
  const { machine, clock, time, done, answers } = fixture();
  clock.setTimeout(() => done.push('alarm'), 100);
  answers('before');
  await machine.advance(60);
  await time.setPaused(true);
  answers('held');
  await machine.advance(5000);
  t.deepEqual([clock.now_ms(), done], [60, ['before']]);
  await time.setPaused(false);
  t.deepEqual(done, ['before', 'held']);
  await machine.advance(40);
  t.deepEqual([clock.now_ms(), done], [100, ['before', 'held', 'alarm']]);
});

test('[panel] a step delivers held events; if there are none, advances to the next alarm', async (t) => {
  const { machine, clock, time, done, answers } = fixture();
  clock.setTimeout(() => done.push('alarm'), 100);
  await time.setPaused(true);
  answers('held');
  await time.step();
  t.deepEqual([clock.now_ms(), done], [0, ['held']]);
  await time.step();
  t.deepEqual([clock.now_ms(), done], [100, ['held', 'alarm']]);
  await machine.advance(1000);
  t.true(time.paused());
  t.is(clock.now_ms(), 100);
});

test('[panel] runs advanced time at full speed, including network answers that arrive during it', async (t) => {
  const { machine, clock, time, done, answers } = fixture();
  await time.setPaused(true);
  answers('held');
  clock.setTimeout(() => (done.push('alarm'), answers('meanwhile')), 30_000);
  await time.advance(60_000);
  t.deepEqual([clock.now_ms(), done], [60_000, ['held', 'alarm', 'meanwhile']]);
  answers('held again');
  await machine.advance(1000);
  t.deepEqual([clock.now_ms(), done.length], [60_000, 3]);
});

test('[panel] time runs at a multiple, or at full speed until it is slowed again', async (t) => {
  const { machine, clock, time } = fixture();
  const changes: unknown[] = [];
  time.onChange(() => changes.push([time.paused(), time.speed()]));
  time.setSpeed(10);
  await machine.advance(100);
  t.is(clock.now_ms(), 1000);
  time.setSpeed('max');
  while (clock.now_ms() < 5000) await new Promise((resolve) => setImmediate(resolve));
  time.setSpeed(0.5);
  await time.advance(1);
  const at_ms = clock.now_ms();
  await machine.advance(100);
  t.is(clock.now_ms(), at_ms + 50);
  t.deepEqual(changes, [[false, 10], [false, 'max'], [false, 0.5]]); // oxfmt-ignore
});

test('[panel] a pause during an advance takes effect at its end', async (t) => {
  const { machine, clock, time } = fixture();
  const passed = time.advance(1000);
  await Promise.all([passed, time.setPaused(true)]);
  await machine.advance(500);
  t.is(clock.now_ms(), 1000);
});

for (const [first, last_ms] of [
  [true, 100],
  [false, 600],
] as const)
  test(`[panel] a request during a step takes effect at its end: ${first ? 'pause' : 'resume'}`, async (t) => {
    const { machine, clock, time } = fixture();
    if (!first) await time.setPaused(true);
    clock.setTimeout(() => void time.setPaused(first), 100);
    await time.step();
    await machine.advance(500);
    t.is(time.paused(), first);
    t.is(clock.now_ms(), last_ms);
  });

test('[panel] reports an alarm that throws to the caller of the step, and time continues', async (t) => {
  const { machine, clock, time } = fixture();
  await time.setPaused(true);
  clock.setTimeout(() => {
    throw new Error('a fault in the firmware');
  }, 100);
  await t.throwsAsync(time.advance(1000), { message: 'a fault in the firmware' });
  await time.setPaused(false);
  await machine.advance(50);
  t.is(clock.now_ms(), 150);
});
