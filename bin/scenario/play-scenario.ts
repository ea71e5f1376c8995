// Plays one scenario on its backend: opens it, plays, collects evidence of a failure, and closes it.

import { join } from 'node:path';
import { readExtension } from '../../simulation/extension-script/extension-file.ts';
import type { ExtensionFile } from '../../simulation/extension-script/checked-extension.ts';
import type { Backend } from '../../simulation/scenarios/backend.ts';
import { checkSettings } from '../../simulation/scenarios/extension.ts';
import { openPanelBackend, toMenu } from '../../simulation/scenarios/panel-backend.ts';
import type { OnProgress } from '../../simulation/scenarios/reports/progress.ts';
import { NOT_PLAYED, type PlayedScenario } from '../../simulation/scenarios/reports/report.ts';
import { runScenario, type ScenarioOutcome } from '../../simulation/scenarios/run-scenario.ts';
import {
  openVirtualBackend,
  type VirtualBackend,
  type VirtualBackendOptions,
} from '../../simulation/scenarios/virtual/virtual-backend.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { filesInFolder, keepTimeline } from '../recording/keep-timeline.ts';
import type { TimelineFiles } from '../../simulation/timeline/write-timeline.ts';
import { openProcessBackend } from '../backend/process-backend.ts';
import { collectEvidence, keepPass, textsWith } from './evidence.ts';
import { openResultFiles } from './result-files.ts';
import { openRigBackend } from '../backend/rig-backend.ts';
import type { MappedRig } from '../hil/rig-file.ts';
import { openSshBackend, type SshPlace } from '../backend/ssh-backend.ts';
import { besideFile, goldenPictures, textBeside, type RootedScenario } from './scenario-file.ts';

/** Backend that scenarios are played on. */
export type BackendName =
  | { readonly kind: 'virtual' | 'process' }
  | { readonly kind: 'panel'; readonly origin: string; readonly token: string }
  | ({ readonly kind: 'ssh' } & SshPlace)
  | { readonly kind: 'rig'; readonly rig: MappedRig };

export interface PlayOptions {
  readonly on: BackendName;
  /** Folder for this scenario's pictures and failure evidence. */
  readonly folder: string;
  /** Whether to rewrite golden pictures that differ. */
  readonly updateGolden?: boolean;
  /** Text of the scenario, if it is not the one on disk. */
  readonly unsaved?: string;
  /** Whether to keep recordings of scenarios that pass, too. */
  readonly recordPasses?: boolean;
  /** Timeline files. `in_folder`: puts them with the scenario's other results. */
  readonly timeline?: (TimelineFiles & { readonly in_folder: boolean }) | null;
}

/** Observers of the run. */
interface PlayWatchers extends Pick<VirtualBackendOptions, 'inspect'> {
  readonly progress: OnProgress;
}

/** Plays a scenario, and again after a failure as often as its `retries` say; the outcome reports every error. */
export const playScenario = (
  scenario: RootedScenario,
  options: PlayOptions,
  watchers: PlayWatchers,
): Promise<PlayedScenario> =>
  withRetries(scenario.retries, (attempt) =>
    playOnce(
      scenario,
      attempt === 1 ? options : { ...options, folder: join(options.folder, `attempt-${attempt}`) },
      watchers,
    ),
  );

/** Plays until an attempt passes. One that passes only then is flaky, with the failures of the first attempt. */
async function withRetries(
  retries: number,
  play: (attempt: number) => Promise<PlayedScenario>,
): Promise<PlayedScenario> {
  const first = await play(1);
  let [last, attempts, wall_ms] = [first, 1, first.wall_ms];
  while (isBad(last) && attempts <= retries) {
    last = await play(++attempts);
    wall_ms += last.wall_ms;
  }
  return attempts === 1 ? first : { ...first, status: isBad(last) ? first.status : 'flaky', attempts, wall_ms };
}

export const isBad = ({ status }: Pick<PlayedScenario, 'status'>): boolean => status === 'failed' || status === 'error';

const playOnce = (
  scenario: RootedScenario,
  { on, ...options }: PlayOptions,
  { progress, inspect }: PlayWatchers,
): Promise<PlayedScenario> =>
  playOpened(
    scenario,
    () => openBackend(scenario, on, inspect),
    { ...options, backend: on.kind, ...(on.kind === 'rig' ? { rig: on.rig.id } : {}) },
    { progress },
  );

/** Plays a scenario on the backend that `open` returns. `backend`: its name in the report. */
export async function playOpened(
  scenario: RootedScenario,
  open: () => Promise<Result<Backend>>,
  {
    folder,
    updateGolden = false,
    recordPasses = false,
    unsaved,
    timeline = null,
    ...about
  }: Omit<PlayOptions, 'on'> & Pick<PlayedScenario, 'backend' | 'rig'>,
  { progress }: Pick<PlayWatchers, 'progress'>,
): Promise<PlayedScenario> {
  const started_ms = performance.now();
  const { file, name, seed } = scenario;
  const ended = (
    result: Omit<PlayedScenario, 'file' | 'name' | 'seed' | 'backend' | 'rig' | 'wall_ms'>,
  ): PlayedScenario => ({
    ...result,
    file,
    name,
    seed,
    ...about,
    wall_ms: performance.now() - started_ms,
  });
  try {
    const opened = await open();
    if (!opened.ok) return ended({ ...NOT_PLAYED, message: opened.error.message });
    const files = timeline?.in_folder ? filesInFolder(timeline, folder) : timeline;
    return ended(
      await playOn(opened.value, scenario, { folder, progress, updateGolden, recordPasses, unsaved, timeline: files }),
    );
  } catch (thrown) {
    return ended({ ...NOT_PLAYED, message: messageOf(thrown) });
  }
}

interface Kept extends Required<Pick<PlayOptions, 'updateGolden' | 'recordPasses'>>, Pick<PlayWatchers, 'progress'> {
  readonly folder: string;
  readonly unsaved: string | undefined;
  readonly timeline: TimelineFiles | null;
}

async function playOn(
  backend: Backend,
  scenario: RootedScenario,
  { folder, progress, updateGolden, recordPasses, unsaved, timeline }: Kept,
): Promise<ScenarioOutcome & Pick<PlayedScenario, 'artefacts' | 'film'>> {
  try {
    const files = openResultFiles(folder);
    const played = await runScenario(scenario, backend, {
      keep: files.keep,
      progress,
      golden: goldenPictures(scenario.root, updateGolden),
    });
    const outcome = await onSound(backend, played);
    const kept = timeline ? await keepTimeline(backend, timeline) : ok(undefined);
    if (!kept.ok) return { ...outcome, ...NOT_KEPT, message: kept.error.message };
    if (isBad(outcome))
      return {
        ...outcome,
        ...(await collectEvidence(outcome, backend, { files, folder, textOf: textsWith(scenario.file, unsaved) })),
      };
    if (outcome.status !== 'passed' || !recordPasses) return { ...outcome, artefacts: [], film: null };
    return { ...outcome, ...(await keepPass(outcome, backend, files)) };
  } finally {
    await backend.close();
  }
}

/** Turns a failure into an error of the rig if the rig is broken. */
async function onSound(backend: Backend, outcome: ScenarioOutcome): Promise<ScenarioOutcome> {
  const sick = outcome.status === 'failed' ? ((await backend.sick?.()) ?? '') : '';
  return sick === '' ? outcome : { ...outcome, status: 'error', message: `${sick}; ${outcome.message}` };
}

/** Opens a backend. Errors: `bad_value` if it does not start or an extension can't be used. */
export async function openBackend(
  scenario: RootedScenario,
  on: BackendName,
  inspect: VirtualBackendOptions['inspect'],
): Promise<Result<Backend>> {
  if (on.kind === 'process') return openProcessBackend(scenario);
  if (on.kind === 'rig') return openRigBackend(on.rig, scenario);
  if (on.kind === 'ssh') return openSshBackend(on, scenario);
  const names = scenario.devices.map(({ name }) => name);
  if (on.kind === 'panel') {
    const panel = await openPanelBackend(on, names);
    if (panel.ok) for (const name of names) await toMenu(panel.value, name);
    return panel;
  }
  return openVirtual(scenario, { inspect });
}

/** Opens virtual devices for a scenario. Errors: `bad_value` if its extension can't be used. */
export async function openVirtual(
  scenario: RootedScenario,
  options: Pick<VirtualBackendOptions, 'inspect' | 'onTurn'>,
): Promise<Result<VirtualBackend>> {
  const extension = await extensionOf(scenario);
  if (!extension.ok) return extension;
  const read = (name: string): Result<string> => textBeside(scenario, name);
  return ok(await openVirtualBackend(scenario, { ...options, ...(extension.value ? { extension: extension.value } : {}), read })); // oxfmt-ignore
}

async function extensionOf({ extension, file, settings, root }: RootedScenario): Promise<Result<ExtensionFile | null>> {
  if (extension === undefined)
    return Object.keys(settings).length === 0 ? ok(null) : fail('bad_value', `${file}: settings require an extension.`);
  const path = besideFile(root, file, extension);
  if (!path.ok) return path;
  const read = await readExtension(path.value);
  if (!read.ok) return read;
  const checked = checkSettings(read.value, settings);
  return checked.ok ? read : fail('bad_value', `${file}: ${checked.error.message}`);
}

/** Outcome if the timeline can't be written: the scenario's own result is then dropped. */
const NOT_KEPT = { status: 'error', artefacts: [], film: null } as const;
