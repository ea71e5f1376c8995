// Sounds that the machine has played: QEMU's sound card writes them to a wave file.

import { readFile } from 'node:fs/promises';
import type { Wave } from './recorded-sounds.ts';

interface Tone {
  /** Time since the start of the recording. */
  readonly at_ms: number;
  readonly ms: number;
  readonly hz: number;
}

/** Parses a 16-bit wave file that is still being written, so its sizes are not set yet. */
export function readWave(bytes: Buffer): Wave {
  if (bytes.length < HEAD_BYTES) return { samples: [], rate_hz: 0 };
  const [channels, rate_hz] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const samples: number[] = [];
  for (let at = HEAD_BYTES; at + channels * 2 <= bytes.length; at += channels * 2) samples.push(bytes.readInt16LE(at));
  return { samples, rate_hz };
}

const HEAD_BYTES = 44;
const LOUD = 500;
/** Maximum silence within a tone. */
const GAP_MS = 20;

/** Returns the tones of a wave in order, with their frequencies from zero crossings. */
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

/** Reads everything played so far. `file`: the machine's `sound`. */
export const playedWave = async (file: string): Promise<Wave> => readWave(await readFile(file));

/** Reads all tones played so far. `file`: the machine's `sound`. */
export const playedTones = async (file: string): Promise<readonly Tone[]> => tonesOf(readWave(await readFile(file)));
