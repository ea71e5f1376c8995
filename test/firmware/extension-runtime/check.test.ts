// The checker's verdicts: the codes of the store with a sentence and a line, the same each time (C34, R121).

import test from 'ava';
import { checkBytes, checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import type { ScriptProblem } from '../../../firmware/extension-runtime/script.ts';

const lua = await loadLua();
const GOOD = 'manifest { name = "A", kind = "drill" }';

const VERDICTS: readonly (readonly [
  text: string,
  code: ScriptProblem['code'],
  line: number | null,
  message: RegExp,
])[] = [
  ['', 'no_manifest', null, /^No manifest: call manifest/],
  ['-- nothing', 'no_manifest', null, /No manifest/],
  ['function ext.start() manifest { name = "A", kind = "drill" } end', 'no_manifest', null, /No manifest/],
  [`${GOOD}\nx = = 1`, 'compile_error', 2, /^Unexpected symbol near '='\.$/],
  [`${GOOD}\r\n\r\nx = = 1`, 'compile_error', 3, /^Unexpected symbol near '='\.$/],
  [`${GOOD}\n\nif true then`, 'compile_error', 3, /^'end' expected/],
  [`${GOOD}\ngoto nowhere`, 'compile_error', 2, /no visible label 'nowhere'/i],
  [`${GOOD}\nlocal x <const> = 1\nx = 2`, 'compile_error', 3, /assign to const variable 'x'/],
  [`${GOOD}\nlocal s = "open`, 'compile_error', 2, /^Unfinished string/],
  [`${GOOD}\nnothing()`, 'compile_error', 2, /call a nil value \(global 'nothing'\)/],
  [`${GOOD}\nerror("why")`, 'compile_error', 2, /^why\.$/],
  [`#!/usr/bin/lua\n${GOOD}`, 'compile_error', 1, /near '#'/],
  [`\ufeff${GOOD}`, 'compile_error', 1, /byte order mark/],
  ['\u001bLua', 'compile_error', 1, /bytecode/],
  [`${GOOD}\n\n\nwhile true do end`, 'runaway_top_level', 4, /^The top level runs more than 2,000,000 instructions\.$/],
  [
    `${GOOD}\n\nlocal t = {} for i = 1, 1e5 do t[i] = i end`,
    'runaway_top_level',
    3,
    /^The top level takes more than 256 KB of memory\.$/,
  ],
  [
    `\nlocal n = settings.get("n")\n${GOOD}`,
    'bad_manifest',
    3,
    /^The manifest has no setting n, but settings\.get reads it\.$/,
  ],
  [`trend.add("n", 1)\n${GOOD}`, 'bad_manifest', 2, /^The manifest has no trend n, but trend\.add adds to it\.$/],
  [`pcall(settings.all)\n${GOOD}\nerror("x")`, 'compile_error', 3, /^x\.$/],
  [`${GOOD}\nsettings.get("n")`, 'compile_error', 2, /^settings\.get: the manifest has no setting n\.$/],
  [`${GOOD}\n${GOOD}`, 'double_manifest', 2, /^Only one manifest is allowed\.$/],
  [`${GOOD}\npcall(manifest, 1)`, 'double_manifest', null, /^Only one manifest is allowed\.$/],
  [`${GOOD}\npcall(manifest, 1) error("x")`, 'double_manifest', 2, /^Only one manifest is allowed\.$/],
  ['\nmanifest { name = "A", kind = "toy" }', 'bad_manifest', 2, /^Kind must be one of drill, game, not toy\.$/],
  [`pcall(manifest, {}) ${GOOD}`, 'bad_manifest', null, /^Name must be a string, not nil\.$/],
  ['-'.repeat(65_537), 'text_too_large', null, /^The text has 65537 bytes; at most 65536 are allowed\.$/],
];

test('[R123] accepts settings and trend before the manifest that declares them', (t) => {
  const manifest = `manifest { name = "A", kind = "drill", settings = { { key = "n", type = "int", min = 3, max = 9 } }, trend = { { key = "made" } } }`;
  for (const call of [
    'local n = settings.get("n")',
    'local all = settings.all().n',
    'trend.add("made", 1)',
    'trend.last("made")',
  ])
    t.true(checkText(lua, `${call}\n${manifest}`).ok, call);
});

test('[R123] tries an extension with the default of a setting read before its manifest', (t) => {
  const text = `local n = settings.get("n")
manifest { name = "A", kind = "drill", settings = { { key = "n", type = "int", min = 3, max = 9 } } }
function ext.draw() if n ~= 3 then error("n is " .. tostring(n)) end end`;
  const verdict = checkBytes(lua, new TextEncoder().encode(text), true);
  t.deepEqual(verdict.ok && verdict.warnings, []);
});

for (const [text, code, line, message] of VERDICTS)
  test(`[C34] ${code}${line === null ? '' : ` in line ${line}`}: ${JSON.stringify(text.slice(0, 60))}`, (t) => {
    const verdict = checkText(lua, text);
    if (verdict.ok) return void t.fail('text was accepted');
    t.is(verdict.problem.code, code);
    t.is(verdict.problem.line, line);
    t.regex(verdict.problem.message, message);
    t.deepEqual(checkText(lua, text), verdict, 'same verdict the second time');
  });

test('[R121] a top level that runs out of memory reports the line that asked for it', (t) => {
  for (const [body, line] of [
    ['local s = ("x"):rep(6e4)\nlocal t = {} for i = 1, 9 do t[i] = s .. i end', 3],
    ['coroutine.wrap(function()\nlocal t = {} for i = 1, 1e5 do t[i] = i end end)()', 3],
    [
      'local t = setmetatable({}, { __index = function()\nlocal s = {} for i = 1, 1e5 do s[i] = i end end })\nlocal x = t.x',
      3,
    ],
    // Here the stack itself grows.
    ['local function deep(n)\nlocal x = deep(n + 1) return x end\ndeep(1)', 3],
  ] as const) {
    const verdict = checkText(lua, `${GOOD}\n${body}`);
    t.is(verdict.ok ? '' : verdict.problem.message, 'The top level takes more than 256 KB of memory.', body);
    t.is(verdict.ok ? null : verdict.problem.line, line, body);
  }
  t.true(checkText(lua, `${GOOD} pcall(function() local t = {} for i = 1, 1e5 do t[i] = i end end)`).ok);
});

test('[R121] a verdict is the same on a fresh machine and on one used before', async (t) => {
  for (const [text] of VERDICTS) {
    const fresh = await loadLua();
    const first = checkText(fresh, text);
    for (const [other] of VERDICTS.slice(0, 5)) checkText(fresh, other);
    t.deepEqual(checkText(fresh, text), first, text.slice(0, 60));
    t.deepEqual(checkText(lua, text), first, text.slice(0, 60));
  }
});

test('[C34] a valid extension yields its manifest, heap size and instruction count', (t) => {
  const verdict = checkText(lua, `${GOOD} for _ = 1, 5000 do end`);
  t.true(verdict.ok);
  if (!verdict.ok) return;
  t.is(verdict.extension.name, 'A');
  t.true(verdict.instructions >= 5000 && verdict.instructions < 6200, `${verdict.instructions}`);
  t.true(verdict.heap_bytes > 0 && verdict.heap_bytes < 2000, `${verdict.heap_bytes}`);
});

test('[C34] a check leaves nothing behind in the machine or for the next check', (t) => {
  t.true(checkText(lua, `${GOOD} leaked = 1 store.set("k", 1) players.next() string.rep = nil ext.start = print`).ok);
  const verdict = checkText(
    lua,
    `${GOOD} assert(leaked == nil and store.get("k") == nil and string.rep and not ext.start)`,
  );
  t.true(verdict.ok);
});

test('[C34] a check does not call callbacks', (t) => {
  t.true(checkText(lua, `${GOOD} function ext.start() error("x") end timer.after(1, function() error("x") end)`).ok);
});

test('[C38] rejects bytes that are not UTF-8, and reports a byte order mark', (t) => {
  const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));
  t.true(checkBytes(lua, bytes(GOOD, ' -- é')).ok);
  for (const wrong of [bytes(GOOD, '--', 0xff), bytes(0xc3), bytes(GOOD, '--', 0xed, 0xa0, 0x80)])
    t.deepEqual(checkBytes(lua, wrong), {
      ok: false,
      problem: { code: 'compile_error', message: 'The text is not UTF-8.', line: null },
    });
  const marked = checkBytes(lua, bytes(0xef, 0xbb, 0xbf, GOOD));
  t.regex(marked.ok ? '' : marked.problem.message, /byte order mark/);
});
