// Tests of the paced clock: the clock contract over the system clock, and its pace over a virtual one.

import test from 'ava';
import { createPacedClock } from '../../../hal/clock/clock-paced.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { clockConformance } from './clock-conformance.ts';

clockConformance(test, () => ({ clock: createPacedClock(createSystemClock()), until: (done) => done }));

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a paced clock over a virtual one and records when each alarm fires on both. */
function fixture() {
  const below = createVirtualClock();
  const clock = createPacedClock(below);
  const fired: (readonly [name: string, at_ms: number, below_ms: number])[] = [];
  return {
    below,
    clock,
    fired,
    set: (name: string, delay_ms: number) =>
      clock.setTimeout(() => fired.push([name, clock.now_ms(), below.now_ms()]), delay_ms),
  };
}

test('[clock] runs ten times as fast at pace 10 and fires alarms on its own time', async (t) => {
  const { below, clock, fired, set } = fixture();
  await below.advance(100);
  clock.setPace(10);
  set('a', 500);
  set('b', 1000);
  await below.advance(60);
  t.is(clock.now_ms(), 700);
  clock.setPace(0.1);
  await below.advance(3000);
  t.is(clock.now_ms(), 1000);
  t.deepEqual(fired, [['a', 600, 150]]);
  await below.advance(1000);
  t.deepEqual(fired[1], ['b', 1100, 4160]);
});

test('[clock] fires nothing at pace 0, then resumes the rest of each delay', async (t) => {
  const { below, clock, fired, set } = fixture();
  const cleared = set('cleared', 50);
  set('a', 100);
  await below.advance(40);
  clock.setPace(0);
  await below.advance(100_000);
  t.is(clock.now_ms(), 40);
  set('b', 10);
  clock.clearTimeout(cleared);
  t.is(clock.unix_s(), below.unix_s(), 'time of day keeps running');
  clock.setPace(1);
  await below.advance(60);
  t.deepEqual(fired, [
    ['b', 50, 100_050],
    ['a', 100, 100_100],
  ]);
});

test('[clock] steps to the next due alarm and stops there', async (t) => {
  const { below, clock, fired, set } = fixture();
  clock.setPace(0);
  set('a', 2.5);
  set('b', 2.5);
  set('c', 7);
  await clock.step(settled);
  t.deepEqual(fired, [
    ['a', 2.5, 0],
    ['b', 2.5, 0],
  ]);
  t.is(clock.now_ms(), 2.5);
  await clock.step(settled);
  await clock.step(settled);
  t.is(clock.now_ms(), 7, 'no step without a due alarm');
  await below.advance(1000);
  t.is(clock.now_ms(), 7);
});

test('[clock] advances through alarms in order, including new ones, and restores the pace', async (t) => {
  const { below, clock, fired, set } = fixture();
  set('late', 1000);
  const again = (n: number): void => {
    fired.push([`tick ${n}`, clock.now_ms(), below.now_ms()]);
    if (n < 3) clock.setTimeout(() => again(n + 1), 100);
  };
  clock.setTimeout(() => again(1), 100);
  await clock.advance(999, settled);
  t.deepEqual(
    fired.map(([name, at_ms]) => [name, at_ms]),
    [
      ['tick 1', 100],
      ['tick 2', 200],
      ['tick 3', 300],
    ],
  );
  t.is(clock.now_ms(), 999);
  await below.advance(1);
  t.deepEqual(fired.at(-1), ['late', 1000, 1]);
});

test('[clock] lets promises settle between two alarms due at the same time', async (t) => {
  const { below, clock } = fixture();
  const order: string[] = [];
  for (const name of ['a', 'b'])
    clock.setTimeout(() => {
      order.push(name);
      void Promise.resolve().then(() => order.push(`${name} settled`));
    }, 5);
  await below.advance(5);
  t.deepEqual(order, ['a', 'a settled', 'b', 'b settled']);
});

test('[clock] keeps one alarm on the clock below, however often an alarm sets another', async (t) => {
  const below = createVirtualClock();
  let [open, most] = [0, 0];
  const clock = createPacedClock({
    ...below,
    setTimeout(fire, delay_ms) {
      most = Math.max(most, ++open);
      return below.setTimeout(() => (open--, fire()), delay_ms);
    },
    clearTimeout(alarm) {
      if (alarm) open--;
      below.clearTimeout(alarm);
    },
  });
  const again = (): void => void clock.setTimeout(again, 3);
  again();
  await below.advance(300);
  t.is(most, 1);
});
