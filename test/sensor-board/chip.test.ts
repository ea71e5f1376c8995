// The firmware's machine code on the virtual chip: times of edges, transmission, resets, and EEPROM.

import test from 'ava';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { compareBoards } from '../support/sensor-board/differential.ts';
import { chipBench, CYCLES_PER_MS, type ChipBench } from '../support/sensor-board/chip-bench.ts';

/** One tick of 500 ns. */
const TICK_CYCLES = 8;
const COVERED_MS = 10;
const AFTER_MS = 150;

/** Lets every gate be covered at its cycle after `at`; returns the errors of the stamps, in cycles. */
function errorsOf(bench: ChipBench, at: number, offsets: readonly number[]): readonly number[] {
  const { chip, swings, origin } = bench;
  const clear = Math.max(...offsets) + COVERED_MS * CYCLES_PER_MS;
  chip.addEdges(
    offsets.flatMap((offset, channel) => [
      { cycle: at + offset, channel, covered: true },
      { cycle: at + clear, channel, covered: false },
    ]),
  );
  chip.run(at + clear + AFTER_MS * CYCLES_PER_MS);
  const [swing] = swings.splice(0);
  return offsets.map((offset, channel) =>
    swing ? (Number(swing.base_ticks) + (swing.delta_ticks[channel] ?? 0)) * 2 + origin - (at + offset) : Number.NaN,
  );
}

const worst = (errors: readonly number[]): number => Math.max(...errors.map((error) => Math.abs(error)));

test('[board] stamps are right to one tick of 500 ns: gates apart, at any moment', (t) => {
  const bench = chipBench();
  const random = createSeededRandom(3);
  for (let n = 0; n < 300; n++) {
    const at = bench.chip.cycles() + random.int(40 * CYCLES_PER_MS);
    const errors = errorsOf(
      bench,
      Math.round(at),
      CHANNELS.map((_, i) => i * 16_000 + random.int(15_000)),
    );
    t.true(worst(errors) <= TICK_CYCLES, `swing ${n}: ${errors.join(' ')}`);
  }
});

test('[board] stamps are right to one tick of 500 ns: all eight gates at once', (t) => {
  const bench = chipBench();
  const random = createSeededRandom(4);
  for (let n = 0; n < 300; n++) {
    const errors = errorsOf(
      bench,
      Math.round(bench.chip.cycles()) + random.int(40 * CYCLES_PER_MS),
      CHANNELS.map(() => 0),
    );
    t.true(worst(errors) <= TICK_CYCLES && new Set(errors).size === 1, `swing ${n}: ${errors.join(' ')}`);
  }
});

test('[board] gates met within 3 µs of one another are at most 1.5 µs off', (t) => {
  const bench = chipBench();
  const random = createSeededRandom(5);
  for (let n = 0; n < 200; n++) {
    const errors = errorsOf(
      bench,
      Math.round(bench.chip.cycles()) + random.int(40 * CYCLES_PER_MS),
      CHANNELS.map(() => random.int(100)),
    );
    t.true(worst(errors) <= 1.5 * 16, `swing ${n}: ${errors.join(' ')}`);
  }
});

test('[board] a swing during a transmission is not lost, and its stamps are as good', (t) => {
  const bench = chipBench();
  const random = createSeededRandom(6);
  for (let n = 0; n < 100; n++) {
    bench.send({ kind: 'hello', major: 1, minor: 0, name: 'a host with a name of 32 bytes ..' });
    // The answer goes out 1.5 ms later and takes 1.9 ms.
    const at = Math.round(bench.chip.cycles()) + random.int(4 * CYCLES_PER_MS);
    const errors = errorsOf(
      bench,
      at,
      CHANNELS.map((_, i) => i * 5000 + random.int(4000)),
    );
    t.true(worst(errors) <= TICK_CYCLES, `swing ${n}: ${errors.join(' ')}`);
  }
});

test('[board] agrees with the model of the protocol on random strokes with bounce, noise, blind gates and cut frames', async (t) => {
  const { problems, swings } = await compareBoards(1, 300);
  t.deepEqual(problems, []);
  t.true(swings > 450, `${swings} swings`);
});

test('[board] the watchdog resets a program that hangs, within half a second, and the board says so', (t) => {
  const bench = chipBench();
  bench.chip.hang();
  bench.chip.run(600 * CYCLES_PER_MS);
  t.is(bench.chip.resets(), 1);
  bench.send({ kind: 'hello', major: 1, minor: 0, name: '' });
  bench.chip.run(700 * CYCLES_PER_MS);
  t.like(
    bench.messages.find((message) => message.kind === 'hello_ack'),
    { reset_cause: 1, boot_count: 2 },
  );
});

test('[board] a storm of edges stops neither the beat nor the swings after it', (t) => {
  const bench = chipBench();
  const storm = Array.from({ length: 40_000 }, (_, n) => ({
    cycle: 2_000_000 + n * 40,
    channel: 3,
    covered: n % 2 === 0,
  }));
  bench.chip.addEdges(storm);
  bench.chip.run(250 * CYCLES_PER_MS);
  t.is(bench.chip.resets(), 0);
  bench.chip.run(1200 * CYCLES_PER_MS);
  const beats = bench.messages.filter((message) => message.kind === 'beat');
  t.true(beats.length >= 2);
  t.true((beats.at(-1)?.overruns ?? 0) > 0);
  bench.swings.length = 0;
  const errors = errorsOf(
    bench,
    1300 * CYCLES_PER_MS,
    CHANNELS.map((_, i) => i * 20_000),
  );
  t.true(worst(errors) <= TICK_CYCLES, errors.join(' '));
});

test('[board] its stack leaves RAM to spare after play and a storm', (t) => {
  const bench = chipBench();
  for (let n = 0; n < 5; n++)
    errorsOf(
      bench,
      Math.round(bench.chip.cycles()) + 1000,
      CHANNELS.map((_, i) => i * 7000),
    );
  bench.send({ kind: 'set', key: 1, value: 5 });
  bench.chip.run(bench.chip.cycles() + 300 * CYCLES_PER_MS);
  const free = bench.chip.unusedRam();
  t.true(free >= 256, `${free} bytes between the variables and the deepest stack`);
  t.log(`${free} bytes of RAM were never used`);
});
