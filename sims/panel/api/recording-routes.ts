// What was done with the devices since they were switched on, to play it again or as a scenario.

import { fail, type Result } from '../../../wire/errors.ts';
import type { PanelRecording } from '../panel-device.ts';
import type { PanelParts, Route } from './route.ts';

const recordingOf = ({ recording }: PanelParts): Result<PanelRecording> =>
  recording
    ? { ok: true, value: recording }
    : fail('not_recorded', 'Nobody records these devices: tapin run does, and tapin device --record FILE.');

const saved = (path: string, summary: string, type: string, see: (of: PanelRecording) => Result<unknown>): Route => ({
  method: 'GET',
  path: `/api/${path}`,
  summary,
  query: null,
  body: null,
  answer: { status: 200, type, schema: null },
  errors: ['not_recorded'],
  handle({ panel }) {
    const recording = recordingOf(panel);
    return recording.ok ? see(recording.value) : recording;
  },
});

export const RECORDING_ROUTES: readonly Route[] = [
  saved(
    'recording.tapin.gz',
    'Everything since the devices were switched on, for tapin replay.',
    'application/gzip',
    (of) => of.file(),
  ),
  saved(
    'scenario.yaml',
    'What was done since the devices were switched on, as a scenario for tapin test.',
    'text/yaml; charset=utf-8',
    (of) => of.scenario(),
  ),
];
