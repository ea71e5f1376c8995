// Cost of pattern searches: common searches fit into a callback, and runaway searches are refused.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { callBody, endOfCall, startBody } from '../../support/extension/extension-script.ts';

const lua = await loadLua();
const THOUSAND = '("word, abc; "):rep(91):sub(1, 1000)';
const TENTH = 30_000;

/** Returns the instructions used by a callback with `s` prepared outside it. */
function spent(text: string, body: string): number {
  const script = startBody(lua, `local s = ${text} function ext.start() ${body} end`);
  const end = endOfCall(script.call('start', [{}], 0));
  const { instructions } = script.used();
  script.close();
  return end === 'ok' ? instructions : Number.POSITIVE_INFINITY;
}

for (const [what, search, count] of [
  ['letters', 's:gmatch("%a+")', 182],
  ['a set', 's:gmatch("[^ ,;]+")', 182],
  ['words between blanks', 's:gmatch("(%S+)%s*")', 182],
  ['pairs', 's:gmatch("(%w+)([,;])")', 182],
  ['frontiers', 's:gmatch("%f[%w]%w+%f[%W]")', 182],
  ['up to a comma', 's:gmatch("(.-),")', 91],
] as const)
  test(`[R122] gmatch breaks 1,000 bytes into words within a tenth of a callback: ${what}`, (t) => {
    const body = `local n = 0 for _ in ${search} do n = n + 1 end assert(n == ${count})`;
    t.true(spent(THOUSAND, body) < TENTH);
  });

for (const [what, call] of [
  ['words by a function', 's:gsub("%a+", string.upper)'],
  ['words by a text', 's:gsub("(%a+)[,;]", "<%1>")'],
  ['blanks at both ends', 's:gsub("^%s*(.-)%s*$", "%1")'],
  ['blanks in a row', 's:gsub("%s+", " ")'],
] as const)
  test(`[R122] gsub replaces in 1,000 bytes within a tenth of a callback: ${what}`, (t) => {
    t.true(spent(THOUSAND, `local _ = ${call}`) < TENTH);
  });

for (const [what, fits, beyond] of [
  ['a repetition without a match', '(("a"):rep(900)):find("a-b")', '(("a"):rep(2500)):find("a-b")'],
  ['two repetitions', '(("a"):rep(100)):find(".-.-b")', '(("a"):rep(400)):find(".-.-b")'],
  [
    'a plain text',
    '(("a"):rep(3000)):find(("a"):rep(1000) .. "b", 1, true)',
    '(("a"):rep(60000)):find(("a"):rep(1000) .. "b", 1, true)',
  ],
] as const)
  test(`[R122] refuses a search that takes too many steps: ${what}`, (t) => {
    t.is(endOfCall(callBody(lua, fits)), 'ok');
    t.regex(endOfCall(callBody(lua, beyond)), /^this pattern may take too long on a string of \d+ bytes$/);
  });

test('[R122] a search for a closing bracket counts, though as a plain text it would be free', (t) => {
  t.true(spent('("x"):rep(60000)', 's:find(")")') > 3000);
});

const DIGITS = '("7"):rep(15000)';

test('[R122] a format counts a text’s length only if it reads it as a number', (t) => {
  t.true(spent(DIGITS, 'string.format("%s %d", s, 5)') < 3000);
  t.true(spent(DIGITS, 'string.format("%5d%% %-3s|%s", 5, s, s)') < 5000);
  t.true(spent(DIGITS, 'pcall(string.format, "%s %f", 5, s)') > 60_000);
});

for (const call of ['table.insert({}, s)', 'table.pack(s)', 'select("#", s, s)', 'table.concat({ 1, 2 }, s)'])
  test(`[R122] a long text costs nothing unless read as a number: ${call}`, (t) => {
    t.true(spent(DIGITS, `local _ = ${call}`) < 3000);
  });

for (const [what, body] of [
  ['an unclosed set', 'assert(not pcall(string.find, "a", "[a"))'],
  ['a lone %', 'assert(not pcall(string.find, "a", "%"))'],
  ['an unclosed capture', 'assert(not pcall(string.find, "a", "(a"))'],
  ['captures', 'assert(select("#", ("key = value"):match("^(%w+)%s*=%s*(%w+)$")) == 2)'],
  ['places', 'assert(("abc"):match("b()") == 3)'],
  ['numbers as texts', 'assert(string.find(12345, 34) == 3)'],
] as const)
  test(`[lua 6.4.1] searches match and reject as Lua does: ${what}`, (t) => {
    t.is(endOfCall(callBody(lua, body)), 'ok');
  });
