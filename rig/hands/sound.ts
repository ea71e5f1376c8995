// What the machine has played: QEMU's sound card writes it to a wave file as it plays.

import { readFile } from 'node:fs/promises';
import type { Wave } from './heard-sounds.ts';

interface Tone {
  /** From the beginning of what was played. */
  readonly at_ms: number;
  readonly ms: number;
  readonly hz: number;
}

/** Of a wave file of 16 bits that is still written to: its sizes are not told yet. */
export function readWave(bytes: Buffer): Wave {
  if (bytes.length < HEAD_BYTES) return { samples: [], rate_hz: 0 };
  const [channels, rate_hz] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const samples: number[] = [];
  for (let at = HEAD_BYTES; at + channels * 2 <= bytes.length; at += channels * 2) samples.push(bytes.readInt16LE(at));
  return { samples, rate_hz };
}

const HEAD_BYTES = 44;
const LOUD = 500;
/** Shorter silence is within a tone. */
const GAP_MS = 20;

/** The tones of a wave, one after the other; a tone's frequency is that at which it crosses zero. */
export function tonesOf({ samples, rate_hz }: Wave): readonly Tone[] {
  const gap = (GAP_MS / 1000) * rate_hz;
  const tones: { first: number; last: number }[] = [];
  samples.forEach((sample, index) => {
    if (Math.abs(sample) < LOUD) return;
    const tone = tones.at(-1);
    if (tone && index - tone.last < gap) tone.last = index;
    else tones.push({ first: index, last: index });
  });
  return tones.map(({ first, last }) => ({
    at_ms: (first / rate_hz) * 1000,
    ms: ((last - first) / rate_hz) * 1000,
    hz: frequencyOf(samples.slice(first, last + 1), rate_hz),
  }));
}

function frequencyOf(samples: readonly number[], rate_hz: number): number {
  const rising = samples.flatMap((sample, index) => (sample >= 0 && (samples[index - 1] ?? 0) < 0 ? [index] : []));
  const [first = 0, last = 0] = [rising[0], rising.at(-1)];
  return last > first ? ((rising.length - 1) * rate_hz) / (last - first) : 0;
}

/** All that was played so far. `file`: the machine's `sound`. */
export const playedWave = async (file: string): Promise<Wave> => readWave(await readFile(file));

/** All tones so far. `file`: the machine's `sound`. */
export const playedTones = async (file: string): Promise<readonly Tone[]> => tonesOf(readWave(await readFile(file)));
