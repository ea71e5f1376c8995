// Plays a scenario on a backend step by step and returns the outcome. Steps take no time of their own, except a putt,
// which takes as long as its swing; time passes only in `advance`, `wait_ms`, `hold` and `wait_for`.

import { messageOf } from '../../wire/errors.ts';
import { EMPTY_SNAPSHOT, type Backend } from './backend.ts';
import { CARRY_OUT } from './step-handlers.ts';
import { STOPPED } from './extension.ts';
import type { Failure, PlayedStep } from './failures/failure.ts';
import type { GoldenPictures } from './golden.ts';
import { needsOf } from './reading/needs.ts';
import { watchSteps, wordsOf, type OnProgress, type ProgressWatch } from './reports/progress.ts';
import type { ActionStep, Place, Scenario, Step } from './scenario.ts';
import { withValues } from './reading/values.ts';
import { createContext, newMemory, StepFailure, type Memory, type ScenarioContext } from './context.ts';

export interface ScenarioOutcome {
  /** `error`: the backend broke; `skipped`: the backend lacks a required capability. */
  readonly status: 'passed' | 'failed' | 'error' | 'skipped';
  /** Reason; '' if passed. */
  readonly message: string;
  /** Place of the first failure; null if none. */
  readonly at: Place | null;
  /** Device of the first failure, or the last one used, and the lines of its screen. */
  readonly device: string;
  readonly lines: readonly string[];
  /** All failures, in order; empty if passed or skipped. */
  readonly failures: readonly Failure[];
  /** Newest steps played, in order. */
  readonly journal: readonly PlayedStep[];
  readonly steps: number;
  readonly putts: number;
  /** Paths of the screenshots written. */
  readonly screenshots: readonly string[];
  /** Duration on the devices' clock. */
  readonly played_ms: number;
}

interface RunHooks extends Pick<ScenarioContext, 'keep'> {
  readonly golden?: GoldenPictures;
  readonly progress?: OnProgress;
}

/** Maximum steps in the journal of an outcome. */
const JOURNAL_MAX = 500;

export async function runScenario(scenario: Scenario, backend: Backend, hooks: RunHooks): Promise<ScenarioOutcome> {
  const run = openScenarioRun(scenario, backend, hooks);
  const has = new Set<string>(backend.can);
  const missing = needsOf(scenario).find((need) => !has.has(need));
  if (missing !== undefined) return run.ended('skipped', `needs ${missing}, which ${backend.name} lacks`);
  try {
    for (const turn of stepTurns(scenario.steps)) await run.play(turn);
    return await run.ended('passed');
  } catch (thrown) {
    return run.broke(thrown);
  }
}

/** A scenario that is played step by step. */
export interface ScenarioRun {
  readonly memory: Memory;
  /** Plays a step. Throws a `StepFailure` unless it is a `check`, or what the backend threw. */
  play(turn: StepTurn): Promise<void>;
  /** Returns the outcome; a failed `check` turns a pass into a failure. */
  ended(status: 'passed' | 'skipped', reason?: string): Promise<ScenarioOutcome>;
  /** Returns the outcome after `play` threw. */
  broke(thrown: unknown): Promise<ScenarioOutcome>;
}

export function openScenarioRun(scenario: Scenario, backend: Backend, hooks: RunHooks): ScenarioRun {
  const first = scenario.devices[0]?.name ?? '';
  const memory = newMemory(first, backend.servers?.values());
  const watched = hooks.progress ? watchSteps(backend, hooks.progress) : { backend };
  const context: RunContext = {
    ...hooks,
    ...watched,
    backend: withTimeout(watched.backend, scenario.timeout, memory),
    memory,
    first,
  };
  const outcome = async (status: ScenarioOutcome['status'], reason = ''): Promise<ScenarioOutcome> => {
    const { device, steps, putts, screenshots, failures, journal } = memory;
    const [failure] = failures;
    return {
      status,
      message: failures.map(({ message }) => message).join('; ') || reason,
      at: failure?.at ?? null,
      device: failure?.device ?? device,
      lines: failure?.lines ?? (await linesOf(backend, device)),
      failures,
      journal: journal.slice(-JOURNAL_MAX),
      steps,
      putts,
      screenshots,
      played_ms: backend.now_ms(),
    };
  };
  return {
    memory,
    async play(turn) {
      await playOne(turn, context);
      const { step, next } = turn;
      if (scenario.extension !== undefined && !isExpectation(next)) await demandRunning(step, context);
    },
    ended: (status, reason) => outcome(status === 'passed' && memory.failures.length > 0 ? 'failed' : status, reason),
    async broke(thrown) {
      memory.failures.push(await failureOf(thrown, memory, backend));
      return outcome(thrown instanceof StepFailure ? 'failed' : 'error');
    },
  };
}

/** Returns the screen of a device; a broken backend shows nothing. */
async function linesOf(backend: Backend, device: string): Promise<readonly string[]> {
  const { lines } = await backend
    .target(device)
    .snapshot()
    .catch(() => EMPTY_SNAPSHOT);
  return lines;
}

async function failureOf(thrown: unknown, memory: Memory, backend: Backend): Promise<Failure> {
  const { device, current_step, journal, passes } = memory;
  const is_failure = thrown instanceof StepFailure;
  const message = is_failure ? thrown.message : messageOf(thrown);
  return {
    message,
    problems: is_failure ? thrown.problems : [message],
    at: (is_failure ? thrown.step : current_step)?.at ?? null,
    step: `${journal.at(-1)?.action ?? ''}${passes.length > 0 ? ` (${passes.join(', ')})` : ''}`,
    device,
    lines: await linesOf(backend, device),
    condition: is_failure ? thrown.condition : null,
    pictures: is_failure ? thrown.pictures : null,
    began_ms: journal.at(-1)?.began_ms ?? 0,
    at_ms: backend.now_ms(),
    batches: batchesOf(backend),
  };
}

const batchesOf = (backend: Backend): number | null => backend.recorded?.().batches ?? null;

/** Wraps a backend so that a scenario that plays longer than its timeout fails at that moment. */
function withTimeout(backend: Backend, timeout_ms: number | undefined, memory: Memory): Backend {
  if (timeout_ms === undefined) return backend;
  return {
    ...backend,
    async pass(ms) {
      const left_ms = timeout_ms - backend.now_ms();
      await backend.pass(Math.max(0, Math.min(ms, left_ms)));
      const step = memory.current_step;
      if (ms > left_ms && step)
        throw new StepFailure(`timed out: this scenario may play for ${timeout_ms / 1000} s`, step);
    },
  };
}

/** A step as it is played: in its loops, and with the one after it. */
export interface StepTurn {
  readonly step: ActionStep;
  readonly next: Step | undefined;
  /** Pass of each loop around it, from the outermost: `pass 2 of 3`. */
  readonly passes: readonly string[];
}

/** Returns the steps in the order in which they are played. */
export function* stepTurns(steps: readonly Step[], passes: readonly string[] = []): Generator<StepTurn> {
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'repeat') yield { step, next: steps[at + 1], passes };
    else
      for (let pass = 1; pass <= step.times; pass++)
        yield* stepTurns(step.steps, [...passes, `pass ${pass} of ${step.times}`]);
  }
}

/** Whether a step is an expectation: the scenario may expect the extension to stop. */
const isExpectation = (step: Step | undefined): boolean =>
  step !== undefined && /^(expect|check|wait_for|reject)/.test(step.kind);

async function demandRunning(
  step: ActionStep,
  { backend, memory }: Pick<RunContext, 'backend' | 'memory'>,
): Promise<void> {
  const { lines } = await backend.target(memory.device).snapshot();
  if (lines.includes(STOPPED) && !isExpectation(step)) throw new StepFailure('the extension has stopped', step);
}

interface RunContext extends RunHooks, Partial<Pick<ProgressWatch, 'begin'>> {
  readonly backend: Backend;
  readonly memory: Memory;
  readonly first: string;
}

async function playOne({ step, passes }: StepTurn, context: RunContext): Promise<void> {
  const { memory, first, begin, backend } = context;
  memory.current_step = step;
  memory.passes = passes;
  memory.device = step.on ?? first;
  memory.steps++;
  const filled = filledIn(step, memory.kept);
  const words = wordsOf(filled);
  begin?.(filled.at, words);
  const entry = { action: words.action, at: step.at, device: memory.device, began_ms: backend.now_ms() };
  const end = (failed: boolean): void => {
    const ended = { ended_ms: backend.now_ms(), batches: batchesOf(backend), failed };
    memory.journal.push({ ...entry, ...ended });
  };
  try {
    await carryOut(filled, context);
    end(false);
  } catch (thrown) {
    end(true);
    if (step.kind !== 'check' || !(thrown instanceof StepFailure)) throw thrown;
    memory.failures.push(await failureOf(thrown, memory, backend));
  }
}

async function carryOut(step: ActionStep, { backend, memory, keep, golden }: RunContext): Promise<void> {
  const stage = createContext(step, { backend, memory, keep, golden });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lookup loses the link between a step kind and its value
  await (CARRY_OUT[step.kind] as (on: ScenarioContext, given: unknown) => Promise<void>)(stage, step.value);
}

/** Replaces `${name}` in a step by the saved values. */
const filledIn = (step: ActionStep, kept: ReadonlyMap<string, string>): ActionStep =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- maps strings to strings and leaves other types unchanged
  kept.size === 0 ? step : ({ ...step, value: withValues(step.value, kept) } as ActionStep);
