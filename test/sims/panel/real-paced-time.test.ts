// The pace of devices in real time: their clock, and what waits outside while it stands still.

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
  /** An answer of a server. */
  const answers = (what: string): void => void (time.stands() ? outside : done).push(what);
  return { machine, clock, time, done, answers };
}

test('[panel] while time stands still what comes over the network waits, and comes in when time goes on', async (t) => {
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

test('[panel] a step lets in what waits, or else goes to the next moment at which anything is due', async (t) => {
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

test('[panel] time that is let pass goes as fast as it goes, with what comes over the network meanwhile', async (t) => {
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

test('[panel] it passes as many times as fast, or as fast as it goes until it is slower again', async (t) => {
  const { machine, clock, time } = fixture();
  const told: unknown[] = [];
  time.onChange(() => told.push([time.paused(), time.speed()]));
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
  t.deepEqual(told, [[false, 10], [false, 'max'], [false, 0.5]]); // oxfmt-ignore
});

test('[panel] a pause while time is let pass holds when it has passed', async (t) => {
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
  test(`[panel] what is asked of the pace during a step counts when it is over: ${first ? 'a pause' : 'going on'}`, async (t) => {
    const { machine, clock, time } = fixture();
    if (!first) await time.setPaused(true);
    clock.setTimeout(() => void time.setPaused(first), 100);
    await time.step();
    await machine.advance(500);
    t.is(time.paused(), first);
    t.is(clock.now_ms(), last_ms);
  });

test('[panel] an alarm that throws is the caller of the step told, and time goes on', async (t) => {
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
