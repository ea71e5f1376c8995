// Measures WAV files: length, loudness and frequencies.

import type { ExecutionContext } from 'ava';

interface Pcm {
  readonly rate_hz: number;
  /** Range: -1..1. */
  readonly samples: readonly number[];
}

/** Reads a mono 16-bit file with the standard header of 44 bytes. */
export function readPcm(t: ExecutionContext, wav: Uint8Array): Pcm {
  const file = Buffer.from(wav);
  const text = (at: number): string => file.toString('latin1', at, at + 4);
  t.deepEqual([text(0), text(8), text(12), text(36)], ['RIFF', 'WAVE', 'fmt ', 'data']);
  t.deepEqual([file.readUInt32LE(4), file.readUInt32LE(40)], [file.length - 8, file.length - 44]);
  const rate_hz = file.readUInt32LE(24);
  // 16 bytes of format: PCM, one channel, rate, bytes per second, bytes per frame, bits.
  t.deepEqual([16, 20, 22, 32, 34].map((at) => file.readUInt16LE(at)), [16, 1, 1, 2, 16]); // oxfmt-ignore
  t.is(file.readUInt32LE(28), rate_hz * 2);
  const count = (file.length - 44) / 2;
  return { rate_hz, samples: Array.from({ length: count }, (_, at) => file.readInt16LE(44 + at * 2) / 32767) };
}

const samplesBetween = ({ rate_hz, samples }: Pcm, from_s: number, to_s: number): readonly number[] =>
  samples.slice(Math.round(from_s * rate_hz), Math.round(to_s * rate_hz));

/** Returns the frequency between two times, from the upward zero crossings. */
export function measuredHz(pcm: Pcm, from_s: number, to_s: number): number {
  const samples = samplesBetween(pcm, from_s, to_s);
  const crossings: number[] = [];
  for (let at = 1; at < samples.length; at++) {
    const [before = 0, now = 0] = [samples[at - 1], samples[at]];
    if (before < 0 && now >= 0) crossings.push(at - 1 + before / (before - now));
  }
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
  return ((crossings.length - 1) * pcm.rate_hz) / (last - first);
}

export const loudest = (pcm: Pcm, from_s: number, to_s: number): number =>
  Math.max(...samplesBetween(pcm, from_s, to_s).map(Math.abs));

/** Returns the amplitude of one frequency between two times, with a Hann window. */
export function toneAt(pcm: Pcm, hz: number, from_s: number, to_s: number): number {
  const samples = samplesBetween(pcm, from_s, to_s);
  let [real, imaginary] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const weighed = sample * (1 - Math.cos((2 * Math.PI * at) / samples.length));
    real += weighed * Math.cos((2 * Math.PI * hz * at) / pcm.rate_hz);
    imaginary += weighed * Math.sin((2 * Math.PI * hz * at) / pcm.rate_hz);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}
