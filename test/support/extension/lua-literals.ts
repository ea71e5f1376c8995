// Arguments for extension verbs, written in Lua: one valid value and all types that are wrong.

import type { Argument, Verb } from '../../../firmware/extension-runtime/verbs/verb.ts';

/** A value of each Lua type, by type; the string is not a number or a colour. */
export const OF_EACH_TYPE: Readonly<Record<string, string>> = {
  nil: 'nil',
  boolean: 'true',
  number: '1',
  string: '"no such thing"',
  table: '{ 1 }',
  function: 'function() end',
};

const TAKES: Readonly<Record<Argument['type'], readonly string[]>> = {
  number: ['number'],
  integer: ['number'],
  text: ['string', 'number'],
  flag: ['boolean'],
  colour: ['number'],
  list: ['table'],
  options: ['table'],
  function: ['function'],
  value: ['number', 'string', 'boolean'],
};

/** Returns the Lua types that this argument rejects. */
export function wrongTypes(argument: Argument): readonly string[] {
  const takes = argument.one_of ? [] : TAKES[argument.type];
  return Object.keys(OF_EACH_TYPE).filter((type) => !takes.includes(type) && !(type === 'nil' && argument.optional));
}

const numberIn = ({ min = 0, max = 100 }: Argument): number => (min <= 1 && max >= 1 ? 1 : Math.ceil(min));

/** Returns a valid value for the argument. Keys match the test's manifest. */
export function goodValue({ module }: Pick<Verb, 'module'>, argument: Argument): string {
  const { name, type, one_of, fields = [] } = argument;
  if (one_of) return `"${one_of[0] ?? ''}"`;
  if (name === 'key' && type === 'text') return module === 'trend' ? '"made"' : '"sound"';
  if (name === 'd') return '"M0 0L10 10"';
  if (type === 'options')
    return `{ ${fields.map((field) => `${field.name} = ${goodValue({ module }, field)}`).join(', ')} }`;
  const values: Readonly<Record<Exclude<Argument['type'], 'options'>, string>> = {
    number: String(numberIn(argument)),
    integer: String(numberIn(argument)),
    text: '"Hello"',
    flag: 'true',
    colour: '"#3a7"',
    list: '{ 1, "two", true }',
    function: 'function() end',
    value: '7',
  };
  return values[type];
}

/** Returns a call of a verb with these arguments. */
export const callOf = ({ module, name }: Verb, args: readonly string[]): string =>
  `${module ? `${module}.` : ''}${name}(${args.join(', ')})`;

/** Returns a call with valid arguments, with the argument at index `place` replaced by `other`. */
export const goodCall = (verb: Verb, place = -1, other = ''): string =>
  callOf(
    verb,
    verb.args.map((argument, i) => (i === place ? other : goodValue(verb, argument))),
  );
