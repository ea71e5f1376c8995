// Definition of a runtime verb: its name, its arguments with types and ranges, its result and its effect. One table of
// verbs drives the device, the checker, the reference page and the editor's stub file; TypeScript derives the types of
// `run` from the declared arguments.

import type { LuaAnswer, LuaFunction, LuaGiven, LuaTable, LuaValue } from '../lua/values.ts';
import { isFunction, isTable, typeName } from '../lua/values.ts';
import type { ScriptSession, Stored } from '../session.ts';

export interface Argument {
  readonly name: string;
  readonly type: 'number' | 'integer' | 'text' | 'flag' | 'colour' | 'list' | 'options' | 'function' | 'value';
  readonly doc: string;
  readonly optional?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Maximum length of a text. */
  readonly chars_max?: number;
  /** Valid values of a text. */
  readonly one_of?: readonly string[];
  /** Fields of an options table. */
  readonly fields?: readonly Argument[];
}

interface Declared {
  /** Module of the verb; '' for a global. */
  readonly module: string;
  readonly name: string;
  readonly doc: string;
  /** Result, in Lua's terms; '' for nothing. */
  readonly gives: string;
}

export interface Verb extends Declared {
  readonly args: readonly Argument[];
  /**
   * Checks the arguments and runs the verb, or rejects the call with one sentence that names the verb, the argument and
   * the valid values. null for a verb written in Lua, in the prelude.
   */
  readonly call: ((session: ScriptSession, given: readonly LuaValue[]) => LuaAnswer) | null;
}

interface Declaration<Arguments extends readonly Argument[]> extends Declared {
  readonly args: Arguments;
  run(session: ScriptSession, args: ValuesOf<Arguments>): LuaAnswer;
}

/** Checked arguments by name: colours as `#rrggbb`, options as an object of those that are given. */
type ValuesOf<Arguments extends readonly Argument[]> = {
  readonly [Each in Arguments[number] as Each['name']]:
    | ValueOf<Each>
    | (Each extends { readonly optional: true } ? undefined : never);
};

type ValueOf<Each extends Argument> = Each extends { readonly one_of: readonly (infer Word)[] }
  ? Word
  : Each extends { readonly fields: readonly (infer Field extends Argument)[] }
    ? { readonly [Option in Field as Option['name']]?: ValueOf<Option> }
    : ValueOfType[Each['type']];

interface ValueOfType {
  readonly number: number;
  readonly integer: number;
  readonly text: string;
  readonly flag: boolean;
  readonly colour: string;
  readonly list: readonly LuaValue[];
  readonly options: Readonly<Record<string, never>>;
  readonly function: LuaFunction;
  readonly value: Stored;
}

/** Defines a verb whose `run` receives the arguments declared in `args`. */
export function verb<const Arguments extends readonly Argument[]>(declaration: Declaration<Arguments>): Verb {
  const { run, ...declared } = declaration;
  return {
    ...declared,
    call(session, given) {
      const read = readArguments(declaration, given);
      return 'error' in read ? refuse(read.error) : run(session, read.values);
    },
  };
}

/** Checked argument. */
type Given = LuaValue | readonly LuaValue[] | { readonly [option: string]: Given };

export const NOTHING: LuaAnswer = { value: undefined };
export const give = (value: LuaGiven): LuaAnswer => ({ value });
export const refuse = (error: string): LuaAnswer => ({ error });

export const titleOf = ({ module, name }: Pick<Verb, 'module' | 'name'>): string =>
  module ? `${module}.${name}` : name;

type Checked = { readonly value: Given } | { readonly problem: string };

function readArguments<Arguments extends readonly Argument[]>(
  { args, ...named }: Pick<Declaration<Arguments>, 'module' | 'name' | 'args'>,
  given: readonly LuaValue[],
): { readonly values: ValuesOf<Arguments> } | { readonly error: string } {
  const values: Record<string, Given> = {};
  for (const [place, argument] of args.entries()) {
    const checked = check(argument, given[place]);
    if ('problem' in checked) return { error: `${titleOf(named)}: ${checked.problem}` };
    values[argument.name] = checked.value;
  }
  if (given.slice(args.length).some((extra) => extra !== undefined))
    return { error: `${titleOf(named)} takes ${args.length} arguments, not ${given.length}` };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked against the argument that ValuesOf takes its type from
  return { values: values as ValuesOf<Arguments> };
}

const bad = ({ name }: Argument, what: string, value: LuaValue): Checked => ({
  problem: `${name} must be ${what}, not ${shown(value)}`,
});

const shown = (value: LuaValue): string =>
  typeof value === 'string'
    ? `"${value.slice(0, 24)}"`
    : typeof value === 'number'
      ? shownNumber(value)
      : typeName(value);

/** Formats a number as Lua does, except for whole floats: once copied from Lua, 5.0 looks the same as 5. */
function shownNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

function check(argument: Argument, value: LuaValue): Checked {
  if (value === undefined && argument.optional) return { value };
  switch (argument.type) {
    case 'number':
    case 'integer':
      return checkNumber(argument, value);
    case 'text':
      return checkText(argument, value);
    case 'flag':
      return typeof value === 'boolean' ? { value } : bad(argument, 'true or false', value);
    case 'colour':
      return checkColour(argument, value);
    case 'list':
      return isTable(value) ? { value: value.list } : bad(argument, 'a list', value);
    case 'options':
      return isTable(value) ? checkFields(argument, value) : bad(argument, 'a table', value);
    case 'function':
      return isFunction(value) ? { value } : bad(argument, 'a function', value);
    case 'value':
      return isTable(value) || isFunction(value) || value === undefined
        ? bad(argument, 'a number, a string or a boolean', value)
        : { value };
  }
}

function checkNumber(argument: Argument, value: LuaValue): Checked {
  const { type, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = argument;
  const good =
    typeof value === 'number' && value >= min && value <= max && (type === 'number' || Number.isInteger(value));
  return good ? { value } : bad(argument, rangeText(argument), value);
}

/** Describes the range of a number: `a whole number from 1 to 4`, `a number`. */
export function rangeText({ type, min, max }: Argument): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  if (min === undefined && max === undefined) return kind;
  return max === undefined ? `${kind} of at least ${min}` : `${kind} from ${min} to ${max}`;
}

function checkText(argument: Argument, value: LuaValue): Checked {
  const { one_of, chars_max } = argument;
  if (one_of && !one_of.some((word) => word === value)) return bad(argument, `one of ${one_of.join(', ')}`, value);
  if (typeof value !== 'string') return bad(argument, 'a string', value);
  if (chars_max !== undefined && Array.from(value).length > chars_max)
    return bad(argument, `a string of at most ${chars_max} characters`, value);
  return { value };
}

/** Converts `#rgb`, `#rrggbb` or 0xRRGGBB to `#rrggbb` (C42). */
function checkColour(argument: Argument, value: LuaValue): Checked {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffff)
    return { value: `#${value.toString(16).padStart(6, '0')}` };
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return { value: value.toLowerCase() };
  if (typeof value === 'string' && /^#[0-9a-f]{3}$/i.test(value))
    return { value: value.toLowerCase().replace(/[0-9a-f]/g, (digit) => digit + digit) };
  return bad(argument, "a colour such as '#3a7', '#33aa77' or 0x33aa77", value);
}

/**
 * Reads an options table that is not an argument of a verb.
 * @returns The fields that are given; or a problem, one sentence that starts with `name`.
 */
export function readTable<const Fields extends readonly Argument[]>(
  name: string,
  fields: Fields,
  value: LuaValue,
): { readonly values: Partial<ValuesOf<Fields>> } | { readonly problem: string } {
  const checked = check({ name, type: 'options', doc: '', fields }, value);
  if ('problem' in checked) return checked;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked against the field that ValuesOf takes its type from
  return { values: checked.value as Partial<ValuesOf<Fields>> };
}

function checkFields({ name, fields = [] }: Argument, { list, fields: given }: LuaTable): Checked {
  const read: Record<string, Given> = {};
  for (const key of list.length > 0 ? ['[1]', ...given.keys()] : given.keys())
    if (!fields.some((field) => field.name === key))
      return {
        problem: `${name} has no field ${key.slice(0, 24)}; allowed: ${fields.map((field) => field.name).join(', ')}`,
      };
  for (const field of fields) {
    const checked = check({ ...field, optional: true }, given.get(field.name));
    if ('problem' in checked) return { problem: `${name}.${checked.problem}` };
    if (checked.value !== undefined) read[field.name] = checked.value;
  }
  return { value: read };
}
