// Reference page of the extension runtime, generated from the table of its verbs.

import { CALLBACK_WORDS } from '../../firmware/extension-runtime/callback-words.ts';
import { CALLBACKS, type Callback } from '../../firmware/extension-runtime/prelude.ts';
import type { Verb } from '../../firmware/extension-runtime/verbs/verb.ts';
import { kindOf, signatureOf } from '../../firmware/extension-runtime/verbs/verb-words.ts';
import { LUA_CLASSES, type LuaClass } from './lua-classes.ts';
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

const CALLBACKS_HEAD = `## Callbacks

Functions of yours in the table \`ext\`. All are optional; another name is an error.
`;

const callbackEntry = (name: Callback): string => {
  const { args, doc } = CALLBACK_WORDS[name];
  return `### \`ext.${name}(${args.join(', ')})\`\n\n${doc}\n`;
};

const TABLES_HEAD = `## Tables

What callbacks and verbs take and give, by the names that editors show ([tapin.lua](tapin.lua)). A field with a question mark may be missing.
`;

const tableEntry = ({ name, doc, fields }: LuaClass): string => {
  const rows = fields.map((field) => `- \`${field.name}\`: \`${field.type}\`; ${field.doc}`);
  return `### ${name}\n\n${doc}\n\n${rows.join('\n')}\n`;
};

/** Returns the text of docs/extensions/reference.md. */
export function referencePage(): string {
  const modules = [...new Set(VERBS.map(({ module }) => module))];
  const parts = modules.map((module) => {
    const verbs = VERBS.filter((verb) => verb.module === module);
    return `## ${module}\n\n${verbs.map((verb) => entry(verb)).join('\n')}`;
  });
  const callbacks = CALLBACKS.map((name) => callbackEntry(name)).join('\n');
  return `${HEAD}\n${CALLBACKS_HEAD}\n${callbacks}\n${parts.join('\n')}\n${TABLES_HEAD}\n${LUA_CLASSES.map((each) => tableEntry(each)).join('\n')}`;
}
