// Sandbox: a script cannot compile text, reach the firmware or the machine below it, run on, or take all memory. Each
// script runs in the checker and as a callback of a running extension.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT } from '../../../firmware/extension-runtime/session.ts';
import {
  MANIFEST,
  callBody,
  checkBody,
  endOfCall,
  endOfVerdict,
  startBody,
  withManifest,
} from '../../support/extension/extension-script.ts';
import { KNOWN_ATTACKS, OWN_ATTACKS, type End } from '../../support/extension/hostile-scripts.ts';
import { checkText } from '../../../firmware/extension-runtime/check.ts';

const lua = await loadLua();

const isEnd = (found: string, end: End): boolean => (typeof end === 'string' ? found === end : end.test(found));

for (const [what, body, end] of [...KNOWN_ATTACKS, ...OWN_ATTACKS])
  test(`[R122] contains an attack: ${what}`, (t) => {
    const verdict = endOfVerdict(checkBody(lua, body));
    t.true(isEnd(verdict, end), `checker: ${verdict}`);
    const called = endOfCall(callBody(lua, body));
    t.true(isEnd(called, end), `callback: ${called}`);
    t.is(endOfVerdict(checkBody(lua, '')), 'ok', 'the machine keeps running');
  });

/** Walks everything reachable by indexing, metatables and calls without arguments, and reports the types it met. */
const WALK = `
local seen, types = {}, {}
local function walk(v)
  types[type(v)] = true
  if seen[v] then return end
  if type(v) == "table" then
    seen[v] = true
    for k, each in next, v do walk(k) walk(each) end
    walk(getmetatable(v) or false)
  end
end
walk(_G) walk(getmetatable("") or false)
for _, f in ipairs { players.current, players.list, settings.all, canvas.size, device.name, store.clear } do walk(f()) end
local ok, message = pcall(canvas.line, "x") walk(message)
ok, message = pcall(store.set, {}, {}) walk(message)
local names = {}
for name in pairs(types) do names[#names + 1] = name end
table.sort(names) error(table.concat(names, " "), 0)`;

test('[R118] a script can reach no userdata, coroutine or host object', (t) => {
  const plain = 'boolean function nil number string table';
  t.is(endOfVerdict(checkBody(lua, WALK)), `Boolean${plain.slice('boolean'.length)}.`);
  t.is(endOfCall(callBody(lua, WALK)), plain);
});

const GLOBALS = `_G _VERSION assert canvas coroutine device error ext getmetatable ipairs led log manifest math next pairs pcall players
print random rawequal rawget rawlen rawset roll select setmetatable settings shot sound store string table timer tonumber tostring trend type utf8`;

test('[R118] has exactly the intended globals', (t) => {
  const list =
    'local names = {} for name in pairs(_G) do names[#names + 1] = name end table.sort(names) return table.concat(names, " ")';
  const called = callBody(lua, list);
  t.is(called.ok && called.value, GLOBALS.replaceAll('\n', ' '));
});

const REMOVED = ['load', 'loadfile', 'dofile', 'loadstring', 'require'];

test('[R118] compile functions are nil: as globals, in _G, _ENV and the libraries', (t) => {
  const body = REMOVED.map((name) => `assert(${name} == nil and _G.${name} == nil and _ENV["${name}"] == nil)`).join(
    '\n',
  );
  const inside = `for _, library in pairs { string, table, math, coroutine, utf8, canvas, device } do
    for _, name in ipairs { ${REMOVED.map((name) => `"${name}"`).join(', ')}, "dump" } do assert(library[name] == nil) end end`;
  t.is(endOfVerdict(checkBody(lua, body + inside)), 'ok');
  t.is(endOfCall(callBody(lua, body + inside)), 'ok');
});

test('[R118] refuses byte code, however it starts', (t) => {
  for (const text of ['\u001bLua', `\u001b${MANIFEST}`, '\u001b']) {
    const verdict = checkText(lua, text);
    t.is(!verdict.ok && verdict.problem.message, 'This is bytecode: an extension must be text.');
  }
  t.is(endOfVerdict(checkText(lua, `#\n\u001bLua`)).slice(0, 17), 'Unexpected symbol');
});

const ESCAPES = [
  'canvas.constructor',
  'canvas.line.constructor',
  'players.current().constructor',
  '("").constructor',
  'canvas.size().__proto__',
  'canvas.__proto__',
  '_G.globalThis',
  '_G.process',
  'canvas.size().toString',
  'ext.__proto__',
];

test('[R118] nothing leads to JavaScript: constructor, __proto__, globalThis', (t) => {
  for (const path of ESCAPES) {
    const end = endOfCall(callBody(lua, `assert(${path} == nil)`));
    t.true(end === 'ok' || /^attempt to index a (function|nil) value/.test(end), `${path}: ${end}`);
  }
});

const namesOf = (value: object): readonly string[] => Reflect.ownKeys(value).map(String).sort();
const prototypes = (): unknown =>
  [globalThis, Object, Array, Function, String, Number, Map, Error].map((each) => [
    namesOf(each),
    'prototype' in each ? namesOf(each.prototype) : [],
  ]);

test('[R118] JavaScript names are ordinary names in tables, stores and options', (t) => {
  const before = prototypes();
  const script = startBody(
    lua,
    `function ext.start()
      local evil = { polluted = 1, constructor = { prototype = { polluted = 1 } }, ["__proto__"] = { polluted = 1 } }
      store.set("__proto__", 1) store.set("constructor", 2) store.set("toString", true)
      assert(store.get("__proto__") == 1 and store.get("valueOf") == nil and store.get("hasOwnProperty", 7) == 7)
      local copy = random.pick { evil }
      assert(copy.polluted == 1 and copy["__proto__"].polluted == 1 and copy.constructor.prototype.polluted == 1)
      pcall(canvas.line, 1, 1, 1, 1, evil) pcall(canvas.text, "x", 1, 1, { constructor = 1 }) pcall(manifest, evil)
      assert(not pcall(canvas.line, 1, 1, 1, 1, { ["__proto__"] = { color = "#fff" } }))
      return evil
    end`,
  );
  const called = script.call('start', [{}], 0);
  t.is(endOfCall(called), 'ok');
  t.deepEqual(Object.entries(called.effects.store ?? {}), [
    ['__proto__', 1],
    ['constructor', 2],
    ['toString', true],
  ]);
  t.is(({} as Record<string, unknown>)['polluted'], undefined);
  t.deepEqual(prototypes(), before);
});

test('[R118] a setting named like an object property has its default', (t) => {
  const text = `manifest { name = "a", kind = "drill", settings = { { key = "constructor", type = "bool" } } }
    assert(settings.get("constructor") == false and settings.all().constructor == false)`;
  t.is(endOfVerdict(checkText(lua, text)), 'ok');
});

test('[R122] does not run a metamethod of ext to see whether it has a callback', (t) => {
  for (const body of [
    'ext = setmetatable({}, { __index = function() while true do end end })',
    'setmetatable(_G, { __index = function() while true do end end }) ext = nil',
    'ext = 1',
    'ext = nil',
  ]) {
    const script = startBody(lua, body);
    t.false(script.has('update'), body);
    t.is(endOfCall(script.call('update', [0.03], 0)), 'ok', body);
    script.close();
  }
});

test('[R118] keeps text with NUL whole, and survives bytes that are not UTF-8', (t) => {
  const body = `store.set("k", "a\\0b") assert(store.get("k") == "a\\0b" and #store.get("k") == 3)
    canvas.text("\\xff\\0\\xed\\xa0\\x80", 1, 1) log.info("\\xc3")
    assert(random.pick { "\\0" } == "\\0")`;
  t.is(endOfVerdict(checkBody(lua, body)), 'ok');
  const called = callBody(lua, body);
  t.is(endOfCall(called), 'ok');
  t.deepEqual(called.effects.store, { k: 'a\0b' });
});

for (const [call, result] of [
  ['("abc"):byte(1, math.maxinteger)', '97 98 99'],
  ['("abc"):byte(math.mininteger, math.maxinteger)', '97 98 99'],
  ['("abc"):byte(math.maxinteger, math.maxinteger)', ''],
  ['("abc"):byte(-1, -1)', '99'],
  ['("abc"):sub(math.mininteger, math.maxinteger)', 'abc'],
  ['("abc"):rep(math.mininteger)', ''],
  ['(""):rep(math.maxinteger)', ''],
  ['(""):rep(3, 1)', '11'],
  ['("abc"):rep(2.0, "-")', 'abc-abc'],
  ['("abc"):find("b", math.maxinteger)', 'nil'],
  ['utf8.len("abc", 1, -1)', '3'],
  ['select("#", table.unpack({}, math.maxinteger, math.mininteger))', '0'],
] as const)
  test(`[lua 6.4] clamps huge whole numbers: ${call}`, (t) => {
    const body = `local t = table.pack(${call}) for i = 1, t.n do t[i] = tostring(t[i]) end error(table.concat(t, " "), 0)`;
    const end = endOfCall(callBody(lua, body));
    t.is(end, result === '' ? 'error without a message' : result);
  });

test('[R122] counts a coroutine that waits between callbacks in each of them, verbs included', (t) => {
  const script = startBody(
    lua,
    `local co = coroutine.create(function() while true do local what = coroutine.yield() if what == "loop" then while true do end end log.info(what) end end)
    coroutine.resume(co)
    function ext.key(what) assert(coroutine.resume(co, what)) end`,
  );
  t.deepEqual(
    script.call('key', ['hello'], 0).effects.logs.map(({ text }) => text),
    ['hello'],
  );
  t.is(endOfCall(script.call('key', ['loop'], 0)), 'budget');
  t.is(endOfCall(script.call('draw', [], 0)), 'ok');
});

test('[R122] counts the function of a timer like a callback', (t) => {
  for (const verb of ['after', 'every']) {
    const script = startBody(
      lua,
      `timer.${verb}(50, function() while true do pcall(function() while true do end end) end end)`,
    );
    t.is(endOfCall(script.tick(50)), 'budget', verb);
  }
});

test('[R122] scripts on one machine are isolated from each other', (t) => {
  const one = startBody(lua, 'shared = "one" string.upper = nil function ext.start() return shared end');
  const two = startBody(
    lua,
    'assert(shared == nil and string.upper) function ext.start() shared = "two" return shared end',
  );
  const dying = loadScript(
    lua,
    withManifest('function ext.start() local t = {} while true do t[#t + 1] = {} end end'),
    CHECK_INPUT,
  );
  const values = [one, two, one].map((script) => {
    if (dying.ok) t.is(endOfCall(dying.script.call('start', [{}], 0)), 'memory');
    const called = script.call('start', [{}], 0);
    return called.ok && called.value;
  });
  t.deepEqual(values, ['one', 'two', 'one']);
  two.close();
  t.is(endOfCall(one.call('start', [{}], 0)), 'ok');
});
