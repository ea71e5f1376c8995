// Context of a scenario step: its device, the clock, and the state left by earlier steps.

import type { Key } from '../../hal/keys/keys.ts';
import type { Result } from '../../wire/errors.ts';
import type { Backend, Snapshot, DeviceTarget } from './backend.ts';
import { unmet, type Since } from './conditions.ts';
import type { Failure, PlayedStep } from './failures/failure.ts';
import type { ComparedPictures, Comparing } from './golden.ts';
import type { ActionStep, Step } from './scenario.ts';
import { fits, type Servers } from './servers/servers.ts';
import type { Condition } from './reading/shapes.ts';

/** Failure of a step. `problems`: one sentence for each wrong field. Default: the message. */
export class StepFailure extends Error {
  readonly step: Step;
  readonly condition: Condition | null;
  readonly problems: readonly string[];
  /** Pictures of a golden comparison. */
  readonly pictures: ComparedPictures | null;

  constructor(
    message: string,
    step: Step,
    condition: Condition | null = null,
    problems: readonly string[] = [message],
    pictures: ComparedPictures | null = null,
  ) {
    super(message);
    this.pictures = pictures;
    this.step = step;
    this.condition = condition;
    this.problems = problems;
  }
}

/** State that persists across steps. */
export interface Memory {
  /** Saved values by name. */
  readonly kept: Map<string, string>;
  /** Number of sounds of each device already expected. */
  readonly sounds_expected: Map<string, number>;
  /** Number of taps of each device, and of requests at each server, already expected. */
  readonly tapped: Map<string, number>;
  readonly arrived: Map<string, number>;
  readonly screenshots: string[];
  /** Failures of `check` steps so far. */
  readonly failures: Failure[];
  readonly journal: PlayedStep[];
  /** Pass of each loop around the current step, from the outermost: `pass 2 of 3`. */
  passes: readonly string[];
  steps: number;
  putts: number;
  device: string;
  current_step: Step | null;
}

/** Creates the initial state. `values`: values defined from the first step on. */
export const newMemory = (device: string, values: ReadonlyMap<string, string> = new Map()): Memory => ({
  kept: new Map(values),
  sounds_expected: new Map(),
  tapped: new Map(),
  arrived: new Map(),
  screenshots: [],
  failures: [],
  journal: [],
  passes: [],
  steps: 0,
  putts: 0,
  device,
  current_step: null,
});

export interface ScenarioContext extends Comparing {
  readonly backend: Backend;
  readonly target: DeviceTarget;
  readonly memory: Memory;
  /** Fails the step if the device refused the action. */
  must(result: Result<unknown>): void;
  /** Returns the servers; fails the step if there are none. */
  servers(): Servers;
  /** Taps a key and waits until the device has settled. */
  press(key: Key): Promise<void>;
  /** Returns the events since the last expected one of each kind. */
  since(snapshot: Snapshot, condition: Condition): Since;
  /** Fails the step if the condition is not met. `after`: text appended to the message. */
  demand(condition: Condition, snapshot: Snapshot, after?: string): void;
}

export function createContext(
  step: ActionStep,
  { backend, memory, keep, golden }: Pick<ScenarioContext, 'backend' | 'memory' | 'keep' | 'golden'>,
): ScenarioContext {
  const { device } = memory;
  const target = backend.target(device);
  const fail = (message: string, pictures: ComparedPictures | null = null): never => {
    throw new StepFailure(message, step, null, [message], pictures);
  };
  const must = (result: Result<unknown>): void => void (result.ok || fail(result.error.message));
  const arrivedAt = (server: string): Since['arrived'] =>
    (backend.servers?.arrived() ?? []).filter((each) => each.server === server);
  const since = ({ sounds, taps }: Snapshot, { request }: Condition): Since => ({
    sounds: sounds.slice(memory.sounds_expected.get(device) ?? 0),
    taps: taps.slice(memory.tapped.get(device) ?? 0),
    arrived: request ? arrivedAt(request.server).slice(memory.arrived.get(request.server) ?? 0) : [],
    used: request
      ? arrivedAt(request.server)
          .slice(0, memory.arrived.get(request.server) ?? 0)
          .filter((each) => fits(request, each)).length
      : 0,
  });
  /** Consumes the expected events, so that they are not matched again. */
  const pass = ({ sound, key, request }: Condition, { sounds, taps }: Snapshot): void => {
    if (sound !== undefined)
      memory.sounds_expected.set(device, sounds.indexOf(sound, memory.sounds_expected.get(device) ?? 0) + 1);
    if (key !== undefined) memory.tapped.set(device, taps.indexOf(key, memory.tapped.get(device) ?? 0) + 1);
    if (request === undefined) return;
    const from = memory.arrived.get(request.server) ?? 0;
    const at = arrivedAt(request.server).findIndex((each, index) => index >= from && fits(request, each));
    memory.arrived.set(request.server, at + 1);
  };
  return {
    backend,
    target,
    memory,
    keep,
    golden,
    file: step.at.file,
    fail,
    must,
    servers: () => backend.servers ?? fail(`${backend.name} has no servers`),
    async press(key) {
      must(await target.key(key, 'tap'));
      await backend.pass(backend.settle_ms);
    },
    since,
    demand(condition, snapshot, after = '') {
      const problems = unmet(condition, snapshot, since(snapshot, condition));
      if (problems.length > 0) throw new StepFailure(`${problems.join('; ')}${after}`, step, condition, problems);
      pass(condition, snapshot);
    },
  };
}
