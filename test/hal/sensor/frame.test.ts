// Tests of frames: their bytes on the wire, any chunking, and the limits of 250 and 254 bytes on each side.

import test from 'ava';
import fc from 'fast-check';
import { cobsEncode } from '../../../hal/sensor/cobs.ts';
import { crc16 } from '../../../hal/sensor/crc16.ts';
import { BODY_BYTES_LIMIT, encodeFrame } from '../../../hal/sensor/frame.ts';
import { collectingReader, joined, swingFrame } from './frames.ts';

const body = fc.uint8Array({ maxLength: 246 });

/** Builds a frame around any payload, even one that our encoder never produces. */
function frameOf(payload: readonly number[]): Uint8Array {
  const crc = crc16(Uint8Array.from(payload));
  return joined(cobsEncode(Uint8Array.from([...payload, crc & 0xff, crc >> 8])), [0]);
}

test('[protocol] encodes a frame as COBS(type · seq · body · crc, low byte first) and one 0x00', (t) => {
  const crc = crc16(Uint8Array.of(0x11, 0x03, 0x07, 0, 0, 0));
  const frame = encodeFrame({ type: 0x11, seq: 3, body: Uint8Array.of(7, 0, 0, 0) });
  t.deepEqual([...frame], [0x04, 0x11, 0x03, 0x07, 0x01, 0x01, 0x03, crc & 0xff, crc >> 8, 0x00]);
});

test('[protocol] decodes every frame as sent, regardless of chunking', (t) => {
  const frame = fc.record({ type: fc.nat(255), seq: fc.nat(255), body });
  const chunks = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 6 }), chunks, (frames, sizes) => {
      const wire = joined([0], ...frames.map(encodeFrame));
      const reader = collectingReader();
      for (let at = 0, n = 0; at < wire.length; n++) {
        const size = sizes[n % sizes.length] ?? 1;
        reader.push(wire.slice(at, at + size));
        at += size;
      }
      t.deepEqual(reader.frames, frames);
      t.is(reader.dropped(), 0);
    }),
    { numRuns: 100 },
  );
});

test('[protocol] ends a frame of at most 252 bytes with its only 0x00', (t) => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), body, (type, seq, body) => {
      const frame = encodeFrame({ type, seq, body });
      t.is(frame.indexOf(0), frame.length - 1);
      t.true(frame.length <= 252);
    }),
  );
});

test('[protocol] counts seq modulo 256', (t) => {
  const reader = collectingReader();
  for (const seq of [255, 256, 511, 512]) reader.push(encodeFrame({ type: 1, seq, body: new Uint8Array(0) }));
  t.deepEqual(reader.seqs(), [255, 0, 255, 0]);
});

test('[protocol] ignores empty frames and does not count them', (t) => {
  const reader = collectingReader();
  reader.push(joined([0, 0, 0], swingFrame(1), [0, 0], swingFrame(2), [0]));
  t.deepEqual(reader.seqs(), [1, 2]);
  t.is(reader.dropped(), 0);
});

test('[protocol] limits a payload to 250 bytes: the sender refuses more, the receiver drops it', (t) => {
  t.is(BODY_BYTES_LIMIT, 246);
  for (const fill of [0x00, 0x55]) {
    const reader = collectingReader();
    reader.push(encodeFrame({ type: 1, seq: 1, body: new Uint8Array(246).fill(fill) }));
    t.is(reader.frames[0]?.body.length, 246);
    t.throws(() => encodeFrame({ type: 1, seq: 1, body: new Uint8Array(247) }), { message: /247 bytes/ });
    reader.push(frameOf([1, 2, ...new Uint8Array(246).fill(fill)]));
    t.is(reader.frames.length, 2);
    for (const length of [247, 248, 249, 250]) reader.push(frameOf([1, 3, ...new Uint8Array(length).fill(fill)]));
    t.is(reader.frames.length, 2);
    t.is(reader.dropped(), 4);
  }
});

test('[protocol] drops a payload shorter than type, seq and CRC', (t) => {
  const reader = collectingReader();
  reader.push(frameOf([]));
  reader.push(frameOf([1]));
  t.is(reader.dropped(), 2);
  reader.push(frameOf([1, 9]));
  t.deepEqual(reader.seqs(), [9]);
});

test('[protocol] counts a run of any length without 0x00 as one bad frame, then recovers', (t) => {
  for (const length of [1, 253, 254, 255, 256, 600, 10_000]) {
    const reader = collectingReader();
    reader.push(joined(new Uint8Array(length).fill(0x55), [0], swingFrame(1), swingFrame(2)));
    t.deepEqual(reader.seqs(), [1, 2], `${length}`);
    t.is(reader.dropped(), 1, `${length}`);
  }
});

test('[protocol] accepts no part of an overlong run as a frame', (t) => {
  const reader = collectingReader();
  const good = swingFrame(1).slice(0, -1);
  reader.push(joined(good, new Uint8Array(254).fill(0x55), [0]));
  reader.push(joined(new Uint8Array(300).fill(0x55), good, [0]));
  t.deepEqual(reader.seqs(), []);
  t.is(reader.dropped(), 2);
});

test('[protocol] hands out bodies that later frames do not change', (t) => {
  const bodies: Uint8Array[] = [];
  const reader = collectingReader();
  reader.push(swingFrame(1));
  bodies.push(...reader.frames.map(({ body }) => body));
  const before = [...(bodies[0] ?? [])];
  reader.push(joined(new Uint8Array(200).fill(0x77), [0], swingFrame(2)));
  t.deepEqual([...(bodies[0] ?? [])], before);
});
