// Fuzz test of scripts: any input gives a verdict, the same verdict on a second run, and has no side effects.

import test from 'ava';
import fc from 'fast-check';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { reachableNames, snippetProblem } from '../../support/extension/fuzz-checks.ts';
import { luaSnippet } from '../../support/extension/lua-snippets.ts';

const lua = await loadLua();
const SEED = 20_260;

test('[R121] [R122] any Lua snippet gets one verdict, ends the same twice, and leaves JavaScript untouched', (t) => {
  const before = reachableNames();
  fc.assert(
    fc.property(luaSnippet, (snippet) => t.is(snippetProblem(lua, snippet), '', snippet)),
    { numRuns: 300, seed: SEED },
  );
  t.is(reachableNames(), before);
});

test('[R121] any text gets one verdict', (t) => {
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
