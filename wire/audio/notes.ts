// Built-in sounds of a device, each a few notes. The front panel plays them with the browser's oscillators, a board
// synthesizes them.

export interface Note {
  readonly hz: number;
  readonly at_s: number;
  readonly long_s: number;
  readonly wave: 'sine' | 'triangle' | 'square';
  /** Frequency to which the note slides exponentially. Default: constant pitch. */
  readonly to_hz?: number;
}

const note = (hz: number, at_s: number, long_s: number, wave: Note['wave'] = 'sine'): Note => ({
  hz,
  at_s,
  long_s,
  wave,
});

/** Notes by sound name. */
export const NOTES = {
  click: [note(1400, 0, 0.03, 'triangle')],
  strike: [{ ...note(900, 0, 0.07, 'triangle'), to_hz: 260 }, note(2400, 0, 0.02, 'square')],
  holed: [note(523, 0, 0.12), note(659, 0.1, 0.12), note(784, 0.2, 0.12), note(1047, 0.3, 0.3)],
  close: [note(659, 0, 0.12), note(784, 0.11, 0.22)],
  miss: [{ ...note(330, 0, 0.3), to_hz: 196 }],
  done: [note(523, 0, 0.14), note(784, 0.14, 0.14), note(1047, 0.28, 0.4)],
} as const satisfies Readonly<Record<string, readonly Note[]>>;

/** Full volume of one note, low enough that two at a time do not clip. */
const GAIN_MAX = 0.3;

/** Time in which a note rises from silence. It then falls to silence until its end; both are exponential. */
export const ATTACK_S = 0.005;
/** Amplitude of silence: an exponential ramp cannot start at 0. */
export const SILENCE = 0.0001;

/** Returns the gain for a volume. Perceived loudness is about the square of the amplitude. */
export const gainOf = (volume_percent: number): number => GAIN_MAX * Math.min(1, volume_percent / 100) ** 2;
