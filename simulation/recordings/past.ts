// Restores the devices of a recording at any time by replaying it up to that time.

import type { MemoryImage } from '../../hal/flash/chip.ts';
import type { PanelMoment } from '../../sims/panel/panel-device.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { timeText } from './divergence-text.ts';
import { imageAt } from './image-at.ts';
import { readTurn, type Recording } from './recording.ts';
import { createReplay, type Replay } from './replay.ts';

export interface Past {
  /** Returns a device by its name in the recording; null before its first start. Errors: `not_recorded`. */
  momentAt(at_ms: number, device: string): Promise<Result<PanelMoment | null>>;
  /** Returns the contents of the device's storage, given its current contents `now`. Errors: `not_recorded`. */
  imageAt(at_ms: number, device: string, now: MemoryImage): Promise<Result<MemoryImage>>;
}

/** Number of replays kept: all devices on a page show the same time, and operators return to earlier times. */
const KEPT_MAX = 4;

/**
 * Creates the history of a recording.
 * @param recordingNow Returns the recording so far.
 */
export function createPast(recordingNow: () => Result<Recording>): Past {
  const kept = new Map<number, Promise<Result<Replay>>>();
  const playedTo = (at_ms: number): Promise<Result<Replay>> => {
    const replay = kept.get(at_ms) ?? play(recordingNow(), at_ms).catch(unplayable);
    kept.delete(at_ms);
    kept.set(at_ms, replay);
    // Forget failures so that they are retried: the recording may have grown by then.
    void replay.then(({ ok: is_played }) => is_played || kept.get(at_ms) !== replay || kept.delete(at_ms));
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return replay;
  };
  return {
    async imageAt(at_ms, device, now) {
      const recording = recordingNow();
      return recording.ok ? ok(imageAt(recording.value, { device, at_ms, now })) : recording;
    },
    async momentAt(at_ms, name) {
      const replay = await playedTo(at_ms);
      if (!replay.ok) return replay;
      const device = replay.value.devices().get(name);
      return ok(device ? { device, on: device.device.power.isOn() } : null);
    },
  };
}

const unplayable = (thrown: unknown): Result<never> =>
  fail('not_recorded', `The recording can't be replayed: ${messageOf(thrown)}.`);

async function play(recording: Result<Recording>, at_ms: number): Promise<Result<Replay>> {
  if (!recording.ok) return recording;
  const replay = createReplay(recording.value);
  const played = await replay.playTo(at_ms, false);
  if (!played.ok) return played;
  if (!played.value) return ok(replay);
  const [first] = recording.value.turns;
  const first_turn = first === undefined ? null : readTurn(first);
  const at = timeText(played.value.turn.at_ms - (first_turn?.ok ? first_turn.value.at_ms : 0));
  return fail('not_recorded', `The recording can't be replayed beyond ${at}.`);
}
