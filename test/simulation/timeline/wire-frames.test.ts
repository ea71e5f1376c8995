// Tests of completing frames from the cable's bytes, and of sentences for dropped frames.

import test from 'ava';
import { cobsEncode } from '../../../hal/sensor/cobs.ts';
import { createWire } from '../../../simulation/timeline/wire-frames.ts';
import { swingFrame } from '../../hal/sensor/frames.ts';

const damageOf = (bytes: readonly number[] | Uint8Array): readonly string[] =>
  createWire()(Uint8Array.from(bytes)).damaged;

test('[timeline] describes a frame with a wrong CRC by its header and the computed CRC', (t) => {
  // The catalogue's check value of CRC-16/CCITT-FALSE: 0x29B1 for "123456789".
  const digits = Buffer.from('123456789');
  t.deepEqual(damageOf([...cobsEncode(Uint8Array.from([...digits, 0x34, 0x12])), 0]), [
    'A frame of 11 bytes has type 0x31 (SET), seq 50 and CRC 0x1234; the CRC of its bytes is 0x29b1.',
  ]);
  const frame = swingFrame(3);
  const [sentence] = damageOf(frame.with(frame.length - 3, (frame.at(-3) ?? 0) ^ 0x04));
  t.regex(sentence ?? '', /^A frame of \d+ bytes has type 0x10 \(SWING\), seq 3 and CRC 0x[\da-f]{4}; the CRC of its bytes is 0x[\da-f]{4}\.$/); // oxfmt-ignore
});

test('[timeline] says why bytes are not a frame', (t) => {
  t.deepEqual(damageOf([...cobsEncode(Uint8Array.of(1, 2, 3)), 0]), ['3 bytes are too few or too many for a frame.']);
  t.deepEqual(damageOf([...cobsEncode(Uint8Array.of(1, 2, 3, 4)), 0]).length, 1);
  t.deepEqual(damageOf([9, 1, 0]), ['The bytes before a 0x00 are not valid COBS.']);
  t.deepEqual(damageOf([...new Uint8Array(255).fill(1), 0]), ['More bytes than a frame can have came before a 0x00.']);
  t.deepEqual(damageOf([0, 0, 0]), [], 'an empty frame is ignored');
  t.deepEqual(damageOf(swingFrame(1)), []);
});
