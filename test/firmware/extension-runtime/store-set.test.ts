// Values that a script may store: those that read back equal.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { extensionDataFrom } from '../../../firmware/persisted/extensions.ts';
import { CODE } from '../../support/extension/extension-fixture.ts';
import { callBody, endOfCall, startBody } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

const NOT_KEPT: readonly (readonly [value: string, message: RegExp])[] = [
  ['0/0', /^store\.set: value is not a number: store a finite number$/],
  ['1/0', /^store\.set: value is infinite/],
  ['-1/0', /^store\.set: value is infinite/],
  ['1 << 53', /^store\.set: value is an integer beyond ±9007199254740991: store it as a string$/],
  ['-(1 << 53)', /^store\.set: value is an integer beyond/],
  ['math.mininteger', /^store\.set: value is an integer beyond/],
  ['"\\xff"', /^store\.set: value is not UTF-8: only text can be stored$/],
  ['"\\xed\\xa0\\x80"', /^store\.set: value is not UTF-8/],
  ['{}', /^store\.set: value must be a number, a string or a boolean, not table$/],
  ['{ 1, x = {} }', /^store\.set: value must be a number/],
];

for (const [value, message] of NOT_KEPT)
  test(`[C150] refuses to store a value that would change on reading: ${value}`, (t) => {
    const called = callBody(lua, `store.set("k", 1)\nstore.set("k", ${value})`);
    t.regex(endOfCall(called), message);
    t.is(called.ok ? 0 : called.failure.line, 4);
    t.deepEqual(called.effects.store, { k: 1 });
  });

for (const value of [
  '(1 << 53) - 1',
  '1 - (1 << 53)',
  '0.1',
  '1e300',
  '5e-324',
  '5.0',
  '-5.0',
  '-0.0',
  '2.0^52',
  '"a\\0é\\u{10ffff}"',
  'true',
])
  test(`[C150] stores a value that reads back unchanged, after a restart too: ${value}`, (t) => {
    const same = `local v, w = store.get("k"), ${value} assert(v == w and math.type(v) == math.type(w) and tostring(v) == tostring(w))`;
    const called = callBody(lua, `store.set("k", ${value}) ${same}`);
    t.is(endOfCall(called), 'ok');
    const kept: unknown = JSON.parse(JSON.stringify({ [CODE]: { store: called.effects.store } }));
    const script = startBody(lua, `function ext.start() ${same} end`, {
      store: extensionDataFrom(kept)[CODE]?.store ?? {},
    });
    t.is(endOfCall(script.call('start', [{}], 0)), 'ok', 'after a restart');
    script.close();
  });

test('[C150] returns a default unchanged', (t) => {
  for (const value of ['5.0', '-0.0', '5', 'math.huge', '0.5', '"5"'])
    t.is(endOfCall(callBody(lua, `assert(tostring(store.get("none", ${value})) == tostring(${value}))`)), 'ok', value);
});

test('[C150] refuses a key that is not UTF-8', (t) => {
  t.is(endOfCall(callBody(lua, 'store.set("\\xff", 1)')), 'store.set: key is not UTF-8: only text can be stored');
});
