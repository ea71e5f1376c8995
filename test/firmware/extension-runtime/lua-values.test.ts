// Lua values that reach the device stay intact: numbers are formatted as in Lua, and lists keep their entries.

import test from 'ava';
import { textWidth } from '../../../firmware/drawing/text-width.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { callBody, checkBody, endOfCall, startBody } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

/** Expected strings come from the standalone Lua 5.4 interpreter. */
for (const [value, text] of [
  ['5', '5'],
  ['5.0', '5.0'],
  ['-0.0', '-0.0'],
  ['0.1', '0.1'],
  ['1 / 3', '0.33333333333333'],
  ['1e15', '1e+15'],
  ['2^53', '9.007199254741e+15'],
  ['1 / 0', 'inf'],
  ['-1 / 0', '-inf'],
  ['math.maxinteger', '9223372036854775807'],
] as const)
  test(`[lua 3.4.3] formats a number as Lua does: ${value}`, (t) => {
    const called = callBody(lua, `local v = ${value} canvas.text(v, 1, 1) log.info(v) print(v)`);
    t.is(endOfCall(called), 'ok');
    t.deepEqual(called.effects.lines, [text]);
    t.deepEqual(
      called.effects.logs.map((each) => each.text),
      [text, text],
    );
  });

test('[lua 3.4.3] formats NaN as Lua does', (t) => {
  t.regex(callBody(lua, 'canvas.text(0 / 0, 1, 1)').effects.lines[0] ?? '', /^-?nan$/);
});

test('[lua 3.3] minus zero returns to a script unchanged', (t) => {
  t.is(endOfCall(callBody(lua, 'trend.add("made", -0.0) assert(1 / trend.last("made")[1] < 0)')), 'ok');
});

test('[R123] canvas.measure measures the text as drawn', (t) => {
  const drawn = callBody(lua, 'canvas.text("a\\tb\\0\\27c", 1, 1)').effects.lines[0] ?? '';
  const measured = callBody(lua, 'error(canvas.measure("a\\tb\\0\\27c") .. "", 0)');
  t.is(Number(endOfCall(measured)), textWidth(drawn, 18));
});

const OF_EACH_TYPE = 'local f, co, t = function() end, coroutine.create(print), setmetatable({}, { __index = {} })';

for (const body of [
  'for _ = 1, 30 do local v = random.pick { f, t, co, print } assert(v == f or v == t or v == co or v == print) end',
  'local seen = {} for _ = 1, 200 do seen[random.pick { 1, 2, 3 }] = true end assert(#seen == 3)',
  'assert(random.pick {} == nil and select("#", random.pick {}) == 1)',
  'local big = {} for i = 1, 5000 do big[i] = i end local v = random.pick(big) assert(v >= 1 and v <= 5000)',
  'assert(random.pick(setmetatable({}, { __len = function() return 1 end, __index = function() return "x" end })) == "x")',
  'local list = { f, t, co } local mixed = random.shuffle(list) assert(#mixed == 3 and mixed ~= list and list[1] == f)',
  'local n, mixed = 0, random.shuffle { 1, 2, 3, 4 } for _, v in ipairs(mixed) do n = n + v end assert(n == 10)',
  'assert(#random.shuffle {} == 0)',
])
  test(`[R123] random.pick and random.shuffle take any list: ${body.slice(0, 60)}`, (t) => {
    t.is(endOfCall(callBody(lua, `${OF_EACH_TYPE} ${body}`)), 'ok');
  });

test('[R123] random.pick and random.shuffle draw one number per entry, the same for the same seed', (t) => {
  const drawn = (body: string): string => {
    const script = startBody(lua, `function ext.start() ${body} end`, { seed: 7 });
    const end = endOfCall(script.call('start', [], 0));
    script.close();
    return end;
  };
  const pick = 'local a = random.pick { "a", "b", "c", "d", "e" } error(a .. random.int(1, 1000), 0)';
  const int = 'local a = ({ "a", "b", "c", "d", "e" })[random.int(1, 5)] error(a .. random.int(1, 1000), 0)';
  t.is(drawn(pick), drawn(int));
});

for (const [body, message] of [
  ['ext.draw = 5', 'ext.draw must be a function, not number'],
  ['ext.draw = "draw"', 'ext.draw must be a function, not string'],
  ['ext.draw = {}', 'ext.draw must be a function, not table'],
  ['function ext.putt() end\next.putt = true', 'ext.putt must be a function, not boolean'],
  ['ext.drow = print', 'ext.drow is not a callback; allowed: start, target, putt, key, update, draw'],
  ['ext[1] = print', 'ext.1 is not a callback; allowed: start, target, putt, key, update, draw'],
] as const)
  test(`[callback] refuses an invalid callback and reports its line: ${body.split('\n').at(-1)}`, (t) => {
    const verdict = checkBody(lua, `\n${body}`);
    t.like(verdict.ok ? {} : verdict.problem, { line: 2 + body.split('\n').length });
    t.true(!verdict.ok && verdict.problem.message.toLowerCase().startsWith(message.toLowerCase()));
    t.is(endOfCall(callBody(lua, body)), message);
  });

for (const [body, message, line] of [
  [
    'ext = { putt = print,\ndrow = function() end }',
    'ext.drow is not a callback; allowed: start, target, putt, key, update, draw.',
    3,
  ],
  ['ext = { draw = 5 }', 'ext.draw must be a function, not number.', null],
  ['rawset(ext, "draw", "x")', 'ext.draw must be a function, not string.', null],
  ['ext = { draw = setmetatable({}, {}) }', 'ext.draw must be a function, not table.', null],
] as const)
  test(`[callback] refuses an invalid callback in a table that replaces ext: ${body.replaceAll('\n', ' ')}`, (t) => {
    const verdict = checkBody(lua, body);
    t.deepEqual(verdict.ok ? null : [verdict.problem.message, verdict.problem.line], [message, line]);
  });

test('[callback] a table without __call is not a callback', (t) => {
  t.is(endOfCall(callBody(lua, 'ext.draw = setmetatable({}, {})')), 'ext.draw must be a function, not table');
});

for (const body of [
  'function ext.start() end local kept = ext.start kept() ext.start = nil assert(ext.start == nil)',
  'ext.draw = setmetatable({}, { __call = function() end })',
  'ext.key = print local n = 0 for name, f in pairs(ext) do n = n + 1 assert(type(f) == "function") end assert(n >= 1)',
  'ext = { draw = function() end }',
])
  test(`[callback] ext is a table to scripts: ${body.slice(0, 60)}`, (t) => {
    t.is(endOfCall(callBody(lua, body)), 'ok');
  });

test('[callback] calls a table assigned to ext, and its __index table', (t) => {
  const called = (body: string): string => {
    const script = startBody(lua, body);
    const end = endOfCall(script.call('putt', [{}], 0));
    script.close();
    return end;
  };
  t.is(called('ext = { putt = function() error("mine", 0) end }'), 'mine');
  t.is(called('ext = setmetatable({}, { __index = { putt = function() error("mine", 0) end } })'), 'mine');
});

const DEEP: readonly (readonly [form: string, before: string, after: string])[] = [
  ['brackets', '(', ')'],
  ['tables', '{', '}'],
  ['operators', 'not ', ''],
  ['functions', 'function() return ', ' end'],
];

for (const [form, before, after] of DEEP)
  for (const count of [201, 2500])
    test(`[R123] reports the line of a text nested too deeply: ${count} ${form}`, (t) => {
      const deep = `local a = 1\nlocal b =\n${before.repeat(count)}1${after.repeat(count)}\nlocal c = 1`;
      const verdict = checkBody(lua, deep);
      t.deepEqual(verdict.ok ? null : [verdict.problem.line, verdict.problem.message], [
        4,
        'Nested too deeply (C stack overflow).',
      ]);
    });

for (const [call, low, high] of [
  ['math.random(3, 5)', 3, 5],
  ['math.random(2.0)', 1, 2],
  ['math.random(5e9 // 1, 5e9 // 1 + 2)', 5e9, 5e9 + 2],
  ['math.random(-(1 << 40), 1 << 40)', -(2 ** 40), 2 ** 40],
  ['math.random(math.mininteger, math.maxinteger)', -(2 ** 63), 2 ** 63],
  ['math.random(0)', -(2 ** 63), 2 ** 63],
  ['math.random()', 0, 1],
] as const)
  test(`[lua 6.7] draws within the range, over all of it: ${call}`, (t) => {
    const body = `local low, high = math.huge, -math.huge
      for _ = 1, 400 do local v = ${call} low, high = math.min(low, v), math.max(high, v) end
      error(low .. " " .. high, 0)`;
    const [least = Number.NaN, most = Number.NaN] = endOfCall(callBody(lua, body)).split(' ').map(Number);
    t.true(least >= low && most <= high, `${least} ${most}`);
    t.true(most - least > (high - low) * 0.9, `${least} ${most}`);
  });
