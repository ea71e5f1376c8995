// Renders notes to samples like browser oscillators (Web Audio API 1.1: exponential ramps of frequency and gain).

import { ATTACK_S, gainOf, NOTES, SILENCE, type Note } from '../../wire/audio/notes.ts';
import type { Sound } from './speaker.ts';
import { wavOf } from './wav.ts';

/**
 * Native rate of sound cards. The strike's square wave, 2400 Hz, has a whole number of samples per period, so it does
 * not alias.
 */
const RATE_HZ = 48_000;

/** Returns a mono WAV file. @param volume_percent 0..100. */
export function soundWav(sound: Sound, volume_percent: number): Buffer {
  const notes: readonly Note[] = NOTES[sound];
  const end_s = Math.max(...notes.map(({ at_s, long_s }) => at_s + long_s));
  const samples = new Float64Array(samplesIn(end_s));
  for (const note of notes) addNote(samples, note, Math.max(gainOf(volume_percent), SILENCE));
  return wavOf(samples, RATE_HZ);
}

const samplesIn = (long_s: number): number => Math.round(long_s * RATE_HZ);

const WAVES: Readonly<Record<Note['wave'], (turn: number) => number>> = {
  sine: (turn) => Math.sin(2 * Math.PI * turn),
  // Starts at 0 and rises, like a sine.
  triangle: (turn) => 1 - 4 * Math.abs(((turn + 0.25) % 1) - 0.5),
  square: (turn) => (turn < 0.5 ? 1 : -1),
};

function addNote(samples: Float64Array, { hz, to_hz = hz, at_s, long_s, wave }: Note, peak: number): void {
  const [start, count, rise] = [samplesIn(at_s), samplesIn(long_s), samplesIn(ATTACK_S)];
  const slide = ramp(hz, to_hz, count);
  const rising = ramp(SILENCE, peak, rise);
  const falling = ramp(peak, SILENCE, count - rise);
  const sound = WAVES[wave];
  let [turn, frequency, gain] = [0, hz, SILENCE];
  for (let at = 0; at < count; at++) {
    samples[start + at] = (samples[start + at] ?? 0) + gain * sound(turn);
    turn = (turn + frequency / RATE_HZ) % 1;
    frequency *= slide;
    gain *= at < rise ? rising : falling;
  }
}

/** Returns the factor per sample for an exponential ramp over `steps` samples. */
const ramp = (from: number, to: number, steps: number): number => (to / from) ** (1 / steps);
