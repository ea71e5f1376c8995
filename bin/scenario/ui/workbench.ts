// State of `tapin test --ui`: the files, the text and the verdict of one of them, and the devices that play it.

import { failureLines } from '../../../simulation/scenarios/reports/report.ts';
import type { UiFile, UiRequest, UiState, UiVerdict } from '../../../simulation/scenarios/ui-page/ui-state.ts';
import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';
import { createQueue } from '../../../wire/queue.ts';
import { textOf } from '../../process/text-file.ts';
import { writeWhole } from '../../process/whole-file.ts';
import { playScenario } from '../play-scenario.ts';
import { readScenarioText, type RootedScenario } from '../scenario-file.ts';
import { createPlayer, SCRATCH } from './player.ts';
import type { StagePlace } from './stage.ts';

export interface Workbench {
  state(): Promise<UiState>;
  /** Errors: `bad_value` if the request can't be carried out; nothing has changed then. */
  carryOut(request: UiRequest): Promise<Result<void>>;
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
  /** The text as this window last read or wrote it. */
  readonly on_disk: string;
}

/** Opens the first of the files. */
export async function openWorkbench(scenarios: readonly RootedScenario[], place: StagePlace): Promise<Workbench> {
  const files = new Map(scenarios.map(({ file, name }): [string, UiFile] => [file, { file, name, status: null }]));
  const player = createPlayer(place);
  let source = sourceOf(scenarios[0]);
  const inTurn = createQueue();
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
  const save = async (text: string): Promise<Result<void>> => {
    const { on_disk, result } = writeOver(source, text);
    source = { ...source, on_disk };
    if (!result.ok) return result;
    await edit(text);
    await player.start(source.scenario);
    return result;
  };
  const carryOutInTurn = async (
    request: Exclude<UiRequest, { readonly do: 'run' | 'move' | 'pause' }>,
  ): Promise<Result<void>> => {
    if (request.do === 'open' && !files.has(request.file)) return fail('bad_value', 'This window has no such file.');
    if ((request.do === 'edit' || request.do === 'save') && request.file !== source.file)
      return fail('bad_value', `${source.file} is open now: the text of another file was neither checked nor saved.`);
    if (request.do === 'save') return save(request.text);
    if (request.do === 'open') await open(request.file);
    if (request.do === 'edit') await edit(request.text);
    if (request.do === 'restart') await player.start(source.scenario);
    if (request.do === 'record') player.record(request.on);
    if (request.do === 'verdicts') for (const scenario of scenarios) await judged(sourceOf(scenario));
    return DONE;
  };
  await open(source.file);
  return {
    async state() {
      const { file, text, errors, verdict } = source;
      const own = { server: process.pid, files: [...files.values()], file, text, errors, verdict };
      return { ...own, ...(await player.state()) };
    },
    async carryOut(request) {
      if (request.do === 'run' || request.do === 'move') {
        const { speed = Infinity } = request;
        if (player.resume(speed)) return DONE;
        // The page reads the state during a slow run.
        const run = inTurn(() => player.runTo('to' in request ? request.to : player.at() + request.by, speed));
        if (speed === Infinity) await Promise.race([run, until(ANSWER_MS)]);
        return DONE;
      }
      player.pause();
      if (request.do === 'pause') return DONE;
      // Anything else ends a run that is under way.
      player.resume(Infinity);
      return inTurn(() => carryOutInTurn(request));
    },
    close: () => player.close(),
  };
}

const DONE: Result<void> = ok(undefined);

/** Time after which a run is answered even if it has not ended, since a breakpoint may have paused it. */
const ANSWER_MS = 1000;
const until = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

function sourceOf(scenario: RootedScenario | undefined): UiSource {
  const { file = '', root = '.' } = scenario ?? {};
  const read = textOf(file);
  const source: UiSource = { file, root, text: '', errors: [], scenario: null, verdict: null, on_disk: '' };
  return read.ok
    ? { ...source, ...parsed(source, read.value), on_disk: read.value }
    : { ...source, errors: [read.error.message] };
}

function parsed(
  { file, root }: Pick<UiSource, 'file' | 'root'>,
  text: string,
): Omit<UiSource, 'file' | 'root' | 'on_disk'> {
  const read = readScenarioText(text, file, root);
  return read.ok
    ? { text, errors: [], scenario: read.value, verdict: null }
    : { text, errors: read.error.message.split('\n'), scenario: null, verdict: null };
}

/** Writes the text, unless the file has changed since the window last read it; then returns what it holds now. */
function writeOver(
  { file, on_disk }: UiSource,
  text: string,
): { readonly on_disk: string; readonly result: Result<void> } {
  // oxfmt-ignore
  const now = textOf(file);
  if (now.ok && now.value !== on_disk && now.value !== text) {
    const message = `${file} was changed elsewhere: save again to replace it, or open it again to read it.`;
    return { on_disk: now.value, result: fail('bad_value', message) };
  }
  try {
    writeWhole(file, text);
    return { on_disk: text, result: DONE };
  } catch (thrown) {
    return { on_disk, result: fail('bad_value', `${file} can't be written: ${messageOf(thrown)}.`) };
  }
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
