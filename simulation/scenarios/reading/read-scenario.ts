// Parses a scenario from YAML into steps; reports each error with file, line and column.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { isFields, type JsonFields } from '../../../wire/json-fields.ts';
import { oneLine } from '../../../wire/visible.ts';
import { absentServers } from './absent-servers.ts';
import { noField, sentenceOf, wrongIn } from './messages.ts';
import { greenRecord } from './green.ts';
import { wrongFiles } from './named-files.ts';
import { undefinedNames } from './names.ts';
import { openPage, readSteps, type ScenarioYaml, type ScenarioReading, type Source } from './read-steps.ts';
import { placeText, type DeviceSetup, type Scenario } from '../scenario.ts';
import { HEADER } from './shapes.ts';
import { asWritten } from './spelling.ts';
import { PlacedError } from './yaml-page.ts';

/** Maximum number of errors reported together. */
const WRONG_MAX = 20;

/** Reads a scenario. Errors: `bad_value`, with one line, `FILE:LINE:COLUMN: ` and a sentence, per invalid field. */
export function readScenario(text: string, source: Source): Result<Scenario> {
  const wrong: PlacedError[] = [];
  try {
    const page = openPage(text, source.file);
    onlyKeys(page, [...Object.keys(HEADER), 'steps'], wrong);
    const is_misspelt = wrong.length > 0 && !Object.hasOwn(page.root, 'steps');
    const header = headerOf(page, wrong);
    const seats = header
      ? withGreen(devicesOf(page, header, wrong), header, { page, source, wrong })
      : Object.keys(devicesIn(page)).map(setupOf);
    const reading: ScenarioReading = {
      source,
      wrong,
      devices: seats.map(({ name }) => name),
      pages: new Map(),
      chain: [source.file],
      depth: 0,
      times: 1,
      values: new Map(),
      count: { steps: 0 },
    };
    const steps = is_misspelt ? [] : readSteps(page, reading);
    if (header && wrong.length === 0) {
      const { devices: _, players: _players, green: _green, name = source.file, ...rest } = header;
      const scenario: Scenario = { ...rest, name, file: source.file, devices: seats, steps };
      wrong.push(...undefinedNames(scenario), ...absentServers(scenario), ...wrongFiles(scenario, source, page.at));
      if (wrong.length === 0) return ok(scenario);
    }
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    wrong.push(thrown);
  }
  return fail('bad_value', linesOf(wrong).join('\n'));
}

/** Sorts errors by position and removes duplicates. */
function linesOf(wrong: readonly PlacedError[]): readonly string[] {
  const sorted = wrong.toSorted((a, b) => (a.at.file === b.at.file ? a.at.line - b.at.line || a.at.column - b.at.column : 0)); // oxfmt-ignore
  const lines = [...new Set(sorted.map(({ at, message }) => oneLine(`${placeText(at)}: ${message}`)))];
  const left = lines.length - WRONG_MAX;
  return left > 0 ? [...lines.slice(0, WRONG_MAX), oneLine(`${wrong[0]?.at.file}: ${left} more mistakes.`)] : lines;
}

function onlyKeys({ root, at }: ScenarioYaml, known: readonly string[], wrong: ScenarioReading['wrong']): void {
  for (const key of Object.keys(root))
    if (!known.includes(key)) wrong.push(new PlacedError(sentenceOf({ path: [key], message: noField(key, known) }), at([key]))); // oxfmt-ignore
}

type Header = v.InferOutput<v.ObjectSchema<typeof HEADER, undefined>>;

/** Reads the header; null if it is invalid. */
function headerOf(page: ScenarioYaml, wrong: ScenarioReading['wrong']): Header | null {
  const shape = v.object(HEADER);
  const given = asWritten(shape, page.root, page.written, []);
  const read = v.safeParse(shape, given);
  if (read.success) return read.output;
  for (const each of wrongIn(given, read.issues)) wrong.push(new PlacedError(sentenceOf(each), page.at(each.path)));
  return null;
}

interface Reading {
  readonly page: ScenarioYaml;
  readonly source: Source;
  readonly wrong: ScenarioReading['wrong'];
}

/** Adds the record of the green to each device that does not have its own. */
function withGreen(
  seats: readonly DeviceSetup[],
  { green }: Header,
  { page, source, wrong }: Reading,
): readonly DeviceSetup[] {
  if (green === undefined) return seats;
  const record = greenRecord(green, source);
  if (record.ok) return seats.map((seat) => ({ ...seat, records: { green: record.value, ...seat.records } }));
  wrong.push(new PlacedError(record.error.message, page.at(['green'])));
  return seats;
}

const DEVICE_NAME = /^\S(.{0,30}\S)?$/;

const setupOf = (name: string): DeviceSetup => ({ name, players: ['Player 1'], records: {} });

const devicesIn = ({ root }: ScenarioYaml): JsonFields =>
  isFields(root['devices']) ? root['devices'] : { device: null };

/** Returns the devices in file order, with their names as spelled. */
function devicesOf(
  page: ScenarioYaml,
  { devices, players }: Header,
  wrong: ScenarioReading['wrong'],
): readonly DeviceSetup[] {
  const refuse = (sentence: string, ...path: readonly string[]): void =>
    void wrong.push(new PlacedError(sentence, page.at(path)));
  if (devices === undefined) return [{ ...setupOf('device'), players: players ?? ['Player 1'] }];
  const names = page.names(['devices']);
  if (players !== undefined) refuse('players must be listed under each device when devices is used.', 'players');
  if (names.length < 1 || names.length > 4) refuse('devices must list 1 to 4 devices by name.', 'devices');
  return names.map(({ key, written }) => {
    if (!DEVICE_NAME.test(written)) refuse('A device name must have 1 to 32 characters.', 'devices', key);
    const given = devices[key];
    return { name: written, players: given?.players ?? ['Player 1'], records: given?.records ?? {} };
  });
}
