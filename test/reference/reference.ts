// The reference page and the editor's stub file of the extension runtime, out of the table of its verbs.

import { CALLBACKS } from '../../firmware/extension-runtime/prelude.ts';
import { titleOf, type Argument, type Verb } from '../../firmware/extension-runtime/verbs/verb.ts';
import { kindOf, signatureOf } from '../../firmware/extension-runtime/verbs/verb-words.ts';
import { VERBS } from '../../firmware/extension-runtime/verbs/verbs.ts';

function entry(verb: Verb): string {
  const rows = verb.args.map((argument) => `- \`${argument.name}\`: ${kindOf(argument)}; ${argument.doc}`);
  return [`### \`${signatureOf(verb)}\``, '', verb.doc, ...(rows.length > 0 ? ['', ...rows] : []), ''].join('\n');
}

const HEAD = `# Reference of the extension runtime

Made from the table of verbs by \`npm run reference\`; the device, the store's checker and your editor use the same table. The
[guide](guide.md) says how an extension is built.

Colours are \`'#rgb'\`, \`'#rrggbb'\` or numbers such as \`0x33aa77\`. What is left out in square brackets has a default.
A wrong argument is an error at the line that gave it, with the verb, the argument and what is allowed.
`;

/** docs/extensions/reference.md. */
export function referencePage(): string {
  const modules = [...new Set(VERBS.map(({ module }) => module))];
  const parts = modules.map((module) => {
    const verbs = VERBS.filter((verb) => verb.module === module);
    return `## ${module}\n\n${verbs.map((verb) => entry(verb)).join('\n')}`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

const LUA_TYPE: Readonly<Record<Argument['type'], string>> = {
  number: 'number',
  integer: 'integer',
  text: 'string',
  flag: 'boolean',
  colour: 'string|integer',
  list: 'table',
  options: 'table',
  function: 'function',
  value: 'number|string|boolean',
};

const STUB_HEAD = `---@meta
-- For editors that read LuaLS annotations. Made by \`npm run reference\`.

---Says who the extension is; once, at the top level.
---@param t table
function manifest(t) end

---Your callbacks: ${CALLBACKS.join(', ')}.
ext = {}
`;

function stub(verb: Verb): string {
  const params = verb.args.map(
    ({ name, type, optional, doc }) => `---@param ${name}${optional ? '?' : ''} ${LUA_TYPE[type]} ${doc}`,
  );
  const gives = verb.gives ? [`---@return ${verb.gives}`] : [];
  const call = `function ${titleOf(verb)}(${verb.args.map(({ name }) => name).join(', ')}) end`;
  return [`---${verb.doc}`, ...params, ...gives, call, ''].join('\n');
}

/** docs/extensions/tapin.lua. */
export function stubFile(): string {
  const modules = [...new Set(VERBS.map(({ module }) => module))];
  return [STUB_HEAD, ...modules.map((module) => `${module} = {}`), '', ...VERBS.map((verb) => stub(verb))].join('\n');
}
