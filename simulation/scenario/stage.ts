// What a step of a scenario has at hand: the device that it is for, the clock, and what the steps before it have left.

import type { Key } from '../../hal/keys/keys.ts';
import type { Result } from '../../wire/errors.ts';
import type { Backend, Sight, Target } from './backend.ts';
import { unmet } from './conditions.ts';
import type { DoingStep, Step } from './scenario.ts';
import type { Condition } from './shapes.ts';

/** What a step found wrong. */
export class StepFailure extends Error {
  readonly step: Step;

  constructor(message: string, step: Step) {
    super(message);
    this.step = step;
  }
}

/** What outlives a step. */
export interface Memory {
  /** Values by the names under which they were kept. */
  readonly kept: Map<string, string>;
  /** How many sounds of each device have been looked at. */
  readonly heard: Map<string, number>;
  readonly screenshots: string[];
  steps: number;
  putts: number;
  device: string;
  under_way: Step | null;
}

export const newMemory = (device: string): Memory => ({
  kept: new Map(),
  heard: new Map(),
  screenshots: [],
  steps: 0,
  putts: 0,
  device,
  under_way: null,
});

export interface Stage {
  readonly backend: Backend;
  readonly target: Target;
  readonly memory: Memory;
  /** Keeps a picture; gives the path, or why it can't be kept. */
  keep(file: string, png: Uint8Array): Result<string>;
  /** Ends the scenario: it has failed. */
  fail(message: string): never;
  /** The same where the device refused something. */
  must(result: Result<unknown>): void;
  /** Taps a key, and waits until everything has settled. */
  press(key: Key): Promise<void>;
  /** Sounds since the last one that was expected. */
  soundsIn(sight: Sight): readonly string[];
  /** Fails where something of the condition does not hold. `after`: what stands behind the sentence. */
  demand(condition: Condition, sight: Sight, after?: string): void;
}

export function createStage(
  step: DoingStep,
  { backend, memory, keep }: Pick<Stage, 'backend' | 'memory' | 'keep'>,
): Stage {
  const { device } = memory;
  const target = backend.target(device);
  const fail = (message: string): never => {
    throw new StepFailure(message, step);
  };
  const must = (result: Result<unknown>): void => void (result.ok || fail(result.error.message));
  const soundsIn = ({ sounds }: Sight): readonly string[] => sounds.slice(memory.heard.get(device) ?? 0);
  return {
    backend,
    target,
    memory,
    keep,
    fail,
    must,
    async press(key) {
      must(await target.key(key, 'tap'));
      await backend.pass(backend.settle_ms);
    },
    soundsIn,
    demand(condition, sight, after = '') {
      const [problem] = unmet(condition, sight, soundsIn(sight));
      if (problem !== undefined) fail(`${problem}${after}`);
      if (condition.sound === undefined) return;
      const from = memory.heard.get(device) ?? 0;
      memory.heard.set(device, sight.sounds.indexOf(condition.sound, from) + 1);
    },
  };
}
