// Collects the evidence of a scenario's failure: files, explanations, and the material of the report page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { startOf, unpackRecording, type Recording } from '../../simulation/recordings/recording.ts';
import type { Backend } from '../../simulation/scenarios/backend.ts';
import { explain } from '../../simulation/scenarios/failures/explain.ts';
import { firstDifference } from '../../simulation/scenarios/failures/first-difference.ts';
import { reportFilm, type Filmed } from '../../simulation/scenarios/failures/report-film.ts';
import type { ScenarioOutcome } from '../../simulation/scenarios/run-scenario.ts';
import { storyOf, type StoryEvent } from '../../simulation/timeline/story.ts';
import type { ResultFiles } from './result-files.ts';

interface CollectedEvidence extends Pick<ScenarioOutcome, 'failures'> {
  readonly artefacts: readonly string[];
  /** null without a recording. */
  readonly film: Filmed | null;
}

interface EvidencePlace {
  readonly files: ResultFiles;
  /** Folder of the scenario's results. */
  readonly folder: string;
  /** Returns the text of a scenario file; null if it can't be read. */
  textOf(file: string): string | null;
}

/** Name of the recording of the last run that passed, if passes are recorded. */
const LAST_PASS = 'last-pass.tapin.gz';
const RECORDING = 'recording.tapin.gz';

/** Keeps the screen, the log and the recording of a failure, and explains it. */
export async function collectEvidence(
  outcome: ScenarioOutcome,
  backend: Backend,
  { files, folder, textOf }: EvidencePlace,
): Promise<CollectedEvidence> {
  const png = await backend
    .target(outcome.device)
    .png()
    .catch(() => new Uint8Array());
  const pictures = png.length > 0 ? [files.keep('screen.png', png)] : [];
  const log = files.keep('log.txt', Buffer.from(backend.log().map((line) => `${line}\n`).join(''))); // oxfmt-ignore
  const recorded = await recordedBy(backend);
  const kept = recorded ? [files.keep(RECORDING, recorded.packed)] : [];
  const artefacts = [...pictures, log, ...kept].flatMap((each) => (each.ok ? [each.value] : []));
  const path = kept[0]?.ok ? kept[0].value : '';
  const last_pass = recorded ? await sinceLastPass(join(folder, LAST_PASS)) : [];
  const evidence = { events: recorded?.events ?? [], start_ms: recorded?.start_ms ?? 0, recording: path, last_pass, textOf }; // oxfmt-ignore
  const failures = outcome.failures.map((failure) => explain(failure, evidence));
  return { failures, artefacts, film: recorded ? await filmed(recorded, outcome) : null };
}

/** Keeps the recording of a pass, for the comparison after a later failure. */
export async function keepPass(
  outcome: ScenarioOutcome,
  backend: Backend,
  files: ResultFiles,
): Promise<CollectedEvidence> {
  const { failures } = outcome;
  const recorded = await recordedBy(backend);
  if (!recorded) return { failures, artefacts: [], film: null };
  const kept = files.keep(LAST_PASS, recorded.packed);
  return { failures, artefacts: kept.ok ? [kept.value] : [], film: await filmed(recorded, outcome) };
}

interface Recorded {
  readonly packed: Uint8Array;
  readonly recording: Recording;
  readonly events: readonly StoryEvent[];
  readonly start_ms: number;
}

async function recordedBy(backend: Backend): Promise<Recorded | null> {
  const at_ms = backend.recorded?.().at_ms;
  const now_ms = backend.now_ms();
  const packed = await backend.recording();
  const recording = packed ? unpackRecording(packed) : null;
  if (!packed || !recording?.ok) return null;
  const events = storyOf(recording.value);
  const end_ms = at_ms === undefined ? (events.at(-1)?.at_ms ?? 0) : at_ms - startOf(recording.value);
  return { packed, recording: recording.value, events, start_ms: end_ms - now_ms };
}

async function filmed(recorded: Recorded, { journal, failures }: ScenarioOutcome): Promise<Filmed> {
  return { film: await reportFilm({ ...recorded, journal }, failures), recording: recorded.packed };
}

/** Compares with the recording of the last pass; empty without one. */
async function sinceLastPass(path: string): Promise<readonly string[]> {
  const recording = readRecording(path);
  return recording.ok ? firstDifference(recording.value).catch(() => []) : [];
}

/** Returns a function that reads scenario files. `unsaved`: text of the first one that is not on disk. */
export const textsWith =
  (main: string, unsaved: string | undefined) =>
  (file: string): string | null => {
    if (file === main && unsaved !== undefined) return unsaved;
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  };
