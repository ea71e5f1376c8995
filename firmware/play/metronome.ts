// Metronome of a drill: beats evenly while a putt is awaited.

import { fromCallback } from 'xstate';
import type { Clock } from '../../hal/clock/clock.ts';

export interface MetronomeInput {
  /** Time between beats; null for silence. */
  readonly beat_ms: number | null;
}

export interface BeatEvent {
  readonly type: 'metronome.beat';
}

/** Stops after about two minutes, in case the player has walked away. */
const BEATS_MAX = 150;

/** Sends a beat every `beat_ms`, counted from the start, so that a late one does not delay the next. */
export const metronomeFrom = (clock: Clock) =>
  fromCallback<BeatEvent, MetronomeInput>(({ input: { beat_ms }, sendBack }) => {
    if (beat_ms === null) return;
    const start_ms = clock.now_ms();
    const wait = (beat: number) => clock.setTimeout(() => onBeat(beat), start_ms + beat * beat_ms - clock.now_ms());
    let alarm = wait(1);
    const onBeat = (beat: number): void => {
      if (beat < BEATS_MAX) alarm = wait(beat + 1);
      sendBack({ type: 'metronome.beat' });
    };
    return () => clock.clearTimeout(alarm);
  });
