// A running script: callbacks, timers, stored data and effects, and recovery after an error.

import test, { type ExecutionContext } from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Called, type Script } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT, type SessionInput } from '../../../firmware/extension-runtime/session.ts';
import { callBody, endOfCall, startBody, withManifest } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

const logsOf = (called: Called): readonly string[] => called.effects.logs.map(({ text }) => text);
const valueOf = (called: Called) => (called.ok ? called.value : called.failure);

/** Returns the log lines of a script called with this body. */
const logged = (body: string, input: Partial<SessionInput> = {}): readonly string[] =>
  logsOf(startBody(lua, `function ext.start() ${body} end`, input).call('start', [{}], 0));

const NAMES = ['start', 'target', 'putt', 'key', 'update', 'draw'] as const;

test('[callback] calls each with its arguments and returns its value; a missing one returns nothing', (t) => {
  const script = startBody(
    lua,
    NAMES.map((name) => `function ext.${name}(a, b) return { kind = "hole" }, a, b end`).join('\n'),
  );
  for (const name of NAMES) {
    t.true(script.has(name));
    t.deepEqual(valueOf(script.call(name, [1, 'two'], 0)), { list: [], fields: new Map([['kind', 'hole']]) });
  }
  const empty = startBody(lua, 'function ext.draw() end');
  for (const name of NAMES) {
    t.is(empty.has(name), name === 'draw');
    t.deepEqual([empty.call(name, [{}], 0).ok, valueOf(empty.call(name, [{}], 0))], [true, undefined]);
  }
});

test('[callback] arguments arrive as Lua values: whole numbers as integers, tables with lists and names', (t) => {
  const script = startBody(
    lua,
    `function ext.putt(p, n, f, s, b, none)
      assert(p.made == 3 and math.type(p.made) == "integer" and p.feet == 6.5 and p.list[2] == "b" and #p.list == 2 and p.gone == nil)
      assert(math.type(n) == "integer" and math.type(f) == "float" and s == "é\\0x" and b == true and none == nil)
      return { 1, 2, name = "x", deep = { list = { true } } }
    end`,
  );
  const putt = { made: 3, feet: 6.5, list: ['a', 'b'], gone: undefined };
  const value = valueOf(script.call('putt', [putt, 7, 0.5, 'é\0x', true, undefined], 0));
  if (typeof value !== 'object' || value === null || !('fields' in value)) return void t.fail('not a table');
  t.like(value, { list: [1, 2] });
  const { fields } = value;
  t.deepEqual([...fields.keys()].sort(), ['deep', 'name']);
  t.is(fields.get('name'), 'x');
  t.deepEqual(fields.get('deep'), { list: [], fields: new Map([['list', { list: [true], fields: new Map() }]]) });
});

test('[callback] rejects an unknown callback name and lists the known ones', (t) => {
  const loaded = loadScript(lua, withManifest('function ext.drow() end'), CHECK_INPUT);
  t.deepEqual(!loaded.ok && loaded.problem, {
    code: 'compile_error',
    message: `ext.drow is not a callback; allowed: ${NAMES.join(', ')}.`,
    line: 2,
  });
});

test('[callback] may be reassigned while the script runs', (t) => {
  const script = startBody(lua, 'function ext.start() function ext.draw() return "new" end ext.start = nil end');
  script.call('start', [{}], 0);
  t.is(valueOf(script.call('draw', [], 0)), 'new');
  t.false(script.has('start'));
});

test('[callback] cuts a message to 300 characters', (t) => {
  const called = callBody(lua, 'error(("é"):rep(5000))');
  t.is(called.ok ? 0 : called.failure.message.length, 300);
});

test('[callback] an error keeps the script’s state, effects and stored data up to then', (t) => {
  const script = startBody(
    lua,
    `local n = 0
    function ext.putt() n = n + 1 store.set("n", n) sound.play("holed") log.info("putt " .. n) if n == 2 then error("two") end return n end`,
  );
  t.is(valueOf(script.call('putt', [], 0)), 1);
  const failed = script.call('putt', [], 0);
  t.is(endOfCall(failed), 'two');
  t.like(failed.effects, { store: { n: 2 }, logs: [{ level: 'info', text: 'putt 2' }], sounds: [{ sound: 'holed' }] });
  const next = script.call('putt', [], 0);
  t.is(valueOf(next), 3);
  t.deepEqual(logsOf(next), ['putt 3']);
});

test('[callback] a closed script does nothing and reports that it is dead', (t) => {
  const script = startBody(lua, 'timer.every(50, function() end) function ext.draw() return 1 end');
  script.close();
  t.is(endOfCall(script.call('draw', [], 0)), 'dead');
  t.is(endOfCall(script.tick(50)), 'dead');
});

test('[effects] are returned once, and drawing at load time belongs to loading', (t) => {
  const text = withManifest(
    'canvas.clear() canvas.text("hello", 1, 1) sound.play("holed", 50) led.flash(2, "#fff", 100) log.warn("w") trend.add("made", 5) store.set("k", 1)',
  );
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) return void t.fail(loaded.problem.message);
  t.is(loaded.effects.frame?.length, 2);
  t.like(loaded.effects, {
    lines: ['hello'],
    sounds: [{ sound: 'holed', volume_percent: 50 }],
    leds: [{ led: 1, color: '#ffffff', ms: 100 }],
    logs: [{ level: 'warn', text: 'w' }],
    trend: [{ key: 'made', value: 5 }],
    store: { k: 1 },
  });
  t.deepEqual(loaded.script.call('draw', [], 0).effects, {
    frame: null,
    lines: [],
    sounds: [],
    leds: [],
    logs: [],
    trend: [],
    mistakes: [],
    store: null,
  });
});

test('[effects] limits each kind per call, and the picture too', (t) => {
  const most = (body: string): Called => callBody(lua, `for i = 1, 2500 do pcall(function() ${body} end) end`);
  t.is(most('sound.play("holed")').effects.sounds.length, 32);
  t.is(most('led.set(1, 0)').effects.leds.length, 32);
  t.is(most('log.info("x")').effects.logs.length, 20);
  t.is(most('trend.add("made", i)').effects.trend.length, 200);
  t.is(most('canvas.rect(1, 1, 1, 1)').effects.frame?.length, 2000);
  t.is(logged('log.info(("é"):rep(500))')[0]?.length, 200);
});

test('[effects] clear removes the earlier drawing, and an empty picture is a picture', (t) => {
  const called = callBody(
    lua,
    'canvas.text("old", 1, 1) canvas.clear() canvas.text("new", 1, 1) canvas.text("  ", 1, 1)',
  );
  t.deepEqual(called.effects.lines, ['new']);
  t.is(called.effects.frame?.length, 3);
  t.is(callBody(lua, 'canvas.clear()').effects.frame?.length, 1);
});

const TIMERS = `
local function say(text) return function() log.info(text .. " " .. device.now_ms()) end end
timer.after(100, say("a")) timer.after(50, say("b")) timer.after(100, say("c")) timer.every(60, say("d"))`;

test('[timer] fires in order of due time, then in order of creation', (t) => {
  const script = startBody(lua, TIMERS);
  t.is(script.next_due_ms(), 50);
  t.deepEqual(logsOf(script.tick(49)), []);
  t.deepEqual(logsOf(script.tick(50)), ['b 50']);
  t.is(script.next_due_ms(), 60);
  t.deepEqual(logsOf(script.tick(100)), ['d 100', 'a 100', 'c 100']);
  t.is(script.next_due_ms(), 120);
  t.deepEqual(logsOf(script.tick(120)), ['d 120']);
  t.is(script.next_due_ms(), 180);
  t.deepEqual(logsOf(script.tick(3_600_010)), ['d 3600010']); // a clock that jumps by an hour: one call, not sixty thousand
  t.is(script.next_due_ms(), 3_600_060);
});

test('[timer] can cancel itself or another due timer; a new one waits for the next tick', (t) => {
  const script = startBody(
    lua,
    `local b
    timer.after(10, function() log.info("a") timer.cancel(b) timer.after(1, function() log.info("late") end) end)
    b = timer.after(10, function() log.info("b") end)
    local c c = timer.every(40, function() log.info("c") timer.cancel(c) end)`,
  );
  t.deepEqual(logsOf(script.tick(10)), ['a']);
  t.deepEqual(logsOf(script.tick(11)), ['late']);
  t.deepEqual(logsOf(script.tick(40)), ['c']);
  t.is(script.next_due_ms(), null);
  t.deepEqual(logsOf(script.tick(1000)), []);
});

test('[timer] allows 16 at most, and a fired one frees its slot', (t) => {
  const script = startBody(
    lua,
    `function ext.key() timer.after(1, function() end) end
    for _ = 1, 16 do ext.key() end`,
  );
  t.is(endOfCall(script.call('key', [], 0)), 'timer.after: at most 16 timers');
  script.tick(1);
  t.is(endOfCall(script.call('key', [], 1)), 'ok');
});

test('[timer] keeps its own function, even after thousands of other timers', (t) => {
  const script = startBody(
    lua,
    `timer.every(50, function() log.info("mine") end)
    function ext.update(n) for i = 1, 10 do local id = timer.after(10, function() log.info("x" .. i) end) pcall(log.info, print) timer.cancel(id) end
      timer.after(5, function() log.info("now " .. n) end) end`,
  );
  for (let n = 1; n <= 40; n++) {
    script.call('update', [n], n * 50 - 5);
    t.deepEqual([...logsOf(script.tick(n * 50))].sort(), ['mine', `now ${n}`]);
  }
});

test('[timer] an error in a timer function reports its line, and the other timers remain', (t) => {
  const script = startBody(
    lua,
    'timer.after(10, function()\nerror("x") end)\ntimer.after(10, function() log.info("next") end)',
  );
  const failed = script.tick(10);
  t.like(failed.ok ? null : failed.failure, { kind: 'error', message: 'x', line: 3, callback: 'timer' });
  t.deepEqual(logsOf(script.tick(10)), ['next']);
});

const refusedBy = (t: ExecutionContext, script: Script, key: string, value: string | number): string => {
  const called = script.call('key', [key, value], 0);
  t.is(called.effects.store === null, !called.ok);
  return endOfCall(called);
};

const KEEPS = 'function ext.key(key, value) store.set(key, value) end function ext.draw() return store.get("k1") end';

test('[store] accepts 32 keys and refuses a 33rd, and old keys can still be changed', (t) => {
  const script = startBody(lua, KEEPS);
  for (let n = 1; n <= 32; n++) t.is(refusedBy(t, script, `k${n}`, n), 'ok');
  t.is(refusedBy(t, script, 'k33', 1), 'store.set: store holds at most 32 keys');
  t.is(refusedBy(t, script, 'k1', 99), 'ok');
  t.is(valueOf(script.call('draw', [], 0)), 99);
});

test('[store] accepts 4,096 bytes of JSON in UTF-8 and refuses 4,097, keeping the old data', (t) => {
  const script = startBody(lua, KEEPS);
  const room = 4096 - '{"k1":""}'.length;
  t.is(refusedBy(t, script, 'k1', 'x'.repeat(room)), 'ok');
  t.is(
    refusedBy(t, script, 'k1', 'x'.repeat(room + 1)),
    'store.set: store holds at most 4096 bytes, and this makes 4097',
  );
  t.is(
    refusedBy(t, script, 'k1', 'é'.repeat(room / 2 + 1)),
    `store.set: store holds at most 4096 bytes, and this makes ${room + 2 - (room % 2) + 9}`,
  );
  t.is(valueOf(script.call('draw', [], 0)), 'x'.repeat(room));
});

test('[store] a key has at most 32 characters', (t) => {
  const script = startBody(lua, KEEPS);
  t.is(refusedBy(t, script, 'é'.repeat(32), 1), 'ok');
  t.regex(refusedBy(t, script, 'é'.repeat(33), 1), /^store.set: key must be a string of at most 32 characters/);
});

test('[store] starts with the stored data, returns defaults, and can be cleared', (t) => {
  const input = { store: { best: 7, name: 'x', on: false } };
  t.deepEqual(
    logged(
      `print(store.get("best"), store.get("name"), store.get("on"), store.get("none"), store.get("none", 5), store.get("on", true))
      store.clear() print(store.get("best"))`,
      input,
    ),
    ['7 x false nil 5 false', 'nil'],
  );
  t.deepEqual(startBody(lua, 'function ext.start() store.clear() end', input).call('start', [{}], 0).effects.store, {});
  t.is(startBody(lua, 'function ext.start() store.get("best") end', input).call('start', [{}], 0).effects.store, null);
});

test('[trend] returns the newest figures of one key, oldest first', (t) => {
  const trend = [1, 2, 3].flatMap((value) => [
    { key: 'made', value },
    { key: 'other', value: -value },
  ]);
  t.deepEqual(
    logged('trend.add("made", 4) print(table.unpack(trend.last("made"))) print(table.unpack(trend.last("made", 2)))', {
      trend,
    }),
    ['1 2 3 4', '3 4'],
  );
  const called = startBody(lua, 'function ext.start() trend.add("made", 4) trend.add("made", 5) end', { trend }).call(
    'start',
    [],
    0,
  );
  t.deepEqual(called.effects.trend, [
    { key: 'made', value: 4, player: 0 },
    { key: 'made', value: 5, player: 0 },
  ]);
});

test('[players] returns the current player and cycles to the next', (t) => {
  const players = ['Ann', 'Bob', 'Cy'].map((name, i) => ({ name, handicap: i, impact_ratio: 1.6 }));
  const body = `local function who() local p = players.current() return p.index .. p.name .. p.handicap end
    print(#players.list(), who()) players.next() print(who()) players.next() print(players.next().name) players.set(3) print(who())`;
  t.deepEqual(logged(body, { players }), ['3 1Ann0', '2Bob1', 'Ann', '3Cy2']);
  const script = startBody(lua, 'function ext.start() players.set(2) end function ext.key() players.set(4) end', {
    players,
  });
  t.is(script.current(), 0);
  script.call('start', [{}], 0);
  t.is(script.current(), 1);
  t.is(endOfCall(script.call('key', [], 0)), 'players.set: index must be at most 3');
  t.is(script.current(), 1);
});

test('[settings] returns the set value, or else the default', (t) => {
  t.deepEqual(logged('print(settings.get("sound"), settings.all().sound)'), ['true true']);
  t.deepEqual(logged('print(settings.get("sound"), settings.all().sound)', { settings: { sound: false } }), [
    'false false',
  ]);
});

test('[settings] returns the set value before the manifest too', (t) => {
  const text = `local early = settings.get("feet")
    local all = settings.all().feet
    manifest { name = "A", kind = "drill", settings = { { key = "feet", type = "int", min = 3, max = 9 } } }
    function ext.start() print(early, all, settings.get("feet")) end`;
  const loaded = loadScript(lua, text, { ...CHECK_INPUT, settings: { feet: 5 } });
  t.deepEqual(loaded.ok && logsOf(loaded.script.call('start', [], 0)), ['5 5 5']);
});

test('[players] clamps a player set before the manifest to its maximum', (t) => {
  const text = 'players.set(4) manifest { name = "A", kind = "drill", players = { 1, 2 } }';
  const loaded = loadScript(lua, text, CHECK_INPUT);
  t.is(loaded.ok && loaded.script.current(), 1);
});

const DRAWS =
  'print(random.int(1, 1000000), random.float(), math.random(), math.random(6), math.random(5, 9), random.pick { 1, 2, 3, 4, 5 }, table.unpack(random.shuffle { 1, 2, 3, 4, 5, 6 }))';

test('[random] the same seed draws the same on every machine, another seed differs', async (t) => {
  const first = logged(DRAWS, { seed: 7 });
  t.deepEqual(logged(DRAWS, { seed: 7 }), first);
  const fresh = await loadLua();
  t.deepEqual(logsOf(startBody(fresh, `function ext.start() ${DRAWS} end`, { seed: 7 }).call('start', [], 0)), first);
  t.notDeepEqual(logged(DRAWS, { seed: 8 }), first);
});

test('[random] numbers stay in their range and reach its ends', (t) => {
  const script = startBody(
    lua,
    `function ext.start()
      local seen = {}
      for _ = 1, 300 do local n = random.int(-1, 1) assert(math.type(n) == "integer") seen[n] = true local f = random.float() assert(f >= 0 and f < 1)
        local m = math.random(3) assert(m >= 1 and m <= 3) end
      assert(seen[-1] and seen[0] and seen[1] and not seen[2] and not seen[-2])
      assert(random.int(5, 5) == 5 and random.pick {} == nil and #random.shuffle {} == 0)
      local sum = 0 for _, n in ipairs(random.shuffle { 1, 2, 4, 8 }) do sum = sum + n end assert(sum == 15)
      local inner = random.pick { { a = { 1, 2 } } } assert(inner.a[2] == 2)
    end`,
  );
  t.is(endOfCall(script.call('start', [{}], 0)), 'ok');
});

test('[device] returns its name, units, time and version', (t) => {
  const script = startBody(
    lua,
    'function ext.start() print(device.name(), device.units(), device.now_ms(), device.api()) end',
    {
      device_name: 'Den',
      units: 'metric',
    },
  );
  t.deepEqual(logsOf(script.call('start', [{}], 1234.4)), ['Den metric 1234 1']);
});
