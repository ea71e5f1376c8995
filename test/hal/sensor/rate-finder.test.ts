// Finding the baud rate of a board: half a frame, garbage, silence and a close in between, on a port of the test.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { findingRate } from '../../../hal/sensor/rate-finder.ts';
import type { SerialListener, SerialPort } from '../../../hal/serial/serial.ts';
import { ok } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';

const BEAT = encodeFrame({ type: 0x20, seq: 0, body: new Uint8Array(14).fill(1) });
const GARBAGE = Uint8Array.of(9, 9, 9, 9, 0, 9, 9, 9, 9, 0);

function fixture() {
  const clock = createVirtualClock();
  const rates: (number | undefined)[] = [];
  let listener: SerialListener | null = null;
  let closing: (() => void)[] = [];
  const port: SerialPort = {
    path: '/dev/board',
    open(own, baud) {
      rates.push(baud);
      listener = own;
      return Promise.resolve(
        ok({ write: () => {}, close: () => new Promise<void>((resolve) => void closing.push(resolve)) }),
      );
    },
    onPlug: () => () => {},
  };
  const received: number[] = [];
  return {
    clock,
    rates,
    received,
    found: findingRate(port, clock),
    own: { bytes: (chunk: Uint8Array) => void received.push(...chunk), closed: () => {} },
    send: (bytes: Uint8Array) => listener?.bytes(bytes),
    /** Lets the lines that are being closed be closed. */
    async freed() {
      await clock.advance(0);
      for (const free of closing.splice(0)) free();
      closing = [];
      await clock.advance(0);
    },
  };
}

test('[C183] keeps the rate of a board that was opened in the middle of a frame', async (t) => {
  const { clock, rates, received, found, own, send } = fixture();
  valueOf(t, await found.open(own));
  send(BEAT.subarray(5));
  await clock.advance(1000);
  send(BEAT);
  t.deepEqual(rates, [115_200]);
  t.deepEqual(received.slice(-BEAT.length), [...BEAT]);
});

test('[C183] tries the other rate after damaged frames, and begins there the next time', async (t) => {
  const { rates, received, found, own, send, freed } = fixture();
  const line = valueOf(t, await found.open(own));
  send(GARBAGE);
  await freed();
  send(BEAT);
  t.deepEqual(rates, [115_200, 250_000]);
  t.deepEqual(received, [...BEAT], 'the garbage was held back');
  const closed = line.close();
  await freed();
  await closed;
  valueOf(t, await found.open(own));
  t.deepEqual(rates, [115_200, 250_000, 250_000]);
});

test('[C183] passes everything on once both rates have failed', async (t) => {
  const { rates, received, found, own, send, freed } = fixture();
  valueOf(t, await found.open(own));
  for (let n = 0; n < 3; n++) {
    send(GARBAGE);
    await freed();
  }
  send(Uint8Array.of(7));
  t.deepEqual(rates, [115_200, 250_000, 115_200]);
  t.deepEqual(received, [...GARBAGE, 7]);
});

test('[C183] tries the other rate after 0.25 s of half a frame, and after 508 bytes without one', async (t) => {
  const { clock, rates, found, own, send, freed } = fixture();
  valueOf(t, await found.open(own));
  send(Uint8Array.of(1, 2, 3));
  await clock.advance(249);
  t.is(rates.length, 1);
  await clock.advance(1);
  await freed();
  t.is(rates.length, 2);
  send(new Uint8Array(508).fill(1));
  await freed();
  t.is(rates.length, 2);
  send(Uint8Array.of(1));
  await freed();
  t.is(rates.length, 3);
});

test('[C183] holds no zeros, however many a line sends', async (t) => {
  const { rates, received, found, own, send } = fixture();
  valueOf(t, await found.open(own));
  for (let n = 0; n < 1000; n++) send(new Uint8Array(1000));
  send(BEAT);
  t.deepEqual(rates, [115_200]);
  t.deepEqual(received, [...BEAT]);
});

test('[C183] a close while the rate changes waits until the port is free', async (t) => {
  const { clock, rates, found, own, send, freed } = fixture();
  const line = valueOf(t, await found.open(own));
  send(GARBAGE);
  await clock.advance(0);
  let closed = false;
  const closing = line.close().then(() => (closed = true));
  await clock.advance(0);
  t.false(closed);
  await freed();
  await closing;
  t.deepEqual(rates, [115_200]);
});
