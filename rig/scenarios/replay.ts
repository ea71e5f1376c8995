// Replays on this computer, in virtual time, a recording from a device in a virtual machine: the same firmware must do
// the same.

import { writeFileSync } from 'node:fs';
import { divergenceLines } from '../../simulation/recordings/divergence-text.ts';
import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { readTurn } from '../../simulation/recordings/recording.ts';
import { createReplay } from '../../simulation/recordings/replay.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

/** Maximum lateness: a boot keeps an emulated CPU busy this long. */
const LATE_MS_MAX = 60_000;

/**
 * Replays a recording, stored at `path`. @returns The number of batches replayed. Errors: `rig_failed` if it diverges,
 * otherwise as for a recording.
 */
export async function replayHere(bytes: Uint8Array, path: string): Promise<Result<number>> {
  writeFileSync(path, bytes, { mode: 0o600 });
  const recording = readRecording(path);
  if (!recording.ok) return recording;
  const [first = ''] = recording.value.turns;
  const first_turn = readTurn(first);
  if (!first_turn.ok) return first_turn;
  const replay = createReplay(recording.value, { late_ms_max: LATE_MS_MAX });
  const played = await replay.playTo(Infinity, true);
  if (!played.ok) return played;
  if (played.value === null) return ok(replay.played());
  const lines = divergenceLines(played.value, first_turn.value.at_ms);
  return fail('rig_failed', `The recording ${path} diverges in its replay here: ${lines.join(' / ')}`);
}
