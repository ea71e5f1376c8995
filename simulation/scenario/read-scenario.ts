// Reads a scenario: YAML into steps, every mistake with its file, line and column.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { isFields, type JsonFields } from '../../wire/json-fields.ts';
import { placeText, type DeviceSetup, type Scenario, type Step } from './scenario.ts';
import { HEADER, STEPS, type StepName } from './shapes.ts';
import { withValues } from './values.ts';
import { openYaml, pathOf, PlacedError, topOf, valueAt, type YamlPage } from './yaml-page.ts';

export const SCENARIO_CHARS_MAX = 262_144;
export const STEPS_MAX = 1000;
const INCLUDES_DEEP_MAX = 8;
const TIMES_MAX = 1000;

interface Source {
  readonly file: string;
  /** The text of another file, by its name as the file `from` writes it. */
  include(name: string, from: string): Result<{ readonly file: string; readonly text: string }>;
}

/** Errors: `bad_value`, `FILE:LINE:COLUMN: ` and one sentence. */
export function readScenario(text: string, source: Source): Result<Scenario> {
  try {
    const page = openPage(text, source.file);
    onlyKeys(page, page.root, [...Object.keys(HEADER), 'steps'], 'A scenario');
    const { devices, players, name = source.file, ...header } = headerOf(page);
    const seats = devicesOf(page, devices, players);
    const steps = stepsOf(page, ['steps'], {
      source,
      devices: seats.map((each) => each.name),
      depth: 0,
      values: new Map(),
    });
    return ok({ ...header, name, file: source.file, devices: seats, steps });
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    return fail('bad_value', `${placeText(thrown.at)}: ${thrown.message}`);
  }
}

/** A YAML file that has been opened: its data, and where everything stands. */
interface Page extends YamlPage {
  readonly root: JsonFields;
}

function openPage(text: string, file: string): Page {
  if (text.length > SCENARIO_CHARS_MAX)
    throw new PlacedError(`A scenario has at most ${SCENARIO_CHARS_MAX} characters.`, topOf(file));
  const page = openYaml(text, file);
  const { root } = page;
  if (!isFields(root)) throw new PlacedError('A scenario has steps, and what is set up before them.', topOf(file));
  return { ...page, root };
}

function onlyKeys(page: Page, data: JsonFields, known: readonly string[], what: string): void {
  const unknown = Object.keys(data).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const sentence = `${what} has no ${JSON.stringify(unknown.slice(0, 40))}; it has ${known.join(', ')}.`;
  throw new PlacedError(sentence, page.at([unknown]));
}

function headerOf(page: Page): v.InferOutput<v.ObjectSchema<typeof HEADER, undefined>> {
  const read = v.safeParse(v.object(HEADER), page.root, { abortEarly: true, abortPipeEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  const path = pathOf(issue);
  throw new PlacedError(`${path.join('.')} ${issue.message}.`, page.at(path));
}

const DEVICE_NAME = /^\S(.{0,30}\S)?$/;

type Header = ReturnType<typeof headerOf>;

function devicesOf(page: Page, devices: Header['devices'], players: Header['players']): readonly DeviceSetup[] {
  const one = { name: 'device', players: players ?? ['Player 1'], records: {} };
  if (devices === undefined) return [one];
  const names = Object.keys(devices);
  if (players !== undefined) throw new PlacedError('players stand with their devices here.', page.at(['players']));
  if (names.length < 1 || names.length > 4)
    throw new PlacedError('devices are 1 to 4, by their names.', page.at(['devices']));
  return Object.entries(devices).map(([name, given]) => {
    if (!DEVICE_NAME.test(name))
      throw new PlacedError('A device has a name of 1 to 32 characters.', page.at(['devices', name]));
    return { name, players: given?.players ?? ['Player 1'], records: given?.records ?? {} };
  });
}

interface Reading {
  readonly source: Source;
  readonly devices: readonly string[];
  /** Files that include each other. */
  readonly depth: number;
  /** Of the `for_each` around it. */
  readonly values: ReadonlyMap<string, string>;
}

function stepsOf(page: Page, path: readonly (string | number)[], reading: Reading): readonly Step[] {
  const given = valueAt(page.root, path);
  if (!Array.isArray(given) || given.length === 0)
    throw new PlacedError(`${String(path.at(-1))} is a list of what is done.`, page.at(path));
  if (given.length > STEPS_MAX)
    throw new PlacedError(`A list has at most ${STEPS_MAX} steps.`, page.at([...path, STEPS_MAX]));
  return given.flatMap((each: unknown, at) => stepOf(page, [...path, at], each, reading));
}

const isStepName = (name: string): name is StepName => Object.hasOwn(STEPS, name);
const ALL_NAMES = [...Object.keys(STEPS), 'repeat', 'for_each', 'include'];

function stepOf(page: Page, path: readonly (string | number)[], given: unknown, reading: Reading): readonly Step[] {
  const data = typeof given === 'string' ? { [given]: null } : given;
  const at = page.at(path);
  const names = isFields(data) ? Object.keys(data).filter((name) => name !== 'on') : [];
  const [name = ''] = names;
  if (!isFields(data) || names.length !== 1 || !ALL_NAMES.includes(name))
    throw new PlacedError(`A step is one of ${ALL_NAMES.join(', ')}, with a colon after it.`, at);
  if (name === 'include') return included(page, [...path, name], data[name], reading);
  if (name === 'repeat') return [repeated(page, [...path, name], reading)];
  if (name === 'for_each') return forEach(page, [...path, name], reading);
  const { values, devices } = reading;
  const on = deviceOf(page, [...path, 'on'], withValues(data['on'], values), devices);
  return isStepName(name) ? [doingOf(page, [...path, name], name, withValues(data[name], values), on)] : [];
}

function deviceOf(
  page: Page,
  path: readonly (string | number)[],
  given: unknown,
  devices: readonly string[],
): { readonly on?: string } {
  if (given === undefined) return {};
  const on = devices.find((name) => name === given);
  if (on === undefined) throw new PlacedError(`on is one of the devices: ${devices.join(', ')}.`, page.at(path));
  return { on };
}

function doingOf(
  page: Page,
  path: readonly (string | number)[],
  kind: StepName,
  given: unknown,
  on: { readonly on?: string },
): Step {
  const read = v.safeParse(STEPS[kind], given, { abortEarly: true, abortPipeEarly: true });
  if (!read.success) {
    const [issue] = read.issues;
    const inside = pathOf(issue);
    // A message is the end of a sentence, or a whole one.
    const says = issue.message.endsWith('.') ? issue.message : `${[kind, ...inside].join('.')} ${issue.message}.`;
    throw new PlacedError(says, page.at([...path, ...inside]));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler does not follow a name and its schema through a table
  return { kind, value: read.output, ...on, at: page.at(path) } as Step;
}

/** Steps that are done several times. */
function repeated(page: Page, path: readonly (string | number)[], reading: Reading): Step {
  const data = valueAt(page.root, path);
  const at = page.at(path);
  const times = isFields(data) ? data['times'] : undefined;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > TIMES_MAX)
    throw new PlacedError(`repeat has times, a whole number from 1 to ${TIMES_MAX}, and steps.`, at);
  return { kind: 'repeat', times, steps: stepsOf(page, [...path, 'steps'], reading), at };
}

/** The steps once for each value. */
function forEach(page: Page, path: readonly (string | number)[], reading: Reading): readonly Step[] {
  const data = valueAt(page.root, path);
  const fields = isFields(data) ? Object.entries(data).filter(([name]) => name !== 'steps') : [];
  const [name, list] = fields[0] ?? ['', null];
  if (fields.length !== 1 || !Array.isArray(list) || list.length > TIMES_MAX)
    throw new PlacedError(
      `for_each has one name with a list of at most ${TIMES_MAX} values, and steps.`,
      page.at(path),
    );
  return list.flatMap((value: unknown) =>
    stepsOf(page, [...path, 'steps'], { ...reading, values: new Map([...reading.values, [name, String(value)]]) }),
  );
}

function included(page: Page, path: readonly (string | number)[], given: unknown, reading: Reading): readonly Step[] {
  const at = page.at(path);
  if (typeof given !== 'string') throw new PlacedError('include is the name of a file with steps.', at);
  if (reading.depth >= INCLUDES_DEEP_MAX)
    throw new PlacedError(`Files include each other ${INCLUDES_DEEP_MAX} deep at most.`, at);
  const found = reading.source.include(given, at.file);
  if (!found.ok) throw new PlacedError(found.error.message, at);
  const inner = openPage(found.value.text, found.value.file);
  onlyKeys(inner, inner.root, ['steps'], 'A file that is included');
  return stepsOf(inner, ['steps'], { ...reading, depth: reading.depth + 1 });
}
