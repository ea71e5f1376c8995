// Tests of damage on the wire: the reader never guesses, counts the frames it drops, and decodes the next whole frame.

import test from 'ava';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { SWING_BODY, collectingReader, joined, swingFrame, type CollectingReader } from './frames.ts';

const FRAME = swingFrame(1);
const END = FRAME.length - 1;

/** Reads a good frame, the damage and three good frames. */
function after(damaged: Uint8Array): CollectingReader {
  const reader = collectingReader();
  reader.push(joined(swingFrame(0), damaged, swingFrame(2), swingFrame(3), swingFrame(4)));
  return reader;
}

test('[protocol] drops and counts every corruption of a byte in a SWING frame, nothing else', (t) => {
  for (let at = 0; at < FRAME.length; at++) {
    for (let change = 1; change < 256; change++) {
      const damaged = FRAME.slice();
      damaged[at] = (damaged[at] ?? 0) ^ change;
      const reader = after(damaged);
      const where = `byte ${at} ^ ${change}`;
      // Without its 0x00 a frame runs into the next one: both are lost.
      if (at === END) t.deepEqual(reader.seqs(), [0, 3, 4], where);
      else t.deepEqual(reader.seqs(), [0, 2, 3, 4], where);
      // A 0x00 in the middle splits the frame.
      const cut = damaged[at] === 0 && at > 0 && at < END - 1;
      if (damaged[at] !== 0) t.is(reader.dropped(), 1, where);
      else t.true(reader.dropped() >= 1 && reader.dropped() <= (cut ? 2 : 1), where);
      for (const { body } of reader.frames) t.deepEqual(body, SWING_BODY, where);
    }
  }
});

test('[protocol] drops every truncation of a SWING frame: end, start or middle', (t) => {
  for (let length = 1; length < END; length++) {
    const cut = after(joined(FRAME.slice(0, length), [0]));
    t.deepEqual(cut.seqs(), [0, 2, 3, 4], `first ${length}`);
    t.is(cut.dropped(), 1);
    const late = after(FRAME.slice(length));
    t.deepEqual(late.seqs(), [0, 2, 3, 4], `from ${length}`);
    t.is(late.dropped(), 1);
    const without = after(joined(FRAME.slice(0, length), FRAME.slice(length + 1)));
    t.deepEqual(without.seqs(), [0, 2, 3, 4], `without ${length}`);
    t.is(without.dropped(), 1);
    const unended = after(FRAME.slice(0, length));
    t.deepEqual(unended.seqs(), [0, 3, 4], `first ${length}, no end`);
    t.is(unended.dropped(), 1);
  }
});

test('[protocol] drops only the frame with a duplicated byte', (t) => {
  for (let at = 0; at < END; at++) {
    const reader = after(joined(FRAME.slice(0, at + 1), FRAME.slice(at)));
    t.deepEqual(reader.seqs(), [0, 2, 3, 4], `byte ${at}`);
    t.is(reader.dropped(), 1);
  }
  const ended_twice = after(joined(FRAME, [0]));
  t.deepEqual(ended_twice.seqs(), [0, 1, 2, 3, 4]);
  t.is(ended_twice.dropped(), 0);
});

test('[protocol] drops a frame with two adjacent bytes swapped', (t) => {
  for (let at = 0; at < END - 1; at++) {
    const swapped = FRAME.slice();
    [swapped[at], swapped[at + 1]] = [FRAME[at + 1] ?? 0, FRAME[at] ?? 0];
    if (FRAME[at] === FRAME[at + 1]) continue;
    t.deepEqual(after(swapped).seqs(), [0, 2, 3, 4], `byte ${at}`);
  }
});

test('[protocol] decodes the next frame after a 0x00 despite noise between frames', (t) => {
  const random = createSeededRandom(4);
  for (let n = 0; n < 500; n++) {
    const noise = random.bytes(1 + random.int(600));
    const reader = collectingReader();
    reader.push(joined(swingFrame(1), noise, [0], swingFrame(2), noise, swingFrame(3), swingFrame(4)));
    t.deepEqual(reader.seqs().slice(0, 2), [1, 2], `noise ${n}`);
    t.is(reader.seqs().at(-1), 4);
    for (const { body } of reader.frames) t.deepEqual(body, SWING_BODY);
    t.true(reader.dropped() >= 1);
  }
});

test('[protocol] counts 64 KiB of 0x55 as one drop and loses at most the next frame', (t) => {
  const reader = collectingReader();
  for (let kib = 0; kib < 64; kib++) reader.push(new Uint8Array(1024).fill(0x55));
  reader.push(joined(swingFrame(1), swingFrame(2)));
  t.deepEqual(reader.seqs(), [2]);
  t.is(reader.dropped(), 1);
  for (let kib = 0; kib < 64; kib++) reader.push(new Uint8Array(1024).fill(0x55));
  reader.push(joined([0], swingFrame(3)));
  t.deepEqual(reader.seqs(), [2, 3]);
  t.is(reader.dropped(), 2);
});

test('[protocol] never takes pure noise for a swing', (t) => {
  const random = createSeededRandom(9);
  const reader = collectingReader();
  for (let n = 0; n < 200; n++) reader.push(random.bytes(1000));
  t.deepEqual(
    reader.frames.filter(({ body }) => body.length >= SWING_BODY.length),
    [],
  );
  reader.push(joined([0], encodeFrame({ type: 0x11, seq: 77, body: Uint8Array.of(1) })));
  t.is(reader.seqs().at(-1), 77);
});
