// Opens a recording in the tab: plays it to its end, so that its devices and their timeline can be viewed.

import type { PanelDevice, PanelRecording } from '../../sims/panel/panel-device.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { unpackRecording, type Recording } from '../recordings/recording.ts';
import { createReplay } from '../recordings/replay.ts';
import { lastOn, replayedDevices, spanOf } from '../timeline/replayed-devices.ts';

/** Limits of a file and of its contents: a tab has less memory than `tapin replay`. */
const FILE_BYTES_MAX = 32 * 2 ** 20;
const RECORDING_BYTES_MAX = 64 * 2 ** 20;
/** Batches between two progress reports. */
const BATCHES = 2000;

export interface OpenedRecording {
  readonly devices: readonly PanelDevice[];
  readonly recording: PanelRecording;
  readonly start_ms: number;
  readonly ended_ms: number;
}

/**
 * Reads and plays a packed recording. `progress`: receives the share played so far, 0 to 1. Errors: `bad_value`, as a sentence.
 */
export async function openRecording(
  file: Blob,
  name: string,
  progress: (share: number) => void,
): Promise<Result<OpenedRecording>> {
  if (file.size > FILE_BYTES_MAX)
    return fail('bad_value', `${name} is larger than ${FILE_BYTES_MAX / 2 ** 20} MB: use tapin replay.`);
  const packed = new Uint8Array(await file.arrayBuffer());
  const recording = unpackRecording(packed, name, RECORDING_BYTES_MAX);
  if (!recording.ok) return recording;
  const span = spanOf(recording.value);
  if (!span.ok) return span;
  const { start_ms, ended_ms } = span.value;
  const last_ms = lastOn(recording.value, ended_ms);
  const replay = await play(recording.value, last_ms, progress);
  if (!replay.ok) return replay;
  const shown = replayedDevices(recording.value, replay.value);
  return shown.ok ? ok({ ...shown.value, start_ms, ended_ms: last_ms }) : shown;
}

async function play(
  recording: Recording,
  until_ms: number,
  progress: (share: number) => void,
): Promise<Result<ReturnType<typeof createReplay>>> {
  const replay = createReplay(recording);
  for (let batches = BATCHES, played = -1; replay.played() > played; batches += BATCHES) {
    played = replay.played();
    const part = await replay.playTo(until_ms, false, batches);
    if (!part.ok) return part;
    progress(replay.played() / recording.turns.length);
  }
  return ok(replay);
}
