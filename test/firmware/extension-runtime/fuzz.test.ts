// Any text at all: a verdict, the same one twice, and nothing else is touched.

import test from 'ava';
import fc from 'fast-check';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { checkBody, callBody, endOfCall, withManifest } from '../../support/extension-script.ts';
import { luaSnippet } from '../../support/lua-snippets.ts';

const lua = await loadLua();
const SEED = 20_260;

const namesOf = (value: object): readonly string[] => Reflect.ownKeys(value).map(String).sort();
const globals = (): unknown => [globalThis, Object.prototype, Array.prototype, Function.prototype].map(namesOf);

test('[R121] any piece of Lua has one verdict, in a sentence, and leaves JavaScript alone', (t) => {
  const before = globals();
  fc.assert(
    fc.property(luaSnippet, (snippet) => {
      const verdict = checkBody(lua, snippet);
      t.deepEqual(checkBody(lua, snippet), verdict, snippet);
      if (!verdict.ok) t.regex(verdict.problem.message, /^[^\n]{1,301}$/);
      t.false(!verdict.ok && verdict.problem.message.includes('broke its machine'), snippet);
    }),
    { numRuns: 300, seed: SEED },
  );
  t.deepEqual(globals(), before);
});

test('[R122] any piece of Lua ends as a callback too, in the same way each time', (t) => {
  fc.assert(
    fc.property(luaSnippet, (snippet) => {
      const body = `local function f(...) ${snippet}\nend f()`;
      if (!checkText(lua, withManifest(`function ext.start() ${body} end`)).ok) return;
      const end = endOfCall(callBody(lua, body));
      t.is(endOfCall(callBody(lua, body)), end, snippet);
      t.not(end, 'dead', snippet);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test('[R121] any text at all has one verdict', (t) => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 100 }));
  fc.assert(
    fc.property(text, (any) => {
      const verdict = checkText(lua, any);
      t.deepEqual(checkText(lua, any), verdict);
      t.false(verdict.ok);
    }),
    { numRuns: 300, seed: SEED },
  );
});
