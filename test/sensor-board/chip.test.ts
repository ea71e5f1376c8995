// The firmware's machine code on the virtual chip: times of edges, transmission, resets, and RAM.

import test from 'ava';
import { CHANNELS } from '../../hal/sensor/messages.ts';
import { badStamps, badWhileSending, stampErrors } from '../support/sensor-board/checks.ts';
import { compareBoards } from '../support/sensor-board/differential.ts';
import { measureStrokes } from '../support/sensor-board/measured-strokes.ts';
import { chipBench, CYCLES_PER_MS } from '../support/sensor-board/chip-bench.ts';

test('[board] stamps are right to one tick of 500 ns: gates apart, at any moment', (t) => {
  const apart = (draw: (below: number) => number) => CHANNELS.map((_, i) => i * 16_000 + draw(15_000));
  t.deepEqual(badStamps(chipBench(), 300, apart), []);
});

test('[board] stamps are right to one tick of 500 ns: all eight gates at once', (t) => {
  const atOnce = () => CHANNELS.map(() => 0);
  t.deepEqual(badStamps(chipBench(), 300, atOnce), []);
});

test('[board] gates met within 3 µs of one another are at most 1.5 µs off', (t) => {
  const close = (draw: (below: number) => number) => CHANNELS.map(() => draw(100));
  t.deepEqual(badStamps(chipBench(), 200, close, 24), []);
});

test('[board] a swing during a transmission is not lost, and its stamps are as good', (t) => {
  t.deepEqual(badWhileSending(chipBench(), 100), []);
});

test('[board] agrees with the model on random strokes with bounce, noise, blind gates and cut frames', async (t) => {
  const { problems, swings } = await compareBoards(1, 300);
  t.deepEqual(problems, []);
  t.true(swings > 450, `${swings} swings`);
});

test('[board] 100 strokes through firmware, cable and driver are within ±1 %, ±0.15° of face and ±0.25° of attack', async (t) => {
  const { lost, speed_share, face_deg, attack_deg } = await measureStrokes(100, 4);
  t.is(lost, 0);
  t.true(Math.max(...speed_share) <= 0.01, `${Math.max(...speed_share)}`);
  t.true(Math.max(...face_deg) <= 0.15, `${Math.max(...face_deg)}`);
  t.true(Math.max(...attack_deg) <= 0.25, `${Math.max(...attack_deg)}`);
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
    cycle: 125 * CYCLES_PER_MS + n * 40,
    channel: 3,
    covered: n % 2 === 0,
  }));
  bench.chip.addEdges(storm);
  bench.chip.run(1200 * CYCLES_PER_MS);
  t.is(bench.chip.resets(), 0);
  const beats = bench.messages.filter((message) => message.kind === 'beat');
  t.is(beats.length, 2);
  t.true((beats[1]?.overruns ?? 0) > 0);
  bench.swings.length = 0;
  const errors = stampErrors(
    bench,
    1300 * CYCLES_PER_MS,
    CHANNELS.map((_, i) => i * 20_000),
  );
  t.true(
    errors.every((error) => Math.abs(error) <= 8),
    errors.join(' '),
  );
});

test('[board] play and a store of settings leave a quarter of the RAM unused', (t) => {
  const bench = chipBench();
  for (let n = 0; n < 5; n++)
    stampErrors(
      bench,
      Math.round(bench.chip.cycles()) + 1000,
      CHANNELS.map((_, i) => i * 7000),
    );
  bench.send({ kind: 'set', key: 1, value: 5 });
  bench.chip.run(bench.chip.cycles() + 300 * CYCLES_PER_MS);
  const unused = bench.chip.unusedRam();
  t.true(unused >= 512, `${unused} bytes`);
});

test('[board] the self-test reports light that is not its own, and a covered gate', (t) => {
  const textOf = ({ messages }: ReturnType<typeof chipBench>): string =>
    messages.map((message) => ('text' in message ? message.text : '')).join(' ');
  t.is(textOf(chipBench()), '');
  t.regex(textOf(chipBench({ stray: 0x10 })), /lit with the emitters off/);
  t.regex(textOf(chipBench({ covered: 0x02 })), /covered at start/);
});

test('[board] a swing while settings are stored one after the other has right stamps, and all are stored', (t) => {
  const bench = chipBench();
  const { chip } = bench;
  for (let n = 0; n < 20; n++) {
    for (let key = 1; key <= 8; key++) {
      bench.send({ kind: 'set', key, value: n + key });
      chip.run(chip.cycles() + 2 * CYCLES_PER_MS);
    }
    const errors = stampErrors(
      bench,
      Math.round(chip.cycles()) + 1000 * n,
      CHANNELS.map((_, i) => i * 9000),
    );
    t.true(
      errors.every((error) => Math.abs(error) <= 8),
      `swing ${n}: ${errors.join(' ')}`,
    );
  }
  chip.run(chip.cycles() + 500 * CYCLES_PER_MS);
  bench.send({ kind: 'hello', major: 1, minor: 0, name: '' });
  chip.run(chip.cycles() + 50 * CYCLES_PER_MS);
  const ack = bench.messages.findLast((message) => message.kind === 'hello_ack');
  t.deepEqual(ack?.aperture_error_um, [20, 21, 22, 23, 24, 25, 26, 27]);
});

test('[board] loses no frame of the host, whatever it sends at that moment', (t) => {
  const bench = chipBench();
  const HELLOS = 600;
  for (let n = 0; n < HELLOS; n++) {
    // From 20 ms before to 40 ms after the beats, in steps of 0.1 ms.
    bench.chip.run((1000 + 1000 * n - 20 + n / 10) * CYCLES_PER_MS);
    bench.send({ kind: 'hello', major: 1, minor: 0, name: 'a host with a name of 32 bytes ..' });
  }
  bench.chip.run(bench.chip.cycles() + 50 * CYCLES_PER_MS);
  t.is(bench.messages.filter((message) => message.kind === 'hello_ack').length, HELLOS);
  t.is(bench.messages.findLast((message) => message.kind === 'beat')?.crc_errors, 0);
});

test('[board] a host that floods it with HELLO still hears a beat every second', (t) => {
  const bench = chipBench();
  for (let ms = 100; ms < 5000; ms += 1) {
    bench.chip.run(ms * CYCLES_PER_MS);
    bench.send({ kind: 'hello', major: 1, minor: 0, name: '' });
  }
  t.is(bench.messages.filter((message) => message.kind === 'beat').length, 5);
});

test('[board] says both that it has no calibration and that a gate is covered', (t) => {
  const bench = chipBench({ eeprom: new Uint8Array(1024).fill(0xff), covered: 0x08 });
  const texts = bench.messages.map((message) => ('text' in message ? message.text : '')).join(' ');
  t.regex(texts, /No calibration/);
  t.regex(texts, /covered at start/);
});
