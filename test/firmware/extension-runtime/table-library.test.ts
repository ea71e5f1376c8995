// The table library over tables with metatables, as in section 6.6 of the Lua 5.4 manual: it respects __index,
// __newindex and __len. Expected values come from the reference implementation.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { callBody, endOfCall } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

/** A class, and an empty proxy that records each access. */
const BEFORE = `local Stack = {} Stack.__index = Stack
function Stack.new(...) return setmetatable({ ... }, Stack) end
local notes, inner = {}, { "a", "b", "c" }
local function note(...) notes[#notes + 1] = table.concat({ ... }, "") end
local proxy = setmetatable({}, {
  __index = function(_, k) note("get", k) return inner[k] end,
  __newindex = function(_, k, v) note("set", k) inner[k] = v end,
  __len = function() note("len") return #inner end,
})
local function out(...) local t = table.pack(...) for i = 1, t.n do t[i] = tostring(t[i]) end error(table.concat(t, " "), 0) end
`;

const CASES: readonly (readonly [body: string, result: string])[] = [
  ['local s = Stack.new(1, 2) table.insert(s, 3) table.insert(s, 1, 0) out(#s, s[1], s[2], s[4])', '4 0 1 3'],
  ['local s = Stack.new(1, 2, 3) out(table.remove(s), table.remove(s, 1), #s, s[1])', '3 1 1 2'],
  ['local s = Stack.new() out(table.remove(s), #s)', 'nil 0'],
  ['out(table.concat(Stack.new(1, 2.5, "x"), "-"))', '1-2.5-x'],
  ['out(table.unpack(Stack.new(1, nil, 3), 1, 3))', '1 nil 3'],
  ['local s = Stack.new(3, 1, 2) table.sort(s) out(table.unpack(s))', '1 2 3'],
  ['local s = Stack.new(3, 1, 2) table.sort(s, function(a, b) return a > b end) out(table.unpack(s))', '3 2 1'],
  ['local s = table.move(Stack.new(1, 2, 3), 2, 3, 1) out(s[1], s[2], s[3])', '2 3 3'],
  ['local to = {} out(table.move(Stack.new(1, 2, 3), 1, 3, 5, to) == to, to[5], to[7])', 'true 1 3'],
  ['local to = Stack.new() out(table.move({ 1, 2, 3 }, 1, 3, 1, to) == to, #to)', 'true 3'],
  ['local s = Stack.new(1, 2, 3, 4) table.move(s, 1, 3, 2) out(table.unpack(s))', '1 1 2 3'],
  ['out(table.concat(setmetatable({}, { __index = function(_, k) return k * k end, __len = function() return 4 end }), " "))', '1 4 9 16'],
  ['out(table.unpack(setmetatable({}, { __index = function(_, k) return -k end }), 2, 4))', '-2 -3 -4'],
  ['table.insert(proxy, "d") out(inner[4], table.unpack(notes))', 'd len set4'],
  ['table.insert(proxy, 2, "x") out(table.concat(inner), table.concat(notes, " "))', 'axbc len get3 set4 get2 set3 set2'],
  ['out(table.remove(proxy, 2), table.concat(inner), table.concat(notes, " "))', 'b ac len get2 get3 set2 set3'],
  ['out(table.concat(proxy, "+"), table.concat(notes, " "))', 'a+b+c len get1 get2 get3'],
  ['table.sort(proxy, function(a, b) return a > b end) out(table.concat(inner))', 'cba'],
  ['out(table.unpack(proxy))', 'a b c'],
  ['out(table.concat(Stack.new(), "-") == "", table.unpack(Stack.new()))', 'true'],
  ['local l = setmetatable({ "a", "b" }, { __len = function() return 2.0 end }) out(table.concat(l))', 'ab'],
  ['local t = {} out(getmetatable(Stack.new()) == Stack, table.pack(1, nil).n)', 'true 2'],
]; // oxfmt-ignore

for (const [body, result] of CASES)
  test(`[lua 6.6] the table library respects metatables: ${body}`, (t) => {
    t.is(endOfCall(callBody(lua, BEFORE + body)), result);
  });

const REFUSED: readonly (readonly [body: string, message: string])[] = [
  ['table.insert(Stack.new(1), 5, 1)', "bad argument #2 to 'insert' (position out of bounds)"],
  ['table.insert(Stack.new(1), 0, 1)', "bad argument #2 to 'insert' (position out of bounds)"],
  ['table.insert(Stack.new(1))', "wrong number of arguments to 'insert'"],
  ['table.insert(Stack.new(1), 1, 2, 3)', "wrong number of arguments to 'insert'"],
  ['table.insert(Stack.new(1), "x", 2)', "bad argument #2 to 'insert' (number expected, got string)"],
  ['table.insert(Stack.new(1), 1.5, 2)', "bad argument #2 to 'insert' (number has no integer representation)"],
  ['table.remove(Stack.new(1), 7)', "bad argument #2 to 'remove' (position out of bounds)"],
  ['table.concat(Stack.new(1, {}, 3))', "invalid value (table) at index 2 in table for 'concat'"],
  ['table.concat(Stack.new(1, 2), {})', "bad argument #2 to 'concat' (string expected, got table)"],
  ['table.concat(setmetatable({}, { __len = function() return "x" end }))', 'object length is not an integer'],
  ['table.unpack(Stack.new(), 1, 1 << 40)', 'too many results to unpack'],
  ['table.unpack(Stack.new(), math.mininteger, math.maxinteger)', 'too many results to unpack'],
  ['table.sort(Stack.new(1, 2), 5)', "bad argument #2 to 'sort' (function expected, got number)"],
  ['table.sort(Stack.new(1, "x"))', 'attempt to compare string with number'],
  ['table.move(Stack.new(1), 1, 2, 1, 5)', "bad argument #5 to 'move' (table expected, got number)"],
  ['table.move(Stack.new(1), 0, math.maxinteger, 1)', "bad argument #3 to 'move' (too many elements to move)"],
  ['table.move(Stack.new(1), 1, 2, math.maxinteger)', "bad argument #4 to 'move' (destination wrap around)"],
  ['table.concat(setmetatable({}, { __len = function() error("mine", 0) end }))', 'mine'],
  ['table.insert(nil, 1)', "bad argument #1 to 'insert' (table expected, got nil)"],
  ['table.concat("abc")', "bad argument #1 to 'concat' (table expected, got string)"],
  ['table.sort(5)', "bad argument #1 to 'sort' (table expected, got number)"],
  ['table.sort({ 1, 2 }, 5)', "bad argument #2 to 'sort' (function expected, got number)"],
  ['table.move({}, 1, 1, 1, 5)', "bad argument #5 to 'move' (table expected, got number)"],
];

for (const [body, message] of REFUSED)
  test(`[lua 6.6] the table library reports an error at its line: ${body}`, (t) => {
    const called = callBody(lua, `${BEFORE}${body}`);
    t.is(endOfCall(called), message);
    if (message !== 'mine') t.is(called.ok ? 0 : called.failure.line, 2 + BEFORE.split('\n').length);
  });

for (const body of [
  'while true do table.insert(s, 1) table.remove(s, 1) end',
  'table.concat(setmetatable({}, { __len = function() return 1 << 40 end, __index = function() return "x" end }))',
  'table.sort(setmetatable({}, { __len = function() return 1 << 40 end }))',
  'table.move(s, 1, 1 << 40, 2)',
  'table.remove(setmetatable({}, { __len = function() return 1 << 40 end }), 1)',
  'table.insert(setmetatable({}, { __newindex = function() while true do end end }), 1)',
])
  test(`[R122] work of the table library on a table with a metatable counts: ${body}`, (t) => {
    t.regex(
      endOfCall(callBody(lua, `local s = setmetatable({ 1, 2, 3 }, { __index = {} }) ${body}`)),
      /^(budget|memory)$/,
    );
  });
