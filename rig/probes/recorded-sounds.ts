// Detects the device's sounds: finds the notes of a sound, one after another, in the recorded wave.

import { NOTES } from '../../wire/audio/notes.ts';

export interface Wave {
  /** Samples of the first channel, -32768 to 32767. */
  readonly samples: readonly number[];
  readonly rate_hz: number;
}

type SoundName = keyof typeof NOTES;
const isSound = (name: string): name is SoundName => name in NOTES;

const STEP_S = 0.005;
/** Minimum share of the energy that a note has while it plays. */
const SHARE_MIN = 0.5;
const LOUD = 200;
/** Analysed start of a note, before it fades. */
const LISTEN_S = 0.04;

/** Maximum delay of a note: an emulated CPU sometimes starves the sound card. */
const LATE_S = 0.5;

/**
 * Returns the end of the first such sound that starts at sample `from` or later; null if there is none. For a sound
 * with sliding pitches, and for one unknown to the rig, any sound matches.
 */
export function findSound({ samples, rate_hz }: Wave, name: string, from: number): number | null {
  const notes = isSound(name) ? NOTES[name].filter((note) => !('to_hz' in note)) : [];
  const samplesOf = (s: number): number => Math.round(s * rate_hz);
  const [listen, step] = [samplesOf(LISTEN_S), samplesOf(STEP_S)];
  const isNote = (at: number, hz: number): boolean => shareOf(samples.slice(at, at + listen), hz, rate_hz) >= SHARE_MIN;
  /** Returns the start of the last note; each note is searched for from its due time, after the one before. */
  const lastNote = (start: number): number | null => {
    let [at, at_s] = [start, 0];
    for (const note of notes) {
      at += samplesOf(note.at_s - at_s);
      at_s = note.at_s;
      const late = at === start ? at : at + samplesOf(LATE_S);
      while (at <= late && !isNote(at, note.hz)) at += step;
      if (at > late) return null;
    }
    return at;
  };
  for (let start = from; start + listen <= samples.length; start += step) {
    const last = isLoud(samples.slice(start, start + listen)) ? lastNote(start) : null;
    if (last !== null && last + listen <= samples.length) return last + listen;
  }
  return null;
}

const isLoud = (part: readonly number[]): boolean => part.some((sample) => Math.abs(sample) >= LOUD);

/** Returns a frequency's share of a sound's energy, 0 to 1 (Goertzel). */
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
