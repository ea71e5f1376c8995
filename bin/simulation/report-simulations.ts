// Reports the result of a seed of `tapin simulate`, as text and as a JUnit case.

import type { BoardKind } from '../../sims/sensor-board/board-events.ts';
import type { Coverage } from '../../simulation/statecharts/coverage.ts';
import type { JunitCase } from '../../simulation/reports/junit.ts';
import type { TimelineFiles } from '../../simulation/timeline/write-timeline.ts';
import type { PlanPart } from '../../simulation/sessions/plan.ts';
import type { SimulationReport } from '../../simulation/sessions/simulate.ts';

export interface SimulationCall {
  readonly seed: number;
  readonly hours: number;
  readonly devices: number;
  readonly relays: number;
  /** Greens of the rounds: flat, gentle or championship. Default: flat. */
  readonly slope?: string;
  readonly board?: BoardKind;
  /** Parts of the seed's plan to leave out. */
  readonly without: readonly PlanPart[];
  /** Files for the timeline. */
  readonly timeline?: TimelineFiles;
  /** Whether to record statechart coverage. */
  readonly covers?: boolean;
}

/** Result of a seed. `plan`: the plan it drew; null if its process died. */
export interface SimulatedSeed extends Omit<SimulationReport, 'plan'> {
  readonly seed: number;
  readonly plan: SimulationReport['plan'] | null;
  readonly took_ms: number;
  /** Coverage; null if not requested, or if its process died. */
  readonly coverage: Coverage | null;
}

/** Formats a result: one line if every rule held, otherwise everything needed to reproduce the failure. */
export function linesOf(one: SimulatedSeed, options: Omit<SimulationCall, 'seed'>): readonly string[] {
  const { seed, virtual_s, events, digest, took_ms, failure } = one;
  const rate = virtual_s / (took_ms / 1000);
  if (failure) return explained(one, failure, options);
  return [
    `seed ${seed}: ${virtual_s.toFixed(0)} s, ${events} events, ${digest.slice(0, 16)}, ${rate.toFixed(0)}x real time`,
  ];
}

const explained = (
  { seed, plan }: SimulatedSeed,
  { rule, what, newest }: NonNullable<SimulatedSeed['failure']>,
  options: Omit<SimulationCall, 'seed'>,
): readonly string[] => [
  `seed ${seed}: rule ${rule} violated: ${what}`,
  ...(plan ? [`plan: ${JSON.stringify(plan)}`] : []),
  'last events:',
  ...newest,
  `reproduce: ${commandOf({ ...options, seed })} --events events.txt --trace session.trace.json`,
];

export function commandOf({
  seed,
  hours,
  devices,
  relays,
  slope = 'flat',
  board = 'model',
  without,
}: SimulationCall): string {
  const greens = `${slope === 'flat' ? '' : ` --slope ${slope}`}${board === 'model' ? '' : ` --board ${board}`}`;
  const more = `${relays > 1 ? ` --relays ${relays}` : ''}${greens}${without.length > 0 ? ` --without ${without.join(',')}` : ''}`;
  return `tapin simulate --seed ${seed} --hours ${hours} --devices ${devices}${more}`;
}

export function caseOf(one: SimulatedSeed, options: Omit<SimulationCall, 'seed'>): JunitCase {
  const { seed, events, digest, virtual_s, took_ms, failure } = one;
  const { hours, devices, relays } = options;
  return {
    classname: `simulate.${devices} devices`,
    name: `seed ${seed}, ${hours} h`,
    ms: took_ms,
    properties: Object.entries({
      seed,
      hours,
      devices,
      relays,
      events,
      digest,
      virtual_s,
      ...(failure && { rule: failure.rule }),
    }),
    verdict: failure && {
      tag: 'failure',
      type: failure.rule,
      message: `rule ${failure.rule} violated: ${failure.what}`,
      text: explained(one, failure, options).join('\n'),
    },
    output: [],
  };
}
