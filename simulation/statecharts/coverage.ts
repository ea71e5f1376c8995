// Coverage data of the state machines: its file format, reading, writing and merging. docs/coverage.md describes the
// file.

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
  /** How often its guard returned true and false; 0 without a guard. */
  guard_true: times,
  guard_false: times,
});

const machineShape = v.object({
  id: v.string(),
  file: v.string(),
  /** Number of actors that ran it. */
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

/**
 * Coverage of one or more runs. Machines are identified by id; states and transitions keep the order of the definition.
 */
export type Coverage = readonly MachineCoverage[];

/** Writes the coverage file. `version`: of the format. `extra`: additional fields that are not read back. */
export const writeCoverage = (machines: Coverage, extra: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...extra, machines }, null, 1)}\n`;

/** Parses a coverage file. Errors: `bad_value` if the text is not coverage. */
export function readCoverage(text: string, file: string): Result<Coverage> {
  const read = v.safeParse(coverageShape, parsed(text));
  if (read.success) return ok(read.output.machines);
  return fail('bad_value', `${file} is not a coverage file of tapin test --coverage.`);
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

/** Adds up the coverage of several runs. Errors: `bad_value` if two are from different firmware. */
export function mergeCoverage([first, ...others]: readonly [CoverageFile, ...CoverageFile[]]): Result<Coverage> {
  const other = others.find(({ machines }) => shapeOf(machines) !== shapeOf(first.machines));
  if (other)
    return fail('bad_value', `${other.file} and ${first.file} are from different firmware: their machines differ.`);
  return ok(others.reduce((sum, { machines }) => added(sum, machines), first.machines));
}

/** Returns everything but the counts. */
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
