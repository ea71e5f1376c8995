// The recording of a process that serves devices.

import { existsSync } from 'node:fs';
import { FIRMWARE_VERSION } from '../firmware/version.ts';
import { createRecorder, type Recorder } from '../simulation/recording/recorder.ts';
import { ok, type Result } from '../wire/errors.ts';
import { imageFromLoader } from './boot-releases.ts';
import { printMessage } from './process.ts';
import { openTimelineRecording } from './recorded-timeline.ts';
import type { ProcessResources } from './resources.ts';

interface Recorded {
  readonly record?: string;
  readonly trace?: string;
  readonly vcd?: string;
  readonly seed?: number;
}

/** Nobody records where there is no path. Errors: `bad_value`. */
export function openRecorder(resources: ProcessResources, { seed, ...paths }: Recorded): Result<Recorder | null> {
  const { record, trace, vcd } = paths;
  if ((record ?? trace ?? vcd) === undefined) return ok(null);
  const free = (path?: string): string | undefined =>
    path === undefined || imageFromLoader() === null ? path : unusedName(path);
  const file = openTimelineRecording(
    { record: free(record), trace: free(trace), vcd: free(vcd) },
    { version: FIRMWARE_VERSION, began: new Date().toISOString(), seed },
  );
  if (!file.ok) return file;
  resources.onClose(async () => {
    const written = await file.value.close();
    if (!written.ok) printMessage(written.error.message);
  });
  return ok(createRecorder({ now_ms: () => resources.clock.now_ms(), write: file.value.write }));
}

/** After an update of the firmware the same call runs again: `play.2.tapin.gz` is the second part. */
function unusedName(path: string): string {
  for (let part = 2, name = path; ; part++) {
    if (!existsSync(name)) return name;
    name = path.replace(/((\.tapin|\.trace)?(\.json)?(\.gz|\.json|\.vcd))?$/, `.${part}$1`);
  }
}
