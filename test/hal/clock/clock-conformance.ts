// Conformance suite for every clock, virtual or not: the contract in hal/clock/clock.ts.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { Declare } from '../../support/titled.ts';

interface ClockUnderTest {
  readonly clock: Clock;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
}

type ClockFactory = () => ClockUnderTest;

/** Returns a promise that resolves after `delay_ms` on the clock. */
const alarm = (clock: Clock, delay_ms: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, delay_ms));

export function clockConformance(test: Declare, factory: ClockFactory): void {
  test('[clock] now_ms starts at 0 and never decreases', async (t) => {
    const { clock, until } = factory();
    let last = clock.now_ms();
    t.true(last >= 0 && last < 1000, `${last}`);
    for (let n = 0; n < 5; n++) {
      await until(alarm(clock, 0.5));
      t.true(clock.now_ms() >= last);
      last = clock.now_ms();
    }
  });

  test('[clock] fires an alarm once, at or after its due time, even a fractional one', async (t) => {
    const { clock, until } = factory();
    let fired = 0;
    const early: number[] = [];
    const delays = [0, 0.3, 1, 1.5, 1.999, 2, 3.9, 5.5];
    const alarms = delays.map(
      (delay_ms) =>
        new Promise<void>((resolve) => {
          const due_ms = clock.now_ms() + delay_ms;
          clock.setTimeout(() => {
            fired++;
            if (clock.now_ms() < due_ms) early.push(delay_ms);
            resolve();
          }, delay_ms);
        }),
    );
    await until(Promise.all(alarms));
    await until(alarm(clock, 3));
    t.is(fired, delays.length);
    t.deepEqual(early, []);
  });

  test('[clock] never fires a chained alarm early', async (t) => {
    const { clock, until } = factory();
    for (let n = 0; n < 20; n++) {
      const due_ms = clock.now_ms() + 1.9;
      await until(alarm(clock, 1.9));
      t.true(clock.now_ms() >= due_ms, `${clock.now_ms()} before ${due_ms}`);
    }
  });

  test('[clock] never fires an alarm before setTimeout has returned', async (t) => {
    const { clock, until } = factory();
    let returned = false;
    const order: boolean[] = [];
    const fired = new Promise<void>((resolve) => {
      clock.setTimeout(() => (order.push(returned), resolve()), 0);
      returned = true;
    });
    t.deepEqual(order, []);
    await until(fired);
    t.deepEqual(order, [true]);
  });

  test('[clock] fires alarms with the same delay in the order they were set', async (t) => {
    const { clock, until } = factory();
    const order: number[] = [];
    const all = Array.from({ length: 50 }, (_, n) => {
      return new Promise<void>((resolve) => void clock.setTimeout(() => (order.push(n), resolve()), 2));
    });
    await until(Promise.all(all));
    t.deepEqual(
      order,
      Array.from({ length: 50 }, (_, n) => n),
    );
  });

  test('[clock] never fires a cleared alarm and ignores redundant clears', async (t) => {
    const { clock, until } = factory();
    const fired: string[] = [];
    const cleared = clock.setTimeout(() => fired.push('cleared'), 1);
    clock.clearTimeout(cleared);
    clock.clearTimeout(cleared);
    clock.clearTimeout(null);
    clock.clearTimeout(undefined);
    const victim = clock.setTimeout(() => fired.push('victim'), 2);
    clock.clearTimeout(victim);
    // A system clock does not order alarms of different delays: wait for the one that must fire, then for those that must
    // not.
    let first: unknown = null;
    await until(new Promise<void>((resolve) => (first = clock.setTimeout(() => (fired.push('first'), resolve()), 2))));
    clock.clearTimeout(first);
    await until(alarm(clock, 4));
    t.deepEqual(fired, ['first']);
  });

  test('[clock] lets an alarm clear the next one due at the same time', async (t) => {
    const { clock, until } = factory();
    const fired: string[] = [];
    let second: unknown = null;
    const first = new Promise<void>((resolve) => {
      clock.setTimeout(() => (fired.push('first'), clock.clearTimeout(second), resolve()), 1);
    });
    second = clock.setTimeout(() => fired.push('second'), 1);
    await until(first);
    await until(alarm(clock, 4));
    t.deepEqual(fired, ['first']);
  });

  test('[clock] treats a negative or NaN delay as zero', async (t) => {
    const { clock, until } = factory();
    const order: number[] = [];
    const odd = [-5, Number.NaN, -Infinity].map(
      (delay_ms, n) => new Promise<void>((done) => void clock.setTimeout(() => (order.push(n), done()), delay_ms)),
    );
    const later = new Promise<void>((done) => void clock.setTimeout(() => (order.push(3), done()), 20));
    await until(Promise.all([...odd, later]));
    t.deepEqual(order, [0, 1, 2, 3]);
  });

  test('[clock] does not fire an alarm that is months away', async (t) => {
    const { clock, until } = factory();
    const fired: number[] = [];
    const far = [2 ** 31, 2 ** 40, Infinity].map((delay_ms) => clock.setTimeout(() => fired.push(delay_ms), delay_ms));
    await until(alarm(clock, 5));
    far.forEach((one) => clock.clearTimeout(one));
    t.deepEqual(fired, []);
  });

  test('[clock] returns unix_s in whole seconds', (t) => {
    const { clock } = factory();
    t.true(Number.isInteger(clock.unix_s()));
    t.true(clock.synced());
    t.true(clock.unix_s() > Date.UTC(2024, 0, 1) / 1000);
  });
}
