// Download formats of a saved recording.

import type { PanelRecording, RecordingFile } from '../../sims/panel/panel-device.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { KeptRecording } from '../recordings/kept-recording.ts';
import { packRecording, recordingUntil, type Recording } from '../recordings/recording.ts';
import { scenarioOf } from '../recordings/scenario-of.ts';
import { timelineTexts, type TimelineTexts } from './timeline-texts.ts';

export const recordedFiles = (kept: Pick<KeptRecording, 'file' | 'recording'>): PanelRecording => ({
  async file(name, until_ms) {
    if (name === 'recording.tapin.gz' && until_ms === null) return kept.file();
    const recording = kept.recording();
    return recording.ok ? FILES[name](recordingUntil(recording.value, until_ms ?? Infinity)) : recording;
  },
});

const FILES: Readonly<Record<RecordingFile, (recording: Recording) => Result<Uint8Array | string>>> = {
  'recording.tapin.gz': ({ header, turns }) =>
    ok(packRecording(header, turns.map((line) => `${line}\n`))), // oxfmt-ignore
  'scenario.yaml': (recording) => scenarioOf(recording, 'Recorded session'),
  'trace.json': (recording) => textOf(recording, (texts) => texts.trace()),
  'signals.vcd': (recording) => textOf(recording, (texts) => texts.signals()),
};

function textOf(recording: Recording, choose: (texts: TimelineTexts) => Iterable<string>): Result<string> {
  const texts = timelineTexts(recording, {});
  return texts.ok ? ok([...choose(texts.value)].join('')) : texts;
}
