// The reference and the stub file match the runtime.

import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import test from 'ava';
import { checkBytes } from '../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { CALLBACKS, KEY_PHASES, SCRIPT_KEYS } from '../../firmware/extension-runtime/prelude.ts';
import { VERBS } from '../../firmware/extension-runtime/verbs/verbs.ts';
import { titleOf } from '../../firmware/extension-runtime/verbs/verb.ts';
import { panelOpenapiFile } from './panel-openapi.ts';
import { stubFile } from './lua-stub.ts';
import { referencePage } from './reference.ts';
import { boardSchemaFile } from './board-schema.ts';
import { rigSchemaFile } from './rig-schema.ts';
import { scenarioSchemaFile } from './scenario-schema.ts';
import { storeOpenapiFile } from './store-openapi.ts';

const lua = await loadLua();

for (const [file, limits] of [
  ['reference.md', ['2048 points', '64 subpaths', '±1e9', '±32767 pixels', 'width × scale at most 512']],
  ['guide.md', ['2,048 points', '64 subpaths', '±1e9', '±32,767 pixels', 'width × scale at most 512']],
] as const)
  test(`[C42] ${file} names every limit of a path`, (t) => {
    const text = readFileSync(`docs/extensions/${file}`, 'utf8');
    for (const limit of limits) t.true(text.includes(limit), limit);
  });

test('[reference] page and stub file in docs match the table: npm run reference makes them', async (t) => {
  const { code: page } = await format('reference.md', referencePage(), { printWidth: 120 });
  t.is(readFileSync('docs/extensions/reference.md', 'utf8'), page);
  t.is(readFileSync('docs/extensions/tapin.lua', 'utf8'), stubFile());
});

test('[reference] the scenario schema in docs matches their shapes: npm run reference makes it', async (t) => {
  const { code } = await format('scenario.schema.json', scenarioSchemaFile(), { printWidth: 120 });
  t.is(readFileSync('docs/scenario.schema.json', 'utf8'), code);
});

test('[reference] the hardware map schema in docs matches their shapes: npm run reference makes it', async (t) => {
  const board = await format('board.schema.json', boardSchemaFile(), { printWidth: 120 });
  t.is(readFileSync('docs/board.schema.json', 'utf8'), board.code);
  const { code } = await format('rig.schema.json', rigSchemaFile(), { printWidth: 120 });
  t.is(readFileSync('docs/rig.schema.json', 'utf8'), code);
});

for (const [file, fileOf] of [
  ['openapi.json', panelOpenapiFile],
  ['store-openapi.json', storeOpenapiFile],
] as const)
  test(`[reference] docs/${file} matches the calls: npm run reference makes it`, async (t) => {
    const { code } = await format(file, fileOf(), { printWidth: 120 });
    t.is(readFileSync(`docs/${file}`, 'utf8'), code);
  });

for (const [file, count] of [
  ['guide.md', 2],
  ['reference.md', 13],
] as const)
  test(`[reference] each Lua script of ${file} is an extension without warnings`, (t) => {
    const texts = [...readFileSync(`docs/extensions/${file}`, 'utf8').matchAll(/```lua\n([^]*?)```/g)];
    t.is(texts.length, count);
    for (const [, text = ''] of texts) {
      const verdict = checkBytes(lua, new TextEncoder().encode(text), true);
      t.deepEqual(verdict.ok ? verdict.warnings : verdict.problem, [], text);
    }
  });

test('[reference] the example of each module uses all its verbs', (t) => {
  for (const verb of VERBS) {
    const text = readFileSync(`docs/extensions/snippets/${verb.module}.lua`, 'utf8');
    t.true(text.includes(`${titleOf(verb)}(`), titleOf(verb));
  }
});

test('[reference] lists each callback in reference and guide, and ext.key with its keys and phases', (t) => {
  for (const file of ['reference.md', 'guide.md', 'tapin.lua']) {
    const text = readFileSync(`docs/extensions/${file}`, 'utf8');
    for (const name of CALLBACKS)
      t.true(text.includes(file === 'tapin.lua' ? `---@field ${name}?` : `ext.${name}(`), name);
    const [line = ''] =
      file === 'reference.md'
        ? (/### `ext\.key[^]*?###/.exec(text) ?? [])
        : (/.*(?:ext\.key\(name|---@field key\?).*/.exec(text) ?? []);
    for (const word of [...SCRIPT_KEYS, ...KEY_PHASES])
      t.regex(line, new RegExp(`['"\`]${word}['"\`]`), `${file} ${word}`);
  }
});

test('[reference] describes every verb with every argument', (t) => {
  const page = readFileSync('docs/extensions/reference.md', 'utf8');
  for (const verb of VERBS) {
    t.true(page.includes(`${titleOf(verb)}(`), titleOf(verb));
    t.regex(verb.doc, /^[A-Z'].*[.)]$/, titleOf(verb));
    for (const { name, doc } of verb.args)
      t.true(page.includes(`\`${name}\``) && doc !== '', `${titleOf(verb)} ${name}`);
  }
});
