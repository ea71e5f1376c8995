// Plays a scenario on a backend step by step and returns the outcome. Steps take no time of their own, except a putt,
// which takes as long as its swing; time passes only in `advance`, `wait_ms`, `hold` and `wait_for`.

import { messageOf } from '../../wire/errors.ts';
import { EMPTY_SNAPSHOT, type Backend } from './backend.ts';
import { CARRY_OUT } from './step-handlers.ts';
import { STOPPED } from './extension.ts';
import type { GoldenPictures } from './golden.ts';
import { needsOf } from './reading/needs.ts';
import { watchSteps, type OnProgress, type ProgressWatch } from './reports/progress.ts';
import type { ActionStep, Place, Scenario, Step } from './scenario.ts';
import { withValues } from './reading/values.ts';
import { createContext, newMemory, StepFailure, type Memory, type ScenarioContext } from './context.ts';

export interface ScenarioOutcome {
  /** `error`: the backend broke; `skipped`: the backend lacks a required capability. */
  readonly status: 'passed' | 'failed' | 'error' | 'skipped';
  /** Reason; '' if passed. */
  readonly message: string;
  /** Place of the failure; null if none. */
  readonly at: Place | null;
  /** Last device used, and the lines of its screen. */
  readonly device: string;
  readonly lines: readonly string[];
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

export async function runScenario(scenario: Scenario, backend: Backend, hooks: RunHooks): Promise<ScenarioOutcome> {
  const first = scenario.devices[0]?.name ?? '';
  const memory = newMemory(first, backend.servers?.values());
  const ended = async (
    status: ScenarioOutcome['status'],
    message: string,
    at: Place | null,
  ): Promise<ScenarioOutcome> => {
    const { device, steps, putts, screenshots } = memory;
    // A broken backend shows nothing.
    const { lines } = await backend
      .target(device)
      .snapshot()
      .catch(() => EMPTY_SNAPSHOT);
    return { status, message, at, device, lines, steps, putts, screenshots, played_ms: backend.now_ms() };
  };
  const has = new Set<string>(backend.can);
  const missing = needsOf(scenario).find((need) => !has.has(need));
  if (missing !== undefined) return ended('skipped', `needs ${missing}, which ${backend.name} lacks`, null);
  try {
    await play(scenario.steps, {
      ...hooks,
      ...(hooks.progress ? watchSteps(backend, hooks.progress) : { backend }),
      memory,
      first,
      watches_extension: scenario.extension !== undefined,
    });
    return await ended('passed', '', null);
  } catch (thrown) {
    if (thrown instanceof StepFailure) return ended('failed', thrown.message, thrown.step.at);
    return ended('error', messageOf(thrown), memory.current_step?.at ?? null);
  }
}

/** Plays steps in order; the first failure throws a `StepFailure`. */
async function play(steps: readonly Step[], context: RunContext): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'repeat') for (let n = 0; n < step.times; n++) await play(step.steps, context);
    else {
      await playOne(step, context);
      if (context.watches_extension && !isExpectation(steps[at + 1])) await demandRunning(step, context);
    }
  }
}

/** Whether a step is an expectation: the scenario may expect the extension to stop. */
const isExpectation = (step: Step | undefined): boolean =>
  step !== undefined && /^(expect|wait_for|reject)/.test(step.kind);

async function demandRunning(step: ActionStep, { backend, memory }: RunContext): Promise<void> {
  const { lines } = await backend.target(memory.device).snapshot();
  if (lines.includes(STOPPED) && !isExpectation(step)) throw new StepFailure('the extension has stopped', step);
}

interface RunContext extends RunHooks, Partial<Pick<ProgressWatch, 'begin'>> {
  readonly watches_extension: boolean;
  readonly backend: Backend;
  readonly memory: Memory;
  readonly first: string;
}

async function playOne(step: ActionStep, { memory, first, begin, golden, ...rest }: RunContext): Promise<void> {
  memory.current_step = step;
  memory.device = step.on ?? first;
  memory.steps++;
  const filled = filledIn(step, memory.kept);
  begin?.(filled);
  const { kind, value } = filled;
  const stage = createContext(step, { ...rest, memory, golden });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lookup loses the link between a step kind and its value
  await (CARRY_OUT[kind] as (on: ScenarioContext, given: unknown) => Promise<void>)(stage, value);
}

/** Replaces `${name}` in a step by the saved values. */
const filledIn = (step: ActionStep, kept: ReadonlyMap<string, string>): ActionStep =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- maps strings to strings and leaves other types unchanged
  kept.size === 0 ? step : ({ ...step, value: withValues(step.value, kept) } as ActionStep);
