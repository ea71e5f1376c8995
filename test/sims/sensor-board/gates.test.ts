// The board's gates: start and end of a swing, rearming of the board, and blocked channels.

import test from 'ava';
import type { Clock } from '../../../hal/clock/clock.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createGates, type Gates, type RawSwing } from '../../../sims/sensor-board/gates.ts';
import { burstClock } from '../../support/hal/burst-clock.ts';
import { itemAt } from '../../support/items.ts';

const [LA, RA, LB, RB, LD, RD, HA, HB] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const FORWARD: readonly number[] = [HA, LA, RA, LD, RD, LB, HB, RB];

interface Bench {
  readonly clock: VirtualClock;
  readonly gates: Gates;
  readonly swings: { readonly at_ms: number; readonly swing: RawSwing }[];
}

function bench({ tick_ns = 1000, jitter_us = 0, boardClock = (clock: Clock): Clock => clock } = {}): Bench {
  const clock = createVirtualClock();
  const swings: Bench['swings'] = [];
  const gates = createGates({
    clock: boardClock(clock),
    random: createSeededRandom(1),
    tick_ns,
    jitter_us,
    booted_at_ms: () => 0,
    onSwing: (swing) => swings.push({ at_ms: clock.now_ms(), swing }),
  });
  return { clock, gates, swings };
}

/** Covers the channels one after the other, 10 ms apart, each for 30 ms, starting at `from_ms`. */
function pass(gates: Gates, order: readonly number[], from_ms = 0): void {
  const edges = order.flatMap((channel, n) => [
    { at_s: (from_ms + n * 10) / 1000, channel, covered: true },
    { at_s: (from_ms + n * 10 + 30) / 1000, channel, covered: false },
  ]);
  gates.play(edges.toSorted((a, b) => a.at_s - b.at_s));
}

test('[board] closes a swing when all eight channels have been covered and are clear again', async (t) => {
  const { clock, gates, swings } = bench();
  pass(gates, FORWARD, 50);
  await clock.advance(149);
  t.is(swings.length, 0);
  await clock.advance(10);
  t.is(swings.length, 1);
  t.is(Math.round(swings[0]?.at_ms ?? 0), 50 + 70 + 30);
  const { swing } = itemAt(swings, 0);
  t.is(swing.present, 0xff);
  t.is(swing.flags, 0);
  t.is(swing.base_ticks, 50_000n);
  t.deepEqual(swing.delta_ticks, [10_000, 20_000, 50_000, 70_000, 30_000, 40_000, 0, 60_000]);
});

test('[board] closes an incomplete swing 600 ms after the first contact', async (t) => {
  const cases: number[][] = [[HA], [LD, RD], [LA, RA, LB, RB, LD, RD, HB]];
  for (const missing of cases) {
    const { clock, gates, swings } = bench();
    const order = FORWARD.filter((channel) => !missing.includes(channel));
    pass(gates, order, 100);
    await clock.advance(699);
    t.is(swings.length, 0);
    await clock.advance(2);
    t.is(swings.length, 1);
    const present = order.reduce((bits, channel) => bits | (1 << channel), 0);
    t.is(swings[0]?.swing.present, present);
    for (const channel of missing) t.is(swings[0]?.swing.delta_ticks[channel], 0);
    await clock.advance(5000);
    t.is(swings.length, 1);
  }
});

test('[board] counts only the first contact of a channel', async (t) => {
  const { clock, gates, swings } = bench();
  gates.play([
    { at_s: 0, channel: LA, covered: true },
    { at_s: 0.01, channel: LA, covered: false },
    { at_s: 0.02, channel: RA, covered: true },
    { at_s: 0.05, channel: LA, covered: true },
    { at_s: 0.06, channel: LA, covered: false },
    { at_s: 0.07, channel: RA, covered: false },
  ]);
  await clock.advance(601);
  t.deepEqual(swings[0]?.swing.delta_ticks.slice(0, 2), [0, 20_000]);
});

test('[board] arms again after 100 ms of clear channels, not before', async (t) => {
  for (const [pause_ms, count] of [
    [95, 1],
    [105, 2],
  ] as const) {
    const { clock, gates, swings } = bench();
    pass(gates, FORWARD);
    pass(gates, FORWARD, 100 + pause_ms);
    await clock.advance(2000);
    t.is(swings.length, count, `${pause_ms} ms`);
  }
});

test('[board] any cover during the 100 ms wait restarts it', async (t) => {
  const { clock, gates, swings } = bench();
  pass(gates, FORWARD);
  gates.play([
    { at_s: 0.16, channel: LA, covered: true },
    { at_s: 0.17, channel: LA, covered: false },
  ]);
  pass(gates, FORWARD, 100 + 160);
  await clock.advance(2000);
  t.is(swings.length, 1);
});

test('[board] flags row B before row A as a backstroke, even if another channel was not triggered', async (t) => {
  const backward = FORWARD.toReversed();
  for (const order of [backward, backward.filter((channel) => channel !== HA && channel !== LD)]) {
    const { clock, gates, swings } = bench();
    pass(gates, order);
    await clock.advance(1000);
    t.is(swings[0]?.swing.flags, 1);
  }
});

test('[board] does not flag row B before row A on one side only, or without a row', async (t) => {
  const orders = [
    [LB, LA, RA, RB, LD, RD, HA, HB],
    [RB, RA, LA, LB, LD, RD, HA, HB],
    [RB, LB, RA, HB],
    [HB, RD, LD, HA],
  ];
  for (const order of orders) {
    const { clock, gates, swings } = bench();
    pass(gates, order);
    await clock.advance(1000);
    t.is(swings[0]?.swing.flags, 0, order.join());
  }
});

test('[board] reports a channel covered for over a second as blocked, and as free when clear', async (t) => {
  const { clock, gates } = bench();
  gates.play([
    { at_s: 0, channel: RB, covered: true },
    { at_s: 0.5, channel: HA, covered: true },
    { at_s: 3, channel: RB, covered: false },
  ]);
  await clock.advance(100);
  t.is(gates.covered(), 1 << RB);
  await clock.advance(899);
  t.is(gates.blocked(), 0);
  await clock.advance(2);
  t.is(gates.blocked(), 1 << RB);
  await clock.advance(600);
  t.is(gates.blocked(), (1 << RB) | (1 << HA));
  await clock.advance(1500);
  t.is(gates.covered(), 1 << HA);
  t.is(gates.blocked(), 1 << HA);
});

test('[board] does not arm again while a channel stays covered', async (t) => {
  const { clock, gates, swings } = bench();
  gates.play([{ at_s: 0, channel: HB, covered: true }]);
  await clock.advance(601);
  t.is(swings.length, 1);
  pass(
    gates,
    FORWARD.filter((channel) => channel !== HB),
    1000,
  );
  await clock.advance(3000);
  t.is(swings.length, 1);
});

test('[board] a reset clears swings, covers and pending edges', async (t) => {
  const { clock, gates, swings } = bench();
  pass(gates, FORWARD);
  await clock.advance(45);
  t.not(gates.covered(), 0);
  gates.reset();
  t.is(gates.covered(), 0);
  await clock.advance(2000);
  t.deepEqual(swings, []);
  pass(gates, FORWARD);
  await clock.advance(2000);
  t.is(swings.length, 1);
});

test('[board] jitter has the requested standard deviation on every contact, and no bias', async (t) => {
  const { clock, gates, swings } = bench({ tick_ns: 10, jitter_us: 10 });
  for (let n = 0; n < 200; n++) {
    pass(gates, FORWARD, n * 1000);
  }
  await clock.advance(200_000);
  t.is(swings.length, 200);
  const errors_us = swings.flatMap(({ swing }, n) =>
    FORWARD.map((channel, place) => {
      const ticks = Number(swing.base_ticks) + (swing.delta_ticks[channel] ?? 0);
      return (ticks * 10) / 1000 - (n * 1000 + place * 10) * 1000;
    }),
  );
  // The very first contact is at 0 and can't be before the boot: leave that swing out.
  const some = errors_us.slice(8);
  const mean = some.reduce((sum, error) => sum + error, 0) / some.length;
  const sd = Math.sqrt(some.reduce((sum, error) => sum + error ** 2, 0) / some.length);
  t.true(Math.abs(mean) < 1, `mean ${mean}`);
  t.true(Math.abs(sd / 10 - 1) < 0.08, `SD ${sd}`);
});

test('[board] sees a whole swing after an incomplete one on a machine that is two seconds late', async (t) => {
  for (const period_ms of [1, 90, 1000, 2000]) {
    const { clock, gates, swings } = bench({ boardClock: burstClock(period_ms) });
    gates.play([
      { at_s: 0.1, channel: LA, covered: true },
      { at_s: 0.13, channel: LA, covered: false },
    ]);
    pass(gates, FORWARD, 1200);
    await clock.advance(10_000);
    t.deepEqual(
      swings.map(({ swing }) => swing.present),
      [1 << LA, 0xff],
      `${period_ms} ms`,
    );
  }
});
