// Tests of lowering the volume of a pack's WAV files.

import test from 'ava';
import { quieter, wavOf } from '../../../hal/speaker/wav.ts';

const chunk = (id: string, bytes: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
};
const words = (...values: readonly number[]): Buffer => Buffer.from(Int16Array.from(values).buffer);
const file = (...chunks: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(chunks);
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), body]));
};
/** Builds a format chunk: format, channels, rate, bytes per second, bytes per frame, bits. */
const format = (code: number, bits: number, more: Buffer = Buffer.alloc(0)): Buffer => {
  const bytes = Buffer.alloc(16);
  [code, 2].forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  bytes.writeUInt32LE(44_100, 4);
  bytes.writeUInt16LE(bits, 14);
  return chunk('fmt ', Buffer.concat([bytes, more]));
};
const LIST = chunk('LIST', Buffer.from('odd')); // three bytes and one of padding

test('[speaker] scales 16-bit samples anywhere in the file and keeps everything else', (t) => {
  const samples = words(1000, -1000, 32767, -32768, 3);
  const wav = file(LIST, format(1, 16), LIST, chunk('data', samples), LIST);
  const before = Buffer.from(wav);
  const expected = file(LIST, format(1, 16), LIST, chunk('data', words(250, -250, 8192, -8192, 1)), LIST);
  t.deepEqual(quieter(wav, 0.25), expected);
  t.deepEqual(wav, before, 'original pack unchanged');
  t.deepEqual(quieter(wav, 1), before);
});

test('[speaker] scales the extensible 16-bit format too', (t) => {
  const more = (code: number): Buffer => Buffer.concat([words(22, 16, 3, 0, code), Buffer.alloc(14)]);
  const wav = (code: number, value: number): Buffer =>
    file(format(0xfffe, 16, more(code)), chunk('data', words(value)));
  t.deepEqual(quieter(wav(1, 800), 0.5), wav(1, 400));
  t.deepEqual(quieter(wav(6, 800), 0.5), wav(6, 800), 'A-law');
});

test('[speaker] leaves files that are not 16-bit PCM unchanged', (t) => {
  const cases = [format(1, 8), format(1, 24), format(3, 32), format(6, 16), chunk('fmt ', Buffer.alloc(2)), LIST];
  for (const head of cases) {
    const wav = file(head, chunk('data', words(800, 800)));
    t.deepEqual(quieter(wav, 0.5), wav);
  }
});

test('[speaker] tolerates lengths that reach beyond the file', (t) => {
  const wav = file(format(1, 16), chunk('data', words(800, 800)));
  const length_at = wav.length - 8; // length of `data` and four bytes of samples
  wav.writeUInt32LE(0xffffffff, length_at);
  const scaled = Buffer.from(quieter(wav, 0.5));
  t.deepEqual(
    [4, 6].map((at) => scaled.readInt16LE(length_at + at)),
    [400, 400],
  );
  for (let length = 0; length < wav.length; length++) t.is(quieter(wav.subarray(0, length), 0.5).length, length);
});

test('[speaker] clips samples too loud for 16 bits', (t) => {
  const wav = wavOf(Float64Array.of(0.5, 2, -2), 8000);
  t.deepEqual([44, 46, 48].map((at) => wav.readInt16LE(at)), [16384, 32767, -32767]); // oxfmt-ignore
});
