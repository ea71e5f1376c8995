// Script errors carry their message and the script line at which they occurred, whatever raised them and however it was
// called.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { startBody } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

const ERRORS: readonly (readonly [body: string, message: string, line: number | null])[] = [
  ['\nerror("mine")', 'mine', 4],
  ['\nlocal x = nil + 1', 'attempt to perform arithmetic on a nil value', 4],
  ['\n\nmissing.field = 1', "attempt to index a nil value (global 'missing')", 5],
  ['\nerror("mine", 0)', 'mine', 4],
  ['\nerror("mine", 2)', 'mine', 4],
  ['\nerror()', 'error object is a nil value', 4],
  ['\nerror({ code = 1 })', 'error object is a table value', 4],
  ['\nerror(setmetatable({ code = 1 }, { __tostring = function(e) return "code " .. e.code end }))', 'code 1', 4],
  ['\nerror(5.0)', '5.0', 4],
  ['\nfor _ in utf8.codes("ab\\xff") do\nend', 'invalid UTF-8 code', 4],
  ['\nutf8.codes()', "bad argument #1 to 'codes' (string expected, got no value)", 4],
  ['\ncoroutine.yield()', 'attempt to yield from outside a coroutine', 4],
  ['\nlocal co = coroutine.wrap(print)\nco()\nco()', 'cannot resume dead coroutine', 6],
  ['\nrawset({}, nil, 1)', 'table index is nil', 4],
  ...[
    ['string.format("%d", 1.5)', "bad argument #2 to 'format' (number has no integer representation)"],
    ['table.concat({ "a", {} }, ", ")', "invalid value (table) at index 2 in table for 'concat'"],
    ['("x"):rep(1e9)', 'string.rep makes at most 65536 bytes'],
    ['store.set("x", 0 / 0)', 'store.set: value is not a number: store a finite number'],
    ['setmetatable(1, {})', "bad argument #1 to 'setmetatable' (table expected, got number)"],
    ['utf8.codes()', "bad argument #1 to 'codes' (string expected, got no value)"],
    ['coroutine.wrap(5)', "bad argument #1 to 'wrap' (function expected, got number)"],
    ['table.unpack({}, 1, 1e8)', 'table.unpack takes at most 65536 entries'],
    ['random.pick(5)', 'random.pick: list must be a list, not number'],
  ].flatMap(([call = '', message = '']): (readonly [string, string, number])[] => [
    [`local function f()\n\nreturn ${call} end\nf()`, message, 5],
    [`local function f()\nreturn ${call} end\nlocal function g()\nlocal v = f() return v end g()`, message, 4],
    [`local function f()\nreturn ${call} end pcall(f)\nlocal v = ${call}`, message, 5],
    [`local ok, e = pcall(function()\nreturn ${call} end) error(e, 0)`, message, 4],
  ]),
  ['\nnext({}, 1)', "invalid key to 'next'", 4],
  [
    '\nlocal function deep() local ok, e = pcall(deep)\nif not ok then error(e, 0) end end deep()',
    'C stack overflow',
    5,
  ],
  ['\nerror("two\\nlines\\27[1m")', 'twolines[1m', 4],
  ['\nlocal x = string.rep()', "bad argument #1 to 'rep' (string expected, got no value)", 4],
  ['\nlocal x = ("x"):bad()', "attempt to call a nil value (method 'bad')", 4],
  ['\ntable.insert({}, 5, 1)', "bad argument #2 to 'insert' (position out of bounds)", 4],
  ['\ntable.sort({ 1, "x" })', 'attempt to compare string with number', 4],
  ['\ntable.sort({ 1, 2 }, function()\nerror("inside") end)', 'inside', 5],
  ['\nlocal x = ("a"):gsub("%", "")', "malformed pattern (ends with '%')", 4],
  ['\nlocal x = tonumber("1", 99)', "bad argument #2 to 'tonumber' (base out of range)", 4],
  ['\nlocal x = math.random(-1)', "bad argument #1 to 'random' (interval is empty)", 4],
  ['\nlocal x = math.random("x")', "bad argument #1 to 'random' (number expected, got string)", 4],
  ['\nlocal x = math.random(1, 2, 3)', 'wrong number of arguments', 4],
  ['\ncanvas.line(1, 2, 3)', 'canvas.line: y2 must be a number from -32767 to 32767, not nil', 4],
  ['\nmanifest { name = "B", kind = "game" }', 'only one manifest is allowed', 4],
  ['\nassert(false)', 'assertion failed!', 4],
  ['\nassert(nil, "why")', 'why', 4],
];

for (const [body, message, line] of ERRORS)
  test(`[callback] an error has its message and line: ${body.trim().split('\n').join(' ')}`, (t) => {
    const called = startBody(lua, `function ext.start()\n${body}\nend`).call('start', [{}], 0);
    t.like(called.ok ? null : called.failure, { kind: 'error', message, line, callback: 'start' });
  });
