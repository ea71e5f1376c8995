// Writes a recording and derives timelines from it at the end; the recording itself is kept only on request.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecordingFile, readRecording } from '../../simulation/recordings/recording-file.ts';
import { type About } from '../../simulation/recordings/recording.ts';
import type { RecordedBatch } from '../../simulation/recordings/recorder-proxy.ts';
import { writeTimeline, type TimelineFiles } from '../../simulation/timeline/write-timeline.ts';
import { ok, type Result } from '../../wire/errors.ts';

export interface RecordedFiles extends TimelineFiles {
  /** File of the recording. */
  readonly record?: string | undefined;
}

export interface TimelineRecording {
  write(turn: RecordedBatch): void;
  /** Resolves when all files are written. Errors: `bad_value`. */
  close(): Promise<Result<void>>;
}

/** Opens the recording. `onCut`: as for a recording file. Errors: `bad_value` if the recording can't be written. */
export function openTimelineRecording(
  { record, ...files }: RecordedFiles,
  about: About,
  onCut: (sentence: string) => void,
): Result<TimelineRecording> {
  const folder = record === undefined ? mkdtempSync(join(tmpdir(), 'tapin-timeline-')) : null;
  const path = record ?? join(folder ?? '', 'recording.tapin.gz');
  const file = createRecordingFile(path, about, onCut);
  if (!file.ok) return file;
  let closed = false;
  return ok({
    write(turn) {
      // A device that is switched off may still finish a batch.
      if (!closed) file.value.write(turn);
    },
    async close() {
      closed = true;
      await file.value.close();
      if (files.trace === undefined && files.vcd === undefined) return ok(undefined);
      const recording = readRecording(path);
      const written = recording.ok ? await writeTimeline(recording.value, files) : recording;
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
      return written;
    },
  });
}
