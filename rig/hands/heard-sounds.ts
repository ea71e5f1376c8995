// Which of the device's sounds were heard: the notes of a sound, found in the wave of all that was played, one behind the other.

import { NOTES } from '../../wire/audio/notes.ts';

export interface Wave {
  /** The first channel, -32768 to 32767. */
  readonly samples: readonly number[];
  readonly rate_hz: number;
}

type SoundName = keyof typeof NOTES;
const isSound = (name: string): name is SoundName => name in NOTES;

const STEP_S = 0.005;
/** Of what is heard in its time a note is the most. */
const SHARE_MIN = 0.5;
const LOUD = 200;
/** The beginning of a note, before it has become silent. */
const LISTEN_S = 0.08;

/**
 * Where a sound ends that begins at a sample from `from` on; null where it is not there. Of a sound of pitches that slide, and of one that the
 * rig does not know, only that something is heard.
 */
export function findSound({ samples, rate_hz }: Wave, name: string, from: number): number | null {
  const notes = isSound(name) ? NOTES[name].filter((note) => !('to_hz' in note)) : [];
  const listen = Math.round(LISTEN_S * rate_hz);
  const step = Math.round(STEP_S * rate_hz);
  const window = (at: number): readonly number[] => samples.slice(at, at + listen);
  const sounds = (start: number): boolean =>
    isLoud(window(start)) &&
    notes.every(({ hz, at_s }) => shareOf(window(start + Math.round(at_s * rate_hz)), hz, rate_hz) >= SHARE_MIN);
  const last_s = Math.max(0, ...notes.map(({ at_s }) => at_s));
  const end = samples.length - Math.round(last_s * rate_hz) - listen;
  for (let start = from; start <= end; start += step)
    if (sounds(start)) return start + Math.round(last_s * rate_hz) + listen;
  return null;
}

const isLoud = (part: readonly number[]): boolean => part.some((sample) => Math.abs(sample) >= LOUD);

/** The share that a frequency has of a sound's energy, 0 to 1 (Goertzel). */
export function shareOf(part: readonly number[], hz: number, rate_hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rate_hz);
  let [before, last, energy] = [0, 0, 0];
  for (const sample of part) {
    [before, last] = [last, sample + turn * last - before];
    energy += sample * sample;
  }
  if (energy === 0) return 0;
  const power = before * before + last * last - turn * before * last;
  return Math.min(1, (2 * power) / (energy * part.length));
}
