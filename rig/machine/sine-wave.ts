// Generates a tone as a wave file, to be played in the machine.

import { wavOf } from '../../hal/speaker/wav.ts';

const RATE_HZ = 48_000;
/** Amplitude as a share of full scale. */
const LOUDNESS = 0.37;

/** Returns a mono 16-bit wave file. */
export function sineWave(hz: number, ms: number): Buffer {
  const samples = Float64Array.from(
    { length: Math.round((ms / 1000) * RATE_HZ) },
    (_, at) => LOUDNESS * Math.sin((2 * Math.PI * hz * at) / RATE_HZ),
  );
  return wavOf(samples, RATE_HZ);
}
