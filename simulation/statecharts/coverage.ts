// What was reached of the machines: the form in which it is kept, added up, and counted. docs/coverage.md describes the file.

import * as v from 'valibot';
import { fail, ok, assertDefined, type Result } from '../../wire/errors.ts';

const times = v.pipe(v.number(), v.integer(), v.minValue(0));

const stateShape = v.object({
  path: v.string(),
  kind: v.picklist(['atomic', 'compound', 'parallel', 'history', 'final']),
  initial: v.boolean(),
  entered: times,
});

const transitionShape = v.object({
  name: v.string(),
  source: v.string(),
  event: v.string(),
  index: times,
  guard: v.nullable(v.string()),
  targets: v.array(v.string()),
  taken: times,
  /** How often its guard was evaluated to true, and to false; 0 where it has none. */
  guard_true: times,
  guard_false: times,
});

const machineShape = v.object({
  id: v.string(),
  file: v.string(),
  /** How many actors ran it. */
  started: times,
  states: v.array(stateShape),
  transitions: v.array(transitionShape),
});

const FORMAT = 'tapin-coverage';
const VERSION = 1;
const coverageShape = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  machines: v.array(machineShape),
});

export type StateCoverage = Readonly<v.InferOutput<typeof stateShape>>;
export type TransitionCoverage = Readonly<v.InferOutput<typeof transitionShape>>;
export interface MachineCoverage extends Readonly<v.InferOutput<typeof machineShape>> {
  readonly states: StateCoverage[];
  readonly transitions: TransitionCoverage[];
}

/** Of one run or of several. Machines have their ids; states and transitions stand as the machine defines them. */
export type Coverage = readonly MachineCoverage[];

/** `version`: of the form. `extra`: what is told beside, and not read again. */
export const writeCoverage = (machines: Coverage, extra: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...extra, machines }, null, 1)}\n`;

/** Errors: `bad_value` where it is no coverage. */
export function readCoverage(text: string, file: string): Result<Coverage> {
  const read = v.safeParse(coverageShape, parsed(text));
  if (read.success) return ok(read.output.machines);
  return fail('bad_value', `${file} is no coverage as tapin test --coverage writes it.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface CoverageFile {
  readonly file: string;
  readonly machines: Coverage;
}

/** Adds up what several runs have reached. Errors: `bad_value` where two are of different firmware. */
export function mergeCoverage([first, ...others]: readonly [CoverageFile, ...CoverageFile[]]): Result<Coverage> {
  const other = others.find(({ machines }) => shapeOf(machines) !== shapeOf(first.machines));
  if (other)
    return fail('bad_value', `${other.file} and ${first.file} are of different firmware: their machines differ.`);
  return ok(others.reduce((sum, { machines }) => added(sum, machines), first.machines));
}

/** Everything but the counts. */
const shapeOf = (machines: Coverage): string =>
  JSON.stringify(
    machines.map(({ id, states, transitions }) => [
      id,
      states.map(({ path, kind }) => [path, kind]),
      transitions.map(({ name, index }) => [name, index]),
    ]),
  );

function added(some: Coverage, more: Coverage): Coverage {
  return some.map((machine, at) => {
    const also = assertDefined(more[at], 'machine');
    return {
      ...machine,
      started: machine.started + also.started,
      states: machine.states.map((state, n) => ({ ...state, entered: state.entered + (also.states[n]?.entered ?? 0) })),
      transitions: machine.transitions.map((one, n) => {
        const { taken = 0, guard_true = 0, guard_false = 0 } = also.transitions[n] ?? {};
        return {
          ...one,
          taken: one.taken + taken,
          guard_true: one.guard_true + guard_true,
          guard_false: one.guard_false + guard_false,
        };
      }),
    };
  });
}
