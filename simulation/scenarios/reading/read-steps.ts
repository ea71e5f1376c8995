// Parses the steps of a scenario, including the steps of included files. Records each invalid step and continues with
// the next.

import * as v from 'valibot';
import type { Result } from '../../../wire/errors.ts';
import { isFields, type JsonFields } from '../../../wire/json-fields.ts';
import { FIGURE_FORM } from '../../../sims/condition/quantities.ts';
import { meant, noField, noWordOf, quoted, sentenceOf, valueAt, wrongIn, type Wrong } from './messages.ts';
import type { Step } from '../scenario.ts';
import { CONDITION_FIELDS, STEPS, type StepName } from './shapes.ts';
import { asWritten } from './spelling.ts';
import { withValues } from './values.ts';
import { openYaml, PlacedError, topOf, type YamlPage } from './yaml-page.ts';

export const SCENARIO_CHARS_MAX = 262_144;
/** Maximum steps per list, and in total with repetitions counted. */
export const STEPS_MAX = 1000;
export const PLAYED_STEPS_MAX = 100_000;
const INCLUDES_DEEP_MAX = 8;
const INCLUDED_FILES_MAX = 64;
/** Maximum nesting depth of step groups. */
const GROUPS_DEEP_MAX = 16;
const TIMES_MAX = 1000;

export interface Source {
  readonly file: string;
  /** Returns the text of another file, by its name relative to the file `from`. */
  include(name: string, from: string): Result<{ readonly file: string; readonly text: string }>;
  /**
   * Checks the name of a file that is read only at run time, and whether it exists. Default: accepts any name. Errors:
   * `bad_value`.
   */
  readonly locate?: (name: string, from: string, must_exist: boolean) => Result<unknown>;
}

/** Parsed YAML file with the positions of its data. */
export interface ScenarioYaml extends YamlPage {
  readonly root: JsonFields;
}

type Path = readonly (string | number)[];

export interface ScenarioReading {
  readonly source: Source;
  /** Errors found so far. */
  readonly wrong: PlacedError[];
  readonly devices: readonly string[];
  /** Open files by name. */
  readonly pages: Map<string, ScenarioYaml>;
  /** Chain of includes down to the current file. */
  readonly chain: readonly string[];
  /** Number of groups around the current list. */
  readonly depth: number;
  /** Number of times the current list is played. */
  readonly times: number;
  /** Variables of the enclosing `for_each`. */
  readonly values: ReadonlyMap<string, string>;
  readonly count: { steps: number };
}

/** Error after which reading stops. */
class TooMuch extends PlacedError {}

export function openPage(text: string, file: string): ScenarioYaml {
  if (text.length > SCENARIO_CHARS_MAX)
    throw new PlacedError(`A scenario can have at most ${SCENARIO_CHARS_MAX} characters.`, topOf(file));
  const page = openYaml(text, file);
  const { root } = page;
  if (!isFields(root)) throw new PlacedError('A scenario must be a mapping with steps.', topOf(file));
  return { ...page, root };
}

export const readSteps = (page: ScenarioYaml, reading: ScenarioReading): readonly Step[] =>
  stepsOf(page, ['steps'], reading);

function stepsOf(page: ScenarioYaml, path: Path, reading: ScenarioReading): readonly Step[] {
  const given = valueAt(page.root, path);
  if (!Array.isArray(given) || given.length === 0)
    throw new PlacedError(`${String(path.at(-1))} must be a list of steps.`, page.at(path));
  if (given.length > STEPS_MAX)
    throw new PlacedError(`A list can have at most ${STEPS_MAX} steps.`, page.at([...path, STEPS_MAX]));
  if (reading.depth > GROUPS_DEEP_MAX)
    throw new TooMuch(`Steps can be nested at most ${GROUPS_DEEP_MAX} deep.`, page.at(path));
  return given.flatMap((each: unknown, at) => {
    const place = [...path, at];
    reading.count.steps += reading.times;
    if (reading.count.steps > PLAYED_STEPS_MAX)
      throw new TooMuch(
        `A scenario can play at most ${PLAYED_STEPS_MAX} steps, including repetitions.`,
        page.at(place),
      );
    try {
      return stepOf(page, place, each, reading);
    } catch (thrown) {
      if (!(thrown instanceof PlacedError) || thrown instanceof TooMuch) throw thrown;
      reading.wrong.push(thrown);
      return [];
    }
  });
}

const GROUPS = { repeat: repeated, for_each: forEach, include: included } as const;
const isGroup = (name: string): name is keyof typeof GROUPS => Object.hasOwn(GROUPS, name);
const isStepName = (name: string): name is StepName => Object.hasOwn(STEPS, name);
const ALL_NAMES = [...Object.keys(STEPS), ...Object.keys(GROUPS)];
const STEP = `A step must be one of ${ALL_NAMES.join(', ')}, followed by a colon`;

function stepOf(page: ScenarioYaml, path: Path, given: unknown, reading: ScenarioReading): readonly Step[] {
  const data = typeof given === 'string' ? { [given]: null } : given;
  if (!isFields(data)) throw new PlacedError(`${STEP}.`, page.at(path));
  const names = Object.keys(data).filter((name) => name !== 'on');
  const known = names.filter((name) => ALL_NAMES.includes(name));
  const strange = names.find((name) => !ALL_NAMES.includes(name));
  if (strange !== undefined) {
    const near = meant(strange, ALL_NAMES);
    const sentence = near === '' ? `${STEP}, not ${quoted(strange)}.` : `Unknown step ${quoted(strange)}${near}`;
    throw new PlacedError(sentence, page.at([...path, strange]));
  }
  const [name] = known;
  if (name === undefined || known.length > 1)
    throw new PlacedError(
      `${STEP}${name === undefined ? '' : `; this one has ${known.join(' and ')}`}.`,
      page.at(path),
    );
  if (isGroup(name)) {
    if (Object.hasOwn(data, 'on'))
      throw new PlacedError(`on is allowed in a step, but not in ${name}.`, page.at([...path, 'on']));
    return GROUPS[name](page, [...path, name], { ...reading, depth: reading.depth + 1 });
  }
  const on = deviceOf(page, [...path, 'on'], reading);
  return isStepName(name) ? readStep(page, [...path, name], name, data[name], on, reading) : [];
}

/**
 * Returns the device of a step; records an unknown name and continues, so that further errors in the step are reported
 * too.
 */
function deviceOf(
  page: ScenarioYaml,
  path: Path,
  { devices, values, wrong }: ScenarioReading,
): { readonly on?: string } {
  const given = page.written(path) ?? valueAt(page.root, path);
  if (given === undefined) return {};
  const name = withValues(given, values);
  const on = devices.find((each) => each === name);
  if (on !== undefined) return { on };
  const sentence = {
    path: ['on'],
    message: noWordOf(name, devices).replace('must be one of', 'must be one of the devices:'),
  };
  wrong.push(new PlacedError(sentenceOf(sentence), page.at(path)));
  return {};
}

function readStep(
  page: ScenarioYaml,
  path: Path,
  kind: StepName,
  raw: unknown,
  on: { readonly on?: string },
  { values, wrong }: ScenarioReading,
): readonly Step[] {
  const shape = STEPS[kind];
  const given = withValues(asWritten(shape, raw, page.written, path), values);
  const read = v.safeParse(shape, given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the lookup loses the link between a step kind and its schema
  if (read.success) return [{ kind, value: read.output, ...on, at: page.at(path) } as Step];
  for (const each of wrongIn(given, read.issues)) {
    const sentence = sentenceOf({ ...named(each), path: [kind, ...each.path] });
    wrong.push(new PlacedError(sentence, page.at([...path, ...each.path])));
  }
  return [];
}

/** Rewrites the message for an unknown key, which is either a figure label or misspelt. */
function named({ path, message }: Wrong): Wrong {
  const near = message === FIGURE_FORM ? meant(path.at(-1), [...CONDITION_FIELDS, 'within']) : '';
  return { path, message: near === '' ? message : `is unknown${near}` };
}

/** Reads a group of steps that is repeated. */
function repeated(page: ScenarioYaml, path: Path, reading: ScenarioReading): readonly Step[] {
  const data = fieldsAt(page, path);
  const at = page.at(path);
  for (const key of Object.keys(data))
    if (!['times', 'steps'].includes(key))
      reading.wrong.push(
        new PlacedError(
          `repeat.${key} ${noField(key, ['times', 'steps'])}.`.replace('?.', '?'),
          page.at([...path, key]),
        ),
      );
  const { times } = data;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > TIMES_MAX)
    throw new PlacedError(`repeat must have times, a whole number from 1 to ${TIMES_MAX}, and steps.`, at);
  const steps = stepsOf(page, [...path, 'steps'], { ...reading, times: reading.times * times });
  return [{ kind: 'repeat', times, steps, at }];
}

const VALUES = `for_each must have one name with a list of 1 to ${TIMES_MAX} texts or numbers, and steps.`;

/** Reads the steps once per value; numbers keep their spelling. */
function forEach(page: ScenarioYaml, path: Path, reading: ScenarioReading): readonly Step[] {
  const data = fieldsAt(page, path);
  const names = Object.keys(data).filter((name) => name !== 'steps');
  const [name = ''] = names;
  const list = data[name];
  const is_list = Array.isArray(list) && list.length >= 1 && list.length <= TIMES_MAX;
  if (names.length !== 1 || !/^\w+$/.test(name) || !is_list) throw new PlacedError(VALUES, page.at(path));
  return list.flatMap((given: unknown, at) => {
    const place = [...path, name, at];
    if (!['string', 'number', 'boolean'].includes(typeof given)) throw new PlacedError(VALUES, page.at(place));
    const value = String(withValues(page.written(place) ?? given, reading.values));
    return stepsOf(page, [...path, 'steps'], { ...reading, values: new Map([...reading.values, [name, value]]) });
  });
}

function fieldsAt(page: ScenarioYaml, path: Path): JsonFields {
  const data = valueAt(page.root, path);
  return isFields(data) ? data : {};
}

function included(page: ScenarioYaml, path: Path, reading: ScenarioReading): readonly Step[] {
  const at = page.at(path);
  const given = withValues(valueAt(page.root, path), reading.values);
  if (typeof given !== 'string') throw new PlacedError('include must be the name of a file with steps.', at);
  const { chain, pages, source } = reading;
  const found = source.include(given, at.file);
  if (!found.ok) throw new PlacedError(found.error.message, at);
  const { file, text } = found.value;
  if (chain.includes(file)) throw new PlacedError(`${file} includes itself.`, at);
  if (chain.length > INCLUDES_DEEP_MAX)
    throw new PlacedError(`Includes can be nested at most ${INCLUDES_DEEP_MAX} deep.`, at);
  const inner = pages.get(file) ?? openPage(text, file);
  if (pages.size >= INCLUDED_FILES_MAX && !pages.has(file))
    throw new TooMuch(`A scenario can include at most ${INCLUDED_FILES_MAX} files.`, at);
  if (!pages.has(file)) {
    pages.set(file, inner);
    refuseHeader(inner, reading);
  }
  return stepsOf(inner, ['steps'], { ...reading, chain: [...chain, file] });
}

function refuseHeader({ root, at }: ScenarioYaml, { wrong }: ScenarioReading): void {
  for (const key of Object.keys(root))
    if (key !== 'steps')
      wrong.push(new PlacedError(`An included file must contain only steps, not ${quoted(key)}.`, at([key])));
}
