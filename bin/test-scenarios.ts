// What `tapin test` does: finds the scenarios, plays one after the other, and reports.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readExtension, type ExtensionFile } from '../simulation/extension-script/extension-file.ts';
import { checkSettings } from '../simulation/scenario/extension.ts';
import { countsOf, exitCodeOf, jsonOf, linesOf, summaryOf, tapOf, type Played } from '../simulation/scenario/report.ts';
import { junitOf } from '../simulation/scenario/report-junit.ts';
import { runScenario, type Outcome } from '../simulation/scenario/run-scenario.ts';
import type { Coverage } from '../simulation/coverage/coverage.ts';
import { findMachines } from '../simulation/coverage/machines.ts';
import { createCoverageRecorder } from '../simulation/coverage/recorder.ts';
import type { Scenario } from '../simulation/scenario/scenario.ts';
import { openPanelBackend, toMenu } from '../simulation/scenario/panel-backend.ts';
import { openVirtualWorld, type WorldOptions } from '../simulation/scenario/virtual-world.ts';
import type { Backend } from '../simulation/scenario/backend.ts';
import { fail, messageOf, ok, type OperatingError, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { reportOf, writeCoverageFiles } from './coverage-report.ts';
import { printMessage } from './process.ts';
import { openProcessBackend } from './process-backend.ts';
import { meetRig, openRigBackend, powerCycle } from './rig-backend.ts';
import { readRigFile, type MappedRig } from './rig-file.ts';
import { playOnRigs, type RigRun } from './test-on-rigs.ts';
import { besideFile, goldenPictures, readScenarioFile, textOf, writeResult } from './scenario-file.ts';

/** What scenarios are played on. */
export type BackendName =
  | { readonly kind: 'virtual' | 'process' }
  | { readonly kind: 'panel'; readonly origin: string; readonly token: string }
  | { readonly kind: 'rig'; readonly rig: MappedRig };

export interface TestOptions {
  readonly on: BackendName;
  /** A hardware map, and one of its rigs. */
  readonly map?: string;
  readonly rig?: string;
  readonly filter?: string;
  readonly list?: boolean;
  readonly seed?: number;
  readonly repeat: number;
  readonly untilFail?: boolean;
  readonly shard?: { readonly index: number; readonly of: number };
  readonly junit?: string;
  readonly coverage?: string;
  readonly tap?: boolean;
  readonly json?: boolean;
  readonly keep: string;
  readonly updateGolden?: boolean;
}

export async function testScenarios(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.updateGolden && process.env['CI']) endWith({ code: 'bad_value', message: NOT_IN_CI });
  const found = all(paths.map(filesIn)).flatMap((files) => files);
  const scenarios = chosen(all(found.map(readScenarioFile)), options);
  if (scenarios.length === 0) endWith({ code: 'bad_value', message: 'No scenario is left to play.' });
  if (options.coverage !== undefined && (options.on.kind !== 'virtual' || options.map !== undefined))
    endWith({
      code: 'bad_value',
      message: 'Coverage is of devices in virtual time: --coverage goes with --on virtual.',
    });
  if (options.list) return scenarios.forEach(({ file, name }) => print(file === name ? file : `${file}: ${name}`));
  const rigs = options.map === undefined ? null : connected(all([readRigFile(options.map, options.rig)]).flat());
  const began_ms = performance.now();
  const recorder = options.coverage === undefined ? null : createCoverageRecorder(await findMachines());
  const played = rigs
    ? await playOnRigs(timesOver(scenarios, options), rigs, rigRun(options))
    : await playAll(scenarios, { ...options, inspect: recorder?.inspect });
  const counts = countsOf(played);
  if (options.tap) process.stdout.write(tapOf(played));
  else if (options.json) process.stdout.write(jsonOf(played, version()));
  else print(summaryOf(counts, performance.now() - began_ms));
  if (recorder) await writeReport(recorder.coverage(), options);
  if (options.junit !== undefined) write(options.junit, junitOf(played, version()));
  process.exitCode = exitCodeOf(counts);
}

const NOT_IN_CI = 'Golden pictures are made by a person who looks at them: --update-golden is refused where CI is set.';

function connected(rigs: readonly MappedRig[]): readonly MappedRig[] {
  const there = rigs.filter((rig) => rig.connected);
  if (there.length === 0) endWith({ code: 'bad_value', message: 'No rig of the map is connected.' });
  return there;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The values of all, or the end with one line for each that is wrong. */
function all<T>(results: readonly Result<T>[]): readonly T[] {
  const wrong = results.flatMap((each) => (each.ok ? [] : [each.error]));
  for (const { message } of wrong.slice(0, -1)) printMessage(message);
  const last = wrong.at(-1);
  if (last) endWith(last);
  return results.flatMap((each) => (each.ok ? [each.value] : []));
}

/** Exit code 2: nothing was played. */
function endWith({ message }: OperatingError): never {
  printMessage(message);
  process.exit(2);
}

/** A file, or the YAML files of a folder and of those in it. */
function filesIn(path: string): Result<readonly string[]> {
  try {
    if (!statSync(path).isDirectory()) return ok([path]);
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name) && !/(^|\/)_/.test(name))
      .toSorted()
      .map((name) => join(path, name));
    return ok(files);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be read: ${messageOf(thrown)}.`);
  }
}

function chosen(scenarios: readonly Scenario[], { filter, shard }: TestOptions): readonly Scenario[] {
  const wanted = filter?.toLowerCase() ?? '';
  const filtered = scenarios.filter(({ file, name }) => `${file} ${name}`.toLowerCase().includes(wanted));
  return shard ? filtered.filter((_, at) => at % shard.of === shard.index - 1) : filtered;
}

type PlayOptions = TestOptions & Pick<WorldOptions, 'inspect'>;

async function playAll(scenarios: readonly Scenario[], options: PlayOptions): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const scenario of timesOver(scenarios, options)) {
    const one = await playOne(scenario, options);
    played.push(one);
    if (isOver(one, options)) return played;
  }
  return played;
}

/** Each so often as it is played, every time with its seed. */
const timesOver = (scenarios: readonly Scenario[], { repeat, seed }: TestOptions): readonly Scenario[] =>
  scenarios.flatMap((scenario) =>
    Array.from({ length: repeat }, (_, time) => ({ ...scenario, seed: (seed ?? scenario.seed) + time })),
  );

/** Tells what became of one; whether it is the last. */
function isOver(one: Played, { untilFail = false, tap = false, json = false }: TestOptions): boolean {
  if (!tap && !json) linesOf(one).forEach(print);
  return untilFail && ['failed', 'error'].includes(one.status);
}

const rigRun = (options: TestOptions): RigRun => ({
  meet: meetRig,
  powerCycle,
  play: (scenario, rig) =>
    playOne(scenario, { ...options, on: { kind: 'rig', rig }, keep: join(options.keep, rig.id) }),
  unplayed: ({ file, name, seed }, rig, status, message) => ({
    ...NOT_PLAYED,
    status,
    message,
    file,
    name,
    seed,
    backend: 'rig',
    rig: rig.id,
    wall_ms: 0,
  }),
  over: (one) => isOver(one, options),
});

async function playOne(scenario: Scenario, { keep, on, inspect, updateGolden = false }: PlayOptions): Promise<Played> {
  const began_ms = performance.now();
  const { file, name, seed } = scenario;
  const folder = join(keep, `${file.replace(/\.ya?ml$/, '').replaceAll(/[^\w.-]+/g, '-')}-${seed}`);
  const ended = (part: Omit<Played, 'file' | 'name' | 'seed' | 'backend' | 'rig' | 'wall_ms'>): Played => ({
    ...part,
    file,
    name,
    seed,
    backend: on.kind,
    ...(on.kind === 'rig' ? { rig: on.rig.id } : {}),
    wall_ms: performance.now() - began_ms,
  });
  try {
    const opened = await openBackend(scenario, on, inspect);
    if (!opened.ok) return ended({ ...NOT_PLAYED, message: opened.error.message });
    return ended(await playOn(opened.value, scenario, folder, updateGolden));
  } catch (thrown) {
    return ended({ ...NOT_PLAYED, message: messageOf(thrown) });
  }
}

async function playOn(
  backend: Backend,
  scenario: Scenario,
  folder: string,
  updates: boolean,
): Promise<Outcome & Pick<Played, 'artefacts'>> {
  try {
    const outcome = await onSound(
      backend,
      await runScenario(scenario, backend, {
        keep: (picture, png) => writeResult(join(folder, picture), png),
        golden: goldenPictures(updates),
      }),
    );
    const left = ['failed', 'error'].includes(outcome.status) ? await evidence(folder, backend, outcome) : [];
    return { ...outcome, artefacts: left };
  } finally {
    await backend.close();
  }
}

/** What has failed where the rig was broken is the rig's. */
async function onSound(backend: Backend, outcome: Outcome): Promise<Outcome> {
  const sick = outcome.status === 'failed' ? ((await backend.sick?.()) ?? '') : '';
  return sick === '' ? outcome : { ...outcome, status: 'error', message: `${sick}, and so ${outcome.message}` };
}

async function openBackend(
  scenario: Scenario,
  on: BackendName,
  inspect: WorldOptions['inspect'],
): Promise<Result<Backend>> {
  if (on.kind === 'process') return openProcessBackend(scenario);
  if (on.kind === 'rig') return openRigBackend(on.rig, scenario);
  const names = scenario.devices.map(({ name }) => name);
  if (on.kind === 'panel') {
    const panel = await openPanelBackend(on, names);
    if (panel.ok) for (const name of names) await toMenu(panel.value.target(name));
    return panel;
  }
  const extension = await extensionOf(scenario);
  if (!extension.ok) return extension;
  const read = (name: string): Result<string> => textOf(besideFile(scenario.file, name));
  return ok(
    await openVirtualWorld(scenario, { inspect, ...(extension.value ? { extension: extension.value } : {}), read }),
  );
}

const NOT_PLAYED = {
  status: 'error',
  at: null,
  device: '',
  lines: [],
  steps: 0,
  putts: 0,
  screenshots: [],
  played_ms: 0,
  artefacts: [],
} as const;

async function extensionOf({ extension, file, settings }: Scenario): Promise<Result<ExtensionFile | null>> {
  if (extension === undefined) return ok(null);
  const read = await readExtension(besideFile(file, extension));
  if (!read.ok) return read;
  const checked = checkSettings(read.value, settings);
  return checked.ok ? read : fail('bad_value', `${file}: ${checked.error.message}`);
}

/** The screen, the log and the recording of what failed. */
async function evidence(
  folder: string,
  backend: Backend,
  { device }: Pick<Played, 'device'>,
): Promise<readonly string[]> {
  const png = await backend
    .target(device)
    .png()
    .catch(() => new Uint8Array());
  const pictures = png.length > 0 ? [writeResult(join(folder, 'screen.png'), png)] : [];
  const log = writeResult(
    join(folder, 'log.txt'),
    Buffer.from(
      backend
        .log()
        .map((line) => `${line}\n`)
        .join(''),
    ),
  );
  const bytes = backend.recording();
  const recordings = bytes ? [writeResult(join(folder, 'recording.tapin.gz'), bytes)] : [];
  return [...pictures, log, ...recordings].flatMap((each) => (each.ok ? [each.value] : []));
}

/** Where the output is one document the table is not in it. */
async function writeReport(coverage: Coverage, { coverage: folder = '', tap, json }: TestOptions): Promise<void> {
  const report = reportOf(coverage);
  const written = await writeCoverageFiles(report, {
    html: join(folder, 'index.html'),
    json: join(folder, 'coverage.json'),
  });
  if (!written.ok) endWith(written.error);
  if (!tap && !json) report.lines.forEach(print);
}

function write(path: string, text: string): void {
  const written = writeResult(path, Buffer.from(text));
  if (!written.ok) endWith(written.error);
}

const version = (): string =>
  String(readFields(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))?.['version']);
