// Tests of each fault of the virtual wire from the board to the host, and its effect on the bytes.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import type { Fault } from '../../../hal/faults.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { PIPE_FAULTS } from '../../../hal/serial/pipe-faults.ts';
import { createSerialPipe, type SerialPipe } from '../../../hal/serial/serial-pipe.ts';
import type { SerialLine } from '../../../hal/serial/serial.ts';
import { createRecorder, openFor, type Recorder } from './serial-conformance.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { wrongly } from '../../support/wrongly.ts';

interface Wire {
  readonly clock: VirtualClock;
  readonly pipe: SerialPipe;
  readonly host: SerialLine;
  readonly board: SerialLine;
  /** Chunks that reached the host, with their times. */
  readonly chunks: { readonly at_ms: number; readonly bytes: readonly number[] }[];
  readonly at_board: Recorder;
  received(): number[];
}

/** Creates a wire with both ends open, at a baud rate so high that transmission time is negligible. */
async function wireWith(t: ExecutionContext, fault: Fault = 'ok', seed = 1): Promise<Wire> {
  const clock = createVirtualClock();
  const pipe = createSerialPipe({ clock, random: createSeededRandom(seed), baud: 1e12 });
  const chunks: Wire['chunks'] = [];
  const at_board = createRecorder();
  const host = await openFor(t, pipe.host, {
    bytes: (chunk) => chunks.push({ at_ms: Math.round(clock.now_ms()), bytes: [...chunk] }),
    closed: () => {},
  });
  const board = await openFor(t, pipe.board, at_board);
  valueOf(t, pipe.setFault(fault));
  return { clock, pipe, host, board, chunks, at_board, received: () => chunks.flatMap(({ bytes }) => bytes) };
}

const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, n) => n);

test('[serial] supports every fault of a serial port and reports the current one', (t) => {
  const all: Fault[] = ['ok', 'off', 'stuck', 'garbage', 'wrong', 'slow', 'delayed', 'intermittent'];
  const ofSerial: Fault[] = ['drop-byte', 'flip-bit', 'split', 'merge'];
  t.deepEqual(PIPE_FAULTS.toSorted(), [...all, ...ofSerial].toSorted());
  const pipe = createSerialPipe({ clock: createVirtualClock(), random: createSeededRandom(1) });
  t.is(pipe.fault(), 'ok');
  for (const fault of PIPE_FAULTS) {
    valueOf(t, pipe.setFault(fault));
    t.is(pipe.fault(), fault);
  }
});

test('[serial] refuses an unsupported fault with fault_unsupported and keeps the current one', (t) => {
  const pipe = createSerialPipe({ clock: createVirtualClock(), random: createSeededRandom(1) });
  valueOf(t, pipe.setFault('slow'));
  for (const fault of ['torn', '', 'OFF', '__proto__', 'toString'].map(wrongly))
    failsWith(t, pipe.setFault(fault), 'fault_unsupported', /has no fault ".*"; it has ok, off, .*merge\.$/);
  t.is(pipe.fault(), 'slow');
});

test('[serial] applies no fault to bytes from the host to the board', async (t) => {
  for (const fault of PIPE_FAULTS) {
    const { clock, host, at_board } = await wireWith(t, fault);
    for (let n = 0; n < 20; n++) host.write(counting(20));
    await clock.advance(1);
    t.deepEqual(at_board.received, Array.from({ length: 20 }, () => [...counting(20)]).flat(), fault);
  }
});

test('[serial] fault off: delivers nothing', async (t) => {
  const { clock, board, received } = await wireWith(t, 'off');
  board.write(counting(9));
  await clock.advance(5000);
  t.deepEqual(received(), []);
});

test('[serial] fault stuck: delivers as many bytes, all equal to the last one before it', async (t) => {
  const { clock, pipe, board, received } = await wireWith(t);
  board.write(Uint8Array.of(1, 2, 0x33));
  await clock.advance(1);
  pipe.setFault('stuck');
  board.write(counting(3));
  board.write(counting(2));
  await clock.advance(1);
  t.deepEqual(received(), [1, 2, 0x33, 0x33, 0x33, 0x33, 0x33, 0x33]);
});

test('[serial] fault garbage: delivers as many bytes, at the same time, with random values', async (t) => {
  const { clock, board, chunks, received } = await wireWith(t, 'garbage');
  for (let n = 0; n < 8; n++) board.write(new Uint8Array(250));
  await clock.advance(1);
  t.deepEqual(
    chunks.map(({ bytes }) => bytes.length),
    Array.from({ length: 8 }, () => 250),
  );
  t.true(new Set(received()).size > 250);
});

test('[serial] fault wrong: delivers text lines of another device', async (t) => {
  const { clock, board, received } = await wireWith(t, 'wrong');
  board.write(counting(5));
  await clock.advance(1);
  t.regex(String.fromCodePoint(...received()), /^\$GP[ -~]+\r\n$/);
  t.false(received().includes(0));
});

test('[serial] fault slow: takes 4 ms per byte and keeps the order', async (t) => {
  const { clock, board, chunks, received } = await wireWith(t, 'slow');
  board.write(counting(10));
  await clock.advance(39);
  t.deepEqual(received(), []);
  board.write(counting(2));
  await clock.advance(2);
  t.deepEqual(chunks, [{ at_ms: 40, bytes: [...counting(10)] }]);
  await clock.advance(6);
  t.is(received().length, 10, 'the second write waits for the first');
  await clock.advance(100);
  t.deepEqual(received(), [...counting(10), ...counting(2)]);
});

test('[serial] fault delayed: delivers the same bytes 400 ms later', async (t) => {
  const { clock, board, chunks } = await wireWith(t, 'delayed');
  board.write(counting(3));
  await clock.advance(100);
  board.write(counting(2));
  await clock.advance(1000);
  t.deepEqual(chunks, [
    { at_ms: 400, bytes: [0, 1, 2] },
    { at_ms: 500, bytes: [0, 1] },
  ]);
});

test('[serial] fault intermittent: passes whole chunks for 700 ms, then none for 700 ms', async (t) => {
  const { clock, board, chunks } = await wireWith(t, 'intermittent');
  for (let n = 0; n < 28; n++) {
    board.write(Uint8Array.of(n, n));
    await clock.advance(100);
  }
  const passed = chunks.map(({ bytes }) => bytes[0]);
  t.deepEqual(passed, [0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19, 20]);
});

test('[serial] fault drop-byte: drops one byte in forty and delivers the rest in order', async (t) => {
  const { clock, board, received } = await wireWith(t, 'drop-byte');
  for (let n = 0; n < 100; n++) board.write(counting(100));
  await clock.advance(1);
  const left = received();
  t.true(left.length > 9650 && left.length < 9850, `${left.length}`);
  const chunk = await wireWith(t, 'drop-byte', 3);
  chunk.board.write(counting(200));
  await chunk.clock.advance(1);
  t.deepEqual(
    chunk.received(),
    chunk.received().toSorted((a, b) => a - b),
  );
  t.is(new Set(chunk.received()).size, chunk.received().length);
});

test('[serial] fault flip-bit: flips one bit in one byte of forty', async (t) => {
  const { clock, board, received } = await wireWith(t, 'flip-bit');
  for (let n = 0; n < 100; n++) board.write(new Uint8Array(100).fill(0xa5));
  await clock.advance(1);
  const wrong = received().filter((byte) => byte !== 0xa5);
  t.is(received().length, 10_000);
  t.true(wrong.length > 150 && wrong.length < 350, `${wrong.length}`);
  const flips = new Set(wrong.map((byte) => byte ^ 0xa5));
  t.deepEqual(
    [...flips].toSorted((a, b) => a - b),
    [1, 2, 4, 8, 16, 32, 64, 128],
  );
});

test('[serial] fault split: delivers every byte as its own chunk', async (t) => {
  const { clock, board, chunks, received } = await wireWith(t, 'split');
  board.write(counting(30));
  await clock.advance(1);
  t.deepEqual(received(), [...counting(30)]);
  t.is(chunks.length, 30);
});

test('[serial] fault merge: delivers all bytes sent within 250 ms as one chunk', async (t) => {
  const { clock, board, chunks } = await wireWith(t, 'merge');
  for (const byte of [1, 2, 3, 4, 5]) {
    board.write(Uint8Array.of(byte));
    await clock.advance(90);
  }
  await clock.advance(500);
  t.deepEqual(chunks, [
    { at_ms: 250, bytes: [1, 2, 3] },
    { at_ms: 500, bytes: [4, 5] },
  ]);
});

test('[serial] recovers as soon as the fault is cleared', async (t) => {
  for (const fault of PIPE_FAULTS) {
    const { clock, pipe, board, received } = await wireWith(t, fault);
    for (let n = 0; n < 5; n++) board.write(counting(40));
    await clock.advance(2000);
    valueOf(t, pipe.setFault('ok'));
    const before = received().length;
    board.write(counting(200));
    await clock.advance(1);
    t.deepEqual(received().slice(before), [...counting(200)], fault);
  }
});

test('[serial] keeps bytes in order through any sequence of faults', async (t) => {
  const lossless = fc.constantFrom<Fault>('ok', 'slow', 'delayed', 'split', 'merge');
  const step = fc.record({ fault: lossless, length: fc.integer({ min: 1, max: 4 }), wait_ms: fc.nat(300) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { clock, pipe, board, received } = await wireWith(t);
      let sent = 0;
      for (const { fault, length, wait_ms } of steps) {
        pipe.setFault(fault);
        board.write(Uint8Array.from({ length }, () => sent++));
        await clock.advance(wait_ms);
      }
      await clock.advance(2000);
      t.deepEqual(
        received(),
        Array.from({ length: sent }, (_, n) => n),
      );
    }),
    { numRuns: 60 },
  );
});

test('[serial] loses bytes held back by a fault when the cable is unplugged', async (t) => {
  for (const fault of ['slow', 'delayed', 'merge'] as const) {
    const { clock, pipe, board } = await wireWith(t, fault);
    board.write(counting(3));
    await clock.advance(10);
    pipe.unplug();
    pipe.plug();
    const recorder = createRecorder();
    await openFor(t, pipe.host, recorder);
    await clock.advance(2000);
    t.deepEqual(recorder.received, [], fault);
  }
});
