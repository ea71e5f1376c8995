// State of `tapin test --ui`: the files, the text and the verdict of one of them, and the devices that play it.

import { failureLines } from '../../../simulation/scenarios/reports/report.ts';
import type { UiFile, UiRequest, UiState, UiVerdict } from '../../../simulation/scenarios/ui-page/ui-state.ts';
import { textOf } from '../../process/text-file.ts';
import { writeWhole } from '../../process/whole-file.ts';
import { playScenario } from '../play-scenario.ts';
import { readScenarioText, type RootedScenario } from '../scenario-file.ts';
import { createPlayer, SCRATCH } from './player.ts';
import type { StagePlace } from './stage.ts';

export interface Workbench {
  state(): Promise<UiState>;
  carryOut(request: UiRequest): Promise<void>;
  close(): Promise<void>;
}

interface UiSource {
  readonly file: string;
  readonly root: string;
  readonly text: string;
  readonly errors: readonly string[];
  /** null if the text has errors. */
  readonly scenario: RootedScenario | null;
  /** Outcome of the whole scenario; null while it is unknown. */
  readonly verdict: UiVerdict | null;
}

/** Opens the first of the files. */
export async function openWorkbench(scenarios: readonly RootedScenario[], place: StagePlace): Promise<Workbench> {
  const files = new Map(scenarios.map(({ file, name }): [string, UiFile] => [file, { file, name, status: null }]));
  const player = createPlayer(place);
  let source = sourceOf(scenarios[0]);
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => (queue = queue.then(work));
  /** Plays a whole scenario on devices of its own, and notes the verdict. */
  const judged = async (read: UiSource): Promise<UiSource> => {
    const verdict = read.scenario && (await verdictOf(read.scenario, read.text));
    const known = files.get(read.file);
    if (known && verdict) files.set(read.file, { ...known, status: verdict.status });
    return { ...read, verdict };
  };
  const open = async (file: string): Promise<void> => {
    source = sourceOf(scenarios.find((each) => each.file === file));
    await player.start(source.scenario);
    source = await judged(source);
  };
  const edit = async (text: string): Promise<void> => {
    source = { ...source, ...parsed(source, text) };
    source = await judged(source);
  };
  const carryOutInTurn = async (
    request: Exclude<UiRequest, { readonly do: 'run' | 'move' | 'pause' }>,
  ): Promise<void> => {
    if (request.do === 'open') return open(request.file);
    if (request.do === 'edit') return edit(request.text);
    if (request.do === 'restart') return player.start(source.scenario);
    if (request.do === 'record') return player.record(request.on);
    if (request.do === 'save') {
      writeWhole(source.file, request.text);
      await edit(request.text);
      return player.start(source.scenario);
    }
    for (const scenario of scenarios) await judged(sourceOf(scenario));
    return undefined;
  };
  await open(source.file);
  return {
    async state() {
      const { file, text, errors, verdict } = source;
      return {
        server: process.pid,
        files: [...files.values()],
        file,
        text,
        errors,
        verdict,
        ...(await player.state()),
      };
    },
    async carryOut(request) {
      if (request.do === 'pause') return player.pause();
      if (request.do === 'run' || request.do === 'move') {
        const { speed = Infinity } = request;
        if (player.resume(speed)) return undefined;
        // The page reads the state while a slow run goes on.
        const run = inTurn(() => player.runTo('to' in request ? request.to : player.at() + request.by, speed));
        return speed === Infinity ? Promise.race([run, until(ANSWER_MS)]) : undefined;
      }
      // Anything else ends a run that is under way.
      player.pause();
      player.resume(Infinity);
      return inTurn(() => carryOutInTurn(request));
    },
    close: () => player.close(),
  };
}

/** Time after which a run is answered even if it goes on, since a breakpoint may have paused it. */
const ANSWER_MS = 1000;
const until = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

function sourceOf(scenario: RootedScenario | undefined): UiSource {
  const { file = '', root = '.' } = scenario ?? {};
  const read = textOf(file);
  const source: UiSource = { file, root, text: '', errors: [], scenario: null, verdict: null };
  return read.ok ? { ...source, ...parsed(source, read.value) } : { ...source, errors: [read.error.message] };
}

function parsed({ file, root }: Pick<UiSource, 'file' | 'root'>, text: string): Omit<UiSource, 'file' | 'root'> {
  const read = readScenarioText(text, file, root);
  return read.ok
    ? { text, errors: [], scenario: read.value, verdict: null }
    : { text, errors: read.error.message.split('\n'), scenario: null, verdict: null };
}

async function verdictOf(scenario: RootedScenario, text: string): Promise<UiVerdict> {
  const options = { on: { kind: 'virtual' }, folder: SCRATCH, unsaved: text } as const;
  const played = await playScenario(scenario, options, { progress: () => {}, inspect: undefined });
  const { status, failures, message, wall_ms } = played;
  return {
    status: status === 'flaky' ? 'failed' : status,
    lines: failures.length > 0 ? failures.flatMap(failureLines) : message === '' ? [] : [message],
    failed_lines: failures.flatMap(({ at }) => (at?.file === scenario.file ? [at.line] : [])),
    took_ms: wall_ms,
  };
}
