// GET calls for the recording since the devices were switched on: to replay, as a scenario, and for other programs.

import * as v from 'valibot';
import { fail, type Result } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import type { PanelRecording, RecordingFile } from '../panel-device.ts';
import { globalQuery, type PanelResources, type PanelRoute } from './route.ts';

const recordingOf = ({ recording }: PanelResources): Result<PanelRecording> =>
  recording
    ? { ok: true, value: recording }
    : fail('not_recorded', 'These devices are not recorded: start tapin with --record FILE.');

const UNTIL = "until_ms must be a number, 0 or more: milliseconds on the devices' clock.";
/** Query that cuts off later events. */
export const untilQuery = {
  schema: v.strictObject({
    until_ms: v.optional(
      about(
        v.pipe(v.string(UNTIL), v.regex(/^\d{1,12}(\.\d{1,20})?$/, UNTIL), v.transform(Number)),
        "Milliseconds on the devices' clock; leaves out later events. Default: everything.",
      ),
    ),
  }),
  lists: [],
} as const;

const saved = (name: RecordingFile, summary: string, type: string): PanelRoute =>
  globalQuery(`/api/${name}`, {
    summary,
    query: untilQuery,
    answer: { status: 200, type, schema: null },
    errors: ['not_recorded'],
    respond({ panel }, { until_ms }) {
      const recording = recordingOf(panel);
      return recording.ok ? recording.value.file(name, until_ms ?? null) : recording;
    },
  });

export const RECORDING_ROUTES: readonly PanelRoute[] = [
  saved(
    'recording.tapin.gz',
    'Returns everything since the devices were switched on, for tapin replay.',
    'application/gzip',
  ),
  saved(
    'scenario.yaml',
    'Returns all actions since the devices were switched on, as a scenario for tapin test.',
    'text/yaml; charset=utf-8',
  ),
  saved(
    'trace.json',
    'Returns the timeline of all devices since they were switched on, as a trace for Perfetto.',
    'application/json',
  ),
  saved(
    'signals.vcd',
    'Returns gates, keys and LEDs since the devices were switched on, for signal viewers.',
    'text/plain; charset=utf-8',
  ),
];
