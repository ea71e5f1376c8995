// The script of `tapin extension test`: a YAML file beside the extension says who plays, what is set, and step by step what is done and
// what the screen must say.

import { isMap, isNode, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { KEYS, type Key } from '../../hal/keys/keys.ts';
import { ballSpeedFor } from '../../firmware/roll/roll.ts';
import { readStrokeCall, type StrokeCall } from '../../sims/putter/stroke-call.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { inRange, NAME_CHARS_MAX, PLAYERS_MAX, type Range } from '../../wire/limits.ts';

/** The impact ratio of every player of a test, and the green. */
export const RATIO = 1.6;
const STIMP = 10;

/** A line of the screen has a text in it, is one, or none has it in it. */
const EXPECTATIONS = {
  expect: 'a text that a line of the screen has in it',
  expect_line: 'a text that is a whole line of the screen',
  reject: 'a text that no line of the screen has in it',
} as const;
export type Expectation = keyof typeof EXPECTATIONS;

export type Step =
  | { readonly do: 'putt'; readonly putt: StrokeCall }
  | { readonly do: 'key'; readonly keys: readonly Key[] }
  | { readonly do: 'wait_ms'; readonly wait_ms: number }
  | { readonly do: Expectation; readonly texts: readonly string[] }
  | { readonly do: 'screenshot'; readonly file: string };

export interface TestScript {
  readonly seed: number;
  readonly players: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly steps: readonly (Step & { readonly line: number })[];
}

export const SCRIPT_CHARS_MAX = 65_536;
export const STEPS_MAX = 1000;
const SEED: Range = { min: 0, max: 2 ** 31 - 1 };
const WAIT_MS: Range = { min: 1, max: 600_000 };
/** What clubs of 0.15 to 6 m/s roll: 0.104 to 165.7 ft. */
const ROLL_FT: Range = { min: 0.11, max: 165 };

/** What is wrong, and in which line. */
class ScriptError extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

/** Reads the text of a script. Errors: `bad_value`, `FILE:LINE: ` and one sentence. */
export function readScript(text: string, file: string): Result<TestScript> {
  try {
    return ok(scriptFrom(text));
  } catch (thrown) {
    if (!(thrown instanceof ScriptError)) throw thrown;
    return fail('bad_value', `${file}${thrown.line === null ? '' : `:${thrown.line}`}: ${thrown.message}`);
  }
}

function scriptFrom(text: string): TestScript {
  if (text.length > SCRIPT_CHARS_MAX) throw new ScriptError(`A script has at most ${SCRIPT_CHARS_MAX} characters.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [wrong] = document.errors;
  if (wrong) throw new ScriptError(`This is no YAML: ${firstLine(wrong.message)}.`, lines.linePos(wrong.pos[0]).line);
  const data = dataOf(document);
  onlyKeys(data, ['seed', 'players', 'settings', 'steps'], 'A script');
  const { seed = 1, players = ['Player 1'], settings = {} } = data;
  if (!isWholeIn(seed, SEED)) throw new ScriptError(`seed is a whole number from ${SEED.min} to ${SEED.max}.`);
  if (!isRecord(settings)) throw new ScriptError('settings are keys of the manifest with their values.');
  return { seed, players: playersFrom(players), settings, steps: stepsFrom(document, data['steps'], lines) };
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[.:]$/, '');

function dataOf(document: Document): Record<string, unknown> {
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    throw new ScriptError(`This is no YAML: ${firstLine(messageOf(thrown))}.`);
  }
  if (!isRecord(data)) throw new ScriptError('A script has steps, and perhaps seed, players and settings.');
  return data;
}

function playersFrom(given: unknown): readonly string[] {
  if (!areNames(given) || !inRange(given.length, { min: 1, max: PLAYERS_MAX }))
    throw new ScriptError(`players are 1 to ${PLAYERS_MAX} names of at most ${NAME_CHARS_MAX} characters.`);
  return given;
}

function stepsFrom(document: Document, data: unknown, lines: LineCounter): TestScript['steps'] {
  const { contents } = document;
  const node = isMap(contents) ? contents.get('steps', true) : null;
  if (!Array.isArray(data) || data.length === 0 || !isSeq(node))
    throw new ScriptError('steps is a list of what is done.');
  if (data.length > STEPS_MAX) throw new ScriptError(`A script has at most ${STEPS_MAX} steps.`);
  return data.map((each: unknown, i) => {
    const item = node.items[i];
    const { line } = lines.linePos((isNode(item) ? item.range?.[0] : undefined) ?? 0);
    try {
      return { ...stepFrom(each), line };
    } catch (thrown) {
      throw new ScriptError(messageOf(thrown), line);
    }
  });
}

const STEPS = ['putt', 'key', 'wait_ms', 'expect', 'expect_line', 'reject', 'screenshot'] as const;

function stepFrom(data: unknown): Step {
  const entries = isRecord(data) ? Object.entries(data) : [];
  const [[name, value] = ['', null]] = entries;
  const kind = STEPS.find((each) => each === name);
  if (!kind || entries.length !== 1)
    throw new ScriptError(`A step is one of ${STEPS.join(', ')}, with a colon after it.`);
  switch (kind) {
    case 'putt':
      return { do: 'putt', putt: puttFrom(value) };
    case 'key':
      return { do: 'key', keys: keysFrom(value) };
    case 'wait_ms':
      if (!isWholeIn(value, WAIT_MS))
        throw new ScriptError(`wait_ms is a whole number from ${WAIT_MS.min} to ${WAIT_MS.max}.`);
      return { do: 'wait_ms', wait_ms: value };
    case 'screenshot':
      if (typeof value !== 'string' || !value.endsWith('.png'))
        throw new ScriptError('screenshot is the name of a PNG file.');
      return { do: 'screenshot', file: value };
    default:
      return { do: kind, texts: textsFrom(kind, value) };
  }
}

function keysFrom(value: unknown): readonly Key[] {
  return [value].flat().map((each) => {
    const key = KEYS.find((name) => name === each);
    if (!key) throw new ScriptError(`key is one of ${KEYS.join(', ')}, or a list of them.`);
    return key;
  });
}

function textsFrom(kind: Expectation, value: unknown): readonly string[] {
  const texts = [value].flat();
  if (texts.length === 0 || !texts.every((each) => typeof each === 'string' || typeof each === 'number'))
    throw new ScriptError(`${kind} is ${EXPECTATIONS[kind]}, or a list of such.`);
  return texts.map(String);
}

/** A stroke as it is; or the one that would roll so far on this green. */
function puttFrom(value: unknown): StrokeCall {
  const stroke = isRecord(value) ? value : {};
  const { roll_ft, ...rest } = stroke;
  if ((roll_ft === undefined) === (rest['club_speed_mps'] === undefined))
    throw new ScriptError(
      'A putt has either roll_ft, how far the ball would roll, or club_speed_mps; face_angle_deg may follow.',
    );
  if (roll_ft === undefined) return read(rest);
  if (typeof roll_ft !== 'number' || !inRange(roll_ft, ROLL_FT))
    throw new ScriptError(`roll_ft is a number from ${ROLL_FT.min} to ${ROLL_FT.max}, as far as a putter can strike.`);
  return read({ ...rest, club_speed_mps: ballSpeedFor(roll_ft, STIMP) / RATIO });
}

function read(data: Record<string, unknown>): StrokeCall {
  const stroke = readStrokeCall(data);
  if (!stroke.ok) throw new ScriptError(stroke.error.message.replace('a JSON object with', 'one with'));
  return stroke.value;
}

function onlyKeys(data: Record<string, unknown>, known: readonly string[], what: string): void {
  const unexpected = Object.keys(data).find((key) => !known.includes(key));
  if (unexpected !== undefined)
    throw new ScriptError(`${what} has no ${JSON.stringify(unexpected.slice(0, 40))}; it has ${known.join(', ')}.`);
}

const areNames = (data: unknown): data is readonly string[] =>
  Array.isArray(data) &&
  data.every((each) => typeof each === 'string' && /\S/.test(each) && each.length <= NAME_CHARS_MAX);
const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
const isWholeIn = (value: unknown, range: Range): value is number =>
  typeof value === 'number' && Number.isInteger(value) && inRange(value, range);
