// The recording of a process that serves devices.

import { existsSync } from 'node:fs';
import { FIRMWARE_VERSION } from '../firmware/version.ts';
import { createRecorder, type Recorder } from '../simulation/recording/recorder.ts';
import { createRecordingFile } from '../simulation/recording/recording.ts';
import { ok, type Result } from '../wire/errors.ts';
import { imageFromLoader } from './boot-releases.ts';
import type { ProcessResources } from './resources.ts';

interface Recorded {
  readonly record?: string;
  readonly seed?: number;
}

/** Nobody records where there is no path. Errors: `bad_value`. */
export function openRecorder(resources: ProcessResources, { record: path, seed }: Recorded): Result<Recorder | null> {
  if (path === undefined) return ok(null);
  const file = createRecordingFile(imageFromLoader() === null ? path : unusedName(path), {
    version: FIRMWARE_VERSION,
    began: new Date().toISOString(),
    seed,
  });
  if (!file.ok) return file;
  resources.onClose(() => file.value.close());
  return ok(createRecorder({ now_ms: () => resources.clock.now_ms(), write: file.value.write }));
}

/** After an update of the firmware the same call runs again: `play.2.tapin.gz` is the second part. */
function unusedName(path: string): string {
  for (let part = 2, name = path; ; part++) {
    if (!existsSync(name)) return name;
    name = path.replace(/((\.tapin)?\.gz)?$/, `.${part}$1`);
  }
}
