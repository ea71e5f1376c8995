// The editor's stub file of the extension runtime, generated from the tables of verbs and callback arguments:
// annotations for lua-language-server.

import { titleOf, type Argument, type Verb } from '../../firmware/extension-runtime/verbs/verb.ts';
import { kindOf } from '../../firmware/extension-runtime/verbs/verb-words.ts';
import { VERBS } from '../../firmware/extension-runtime/verbs/verbs.ts';
import { CALLBACK_FIELDS, LUA_CLASSES, oneOf, type LuaClass } from './lua-classes.ts';

const LUA_TYPE: Readonly<Record<Argument['type'], string>> = {
  number: 'number',
  integer: 'integer',
  text: 'string',
  flag: 'boolean',
  colour: 'string | integer',
  list: 'any[]',
  options: 'table',
  function: 'fun()',
  value: 'number | string | boolean',
};

const EXT: LuaClass = { name: 'Ext', doc: 'Your callbacks. All are optional.', fields: CALLBACK_FIELDS };

const HEAD = `---@meta
-- For editors that read LuaLS annotations. Made by \`npm run reference\`.
`;

const GLOBALS = `---Describes the extension. Call it once, at the top level.
---@param t Manifest
function manifest(t) end

---@type Ext
ext = {}
`;

const classText = ({ name, doc, fields }: LuaClass): string =>
  [
    `---${doc}`,
    `---@class ${name}`,
    ...fields.map((each) => `---@field ${each.name} ${each.type} ${each.doc}`),
    '',
  ].join('\n');

/** Returns the type name of the options, such as `CanvasPathOptions`. */
const optionsName = ({ module, name }: Verb): string => `${capital(module)}${capital(name)}Options`;
const capital = (word: string): string =>
  word.replaceAll(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());

function optionsClass(verb: Verb): string[] {
  const fields = verb.args.find(({ type }) => type === 'options')?.fields;
  if (!fields) return [];
  return [
    classText({
      name: optionsName(verb),
      doc: `Of ${titleOf(verb)}.`,
      fields: fields.map((each) => ({ name: `${each.name}?`, type: typeOf(each), doc: docOf(each) })),
    }),
  ];
}

const typeOf = ({ type, one_of }: Argument): string => (one_of ? oneOf(one_of) : LUA_TYPE[type]);

/** Returns what the type leaves open: the range, and the maximum length of a text. */
const docOf = (argument: Argument): string => {
  const has_range = (argument.min ?? argument.max ?? argument.chars_max) !== undefined;
  return has_range ? `${argument.doc}; ${kindOf(argument)}` : argument.doc;
};

function verbText(verb: Verb): string {
  const params = verb.args.map((argument) => {
    const type = argument.type === 'options' ? optionsName(verb) : typeOf(argument);
    return `---@param ${argument.name}${argument.optional ? '?' : ''} ${type} ${docOf(argument)}`;
  });
  const gives = verb.gives ? [`---@return ${verb.gives}`] : [];
  const call = `function ${titleOf(verb)}(${verb.args.map(({ name }) => name).join(', ')}) end`;
  return [`---${verb.doc}`, ...params, ...gives, call, ''].join('\n');
}

/** Returns the text of docs/extensions/tapin.lua. */
export function stubFile(): string {
  const modules = [...new Set(VERBS.map(({ module }) => module))].filter((module) => module !== '');
  return [
    HEAD,
    ...[...LUA_CLASSES, EXT].map((each) => classText(each)),
    ...VERBS.flatMap((verb) => optionsClass(verb)),
    GLOBALS,
    ...modules.map((module) => `${module} = {}`),
    '',
    ...VERBS.map((verb) => verbText(verb)),
  ].join('\n');
}
