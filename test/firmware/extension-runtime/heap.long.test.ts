// The heap limit of a script: 262,144 bytes beyond its compiled code, regardless of the size of its source (C39).

import test from 'ava';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua, machineOf } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Script } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT } from '../../../firmware/extension-runtime/session.ts';
import {
  MANIFEST,
  checkBody,
  endOfCall,
  endOfVerdict,
  startBody,
  withManifest,
} from '../../support/extension/extension-script.ts';
import { CODE_KINDS, DATA_KINDS, textOfBytes } from '../../support/extension/extension-texts.ts';

const TEXT = 65_536;
const HEAP = 262_144;
const lua = await loadLua();

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Script that allocates `bytes` of strings in one call, in chunks made by `string.rep`. */
const TAKE = `function ext.key(bytes)
  local parts = {}
  for i = 1, bytes // 4000 do parts[i] = ("x"):rep(4000) end
  parts[#parts + 1] = ("x"):rep(bytes % 4000)
  return #parts
end`;

function start(text: string): Script {
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded.script;
}

const take = (script: Script, bytes: number): string => endOfCall(script.call('key', [bytes], 0));

for (const kind of CODE_KINDS)
  test(`[C39] a script of 65,536 bytes of ${kind.what} loads and leaves 250,000 bytes minus its own use`, (t) => {
    const text = textOfBytes(kind, TEXT, TAKE);
    t.is(bytesOf(text), TEXT);
    const script = start(text);
    const { heap_bytes } = script.used();
    t.true(heap_bytes < HEAP, `${heap_bytes}`);
    t.is(take(script, HEAP - heap_bytes - 12_000), 'ok', `beside ${heap_bytes}`);
    t.is(take(script, HEAP), 'memory');
    script.close();
  });

for (const kind of DATA_KINDS)
  test(`[C39] a script of 65,536 bytes of ${kind.what} loads, although the data that it creates counts`, (t) => {
    const text = textOfBytes(kind, TEXT);
    t.is(bytesOf(text), TEXT);
    const verdict = checkText(lua, text);
    t.is(endOfVerdict(verdict), 'ok');
    t.true(verdict.ok && verdict.heap_bytes > 4000 && verdict.heap_bytes <= HEAP);
  });

test('[C38] loads 65,536 bytes of UTF-8 and refuses 65,537, naming both numbers', (t) => {
  for (const kind of [...CODE_KINDS, ...DATA_KINDS]) {
    const text = textOfBytes(kind, TEXT + 1);
    t.is(bytesOf(text), TEXT + 1);
    t.deepEqual(checkText(lua, text), {
      ok: false,
      problem: {
        code: 'text_too_large',
        message: 'The text has 65537 bytes; at most 65536 are allowed.',
        line: null,
      },
    });
  }
});

test('[C38] counts bytes, not characters', (t) => {
  const room = TEXT - bytesOf(`${MANIFEST}--`);
  t.is(endOfVerdict(checkText(lua, `${MANIFEST}--${'é'.repeat(Math.floor(room / 2))}`)), 'ok');
  t.regex(endOfVerdict(checkText(lua, `${MANIFEST}--${'é'.repeat(Math.floor(room / 2) + 1)}`)), /65536 are allowed/);
});

test('[C39] a large text keeps its line numbers', (t) => {
  const [kind] = CODE_KINDS;
  const text = textOfBytes(kind ?? { part: () => '' }, TEXT, 'function ext.start() error("here") end');
  const line = text.slice(0, text.indexOf('error("here")')).split('\n').length;
  const called = start(text).call('start', [{}], 0);
  t.true(line > 500);
  t.like(called.ok ? null : called.failure, { kind: 'error', message: 'here', line });
});

/** Script that takes exactly `bytes`, without spare buffers; everything that fits stays allocated. */
const TAKE_EXACTLY = `local big, parts = ("x"):rep(4000), {}
function ext.key(bytes)
  for i = 1, bytes // 3000 do parts[i] = big:sub(1, 2900 + i) end
  parts[#parts + 1] = big:sub(1, 100 + bytes % 3000)
end`;

test('[R119] 262,144 bytes fit; one more ends the script but not the machine', (t) => {
  const taken = (bytes: number): readonly [end: string, heap_bytes: number] => {
    const script = startBody(lua, TAKE_EXACTLY);
    const end = take(script, bytes);
    const { heap_bytes } = script.used();
    t.is(endOfCall(script.call('draw', [], 0)), 'ok', 'the script can still be called');
    script.close();
    return [end, heap_bytes];
  };
  let [fits, fails] = [0, 2 * HEAP];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (taken(middle)[0] === 'ok') fits = middle;
    else fails = middle;
  }
  t.deepEqual(taken(fits - 1), ['ok', HEAP - 1]);
  t.deepEqual(taken(fits), ['ok', HEAP]);
  t.is(taken(fails)[0], 'memory');
  t.true(taken(fails)[1] <= HEAP);
  t.is(endOfVerdict(checkBody(lua, '')), 'ok', 'the machine keeps running');
});

test('[R119] a script that runs out of memory gets an error at its line', (t) => {
  const called = startBody(
    lua,
    `${TAKE}\nfunction ext.start() local t = {}\nfor i = 1, 100000 do\ntable.insert(t, {}) end end`,
  ).call('start', [{}], 0);
  t.like(called.ok ? null : called.failure, { kind: 'memory', message: 'not enough memory', line: 10 });
});

test('[R119] a script never exceeds its limit regardless of what it tries', (t) => {
  const script = startBody(
    lua,
    `local kept = {}
    function ext.update() for _ = 1, 25 do pcall(function() kept[#kept + 1] = ("x"):rep(3000) .. #kept end) end end
    function ext.key() for i = #kept, 1, -1 do kept[i] = nil end end`,
  );
  for (let n = 0; n < 10; n++) {
    script.call('update', [0.03], n);
    t.true(script.used().heap_bytes <= HEAP, `${script.used().heap_bytes}`);
  }
  t.true(script.used().heap_bytes > HEAP - 10_000);
  t.is(endOfCall(script.call('key', [], 0)), 'ok');
  t.is(endOfCall(script.call('update', [0.03], 0)), 'ok');
  t.true(script.used().heap_bytes < HEAP - 50_000, 'unused memory is freed');
});

test('[R119] freed memory does not count: a thousand times 100,000 bytes', (t) => {
  const script = startBody(lua, TAKE);
  for (let n = 0; n < 1000; n++) if (take(script, 100_000) !== 'ok') t.fail(`round ${n}`);
  t.pass();
});

test('[C39] memory that the compiler leaves behind does not count', (t) => {
  const [short, long] = ['', `local s = [[${'x'.repeat(100)}]]\n--${'y'.repeat(60_000)}`].map((text) => {
    const script = start(`${MANIFEST}\n${text}\n${TAKE}`);
    let fits = 0;
    for (let step = 65_536; step >= 1; step /= 2) while (take(script, fits + step) === 'ok') fits += step;
    return fits;
  });
  t.true(Math.abs((long ?? 0) - (short ?? 0)) < 500, `${short} and ${long}`);
});

/** Returns a script that holds `live` bytes of data in strings of 3,000 bytes while it creates short-lived strings. */
const beside = (live: number, body: string): string => `local big = ("x"):rep(3000) live = {}
for i = 1, ${Math.floor(live / 3024)} do live[i] = big:sub(1, 2990) .. ("%010d"):format(i) end
local many = {} for i = 1, 200 do many[i] = "word" .. i end
local text = ("ab c"):rep(1000)
function ext.key() for i = 1, 30 do local s = ${body} end end`;

const TEXT_MAKERS = [
  'text:rep(2)',
  'text:upper()',
  'text:reverse()',
  'text:gsub("^%a", "x")',
  'table.concat(many, text:sub(1, 10))',
  '("%s%s"):format(text, text)',
  '("%q"):format(text)',
  'string.pack("s4s4", text, text)',
  'utf8.char(many[1]:byte(), 0x20ac, 0x10ffff):rep(500)',
  'string.char(text:byte(1, 200)):rep(20)',
  'text .. i',
];

for (const body of TEXT_MAKERS)
  test(`[R119] 200,000 bytes of live data leave room for short-lived texts: ${body}`, (t) => {
    const script = startBody(lua, beside(200_000, body));
    for (let n = 0; n < 20; n++) {
      const end = endOfCall(script.call('key', [], n));
      if (end !== 'ok') return t.fail(`call ${n}: ${end}`);
    }
    t.true(script.used().heap_bytes > 190_000 && script.used().heap_bytes <= HEAP);
    script.close();
    return undefined;
  });

test('[R119] a callback creates nearly as many short-lived strings with 191 KB of live data as without', (t) => {
  const turns = (live: number): number => {
    const script = startBody(
      lua,
      `live = {} for i = 1, ${live} do live[i] = ("x"):rep(1000) .. i end made = 0
      function ext.draw() made = 0 for i = 1, 5000 do local s = string.format("%s %d", ("q"):rep(1200), i) made = i end end
      function ext.key() error(made, 0) end`,
    );
    script.call('draw', [], 0);
    const made = Number(endOfCall(script.call('key', ['ok', 'down'], 0)));
    script.close();
    return made;
  };
  t.true(turns(191) > 0.75 * turns(0), `${turns(191)} of ${turns(0)}`);
});

test('[R119] a string that does not fit next to live data ends the script at its line', (t) => {
  const script = startBody(lua, `${beside(200_000, '1')}\nfunction ext.draw()\nlocal s = text:rep(15) end`);
  const called = script.call('draw', [], 0);
  t.like(called.ok ? null : called.failure, { kind: 'memory', line: 8 });
});

test('[R119] frees library buffers, filled or aborted, while live data is held', (t) => {
  const script = startBody(
    lua,
    `${beside(200_000, 'text:upper()')}
    function ext.draw() text:gsub("a", function() while true do end end) end`,
  );
  for (let n = 0; n < 500; n++) {
    const [filled, stopped] = [script.call('key', [], n), n % 10 === 0 ? script.call('draw', [], n) : null];
    t.is(endOfCall(filled), 'ok', `call ${n}`);
    if (stopped) t.is(endOfCall(stopped), 'budget', `call ${n}`);
  }
});

test('[R119] garbage makes room for a deep call or many values while live data is held', (t) => {
  const script = startBody(
    lua,
    `${beside(200_000, 'text .. i')}
    local function down(n) if n == 0 then return 0 end local x = down(n - 1) return x + 1 end
    function ext.draw() assert(down(150) == 150) assert(select("#", text:byte(1, 600)) == 600) end`,
  );
  for (let n = 0; n < 40; n++) {
    t.is(endOfCall(script.call('key', [], n)), 'ok', `call ${n}`);
    t.is(endOfCall(script.call('draw', [], n)), 'ok', `call ${n}`);
    t.true(script.used().heap_bytes <= HEAP);
  }
});

/** Returns the peak of the heap after `body` has run as a callback. */
function peakOf(body: string): number {
  const loaded = loadScript(lua, withManifest(`function ext.start() ${body} end`), CHECK_INPUT, true);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  const { script } = loaded;
  const end = endOfCall(script.call('start', [{}], 0));
  const peak = script.peakHeapBytes();
  script.close();
  if (end !== 'ok') throw new Error(end);
  return peak;
}

const churn = (times: number): string => `for i = 1, ${times} do local s = ("y"):rep(1000) .. i end`;
const PEAKS: readonly (readonly [what: string, body: string, least: number, most: number])[] = [
  ['values that are kept', 'kept = {} for i = 1, 40 do kept[i] = ("x"):rep(2500) .. i end', 100_000, 110_000],
  ['a lot of garbage', churn(300), 1000, 12_000],
  ['kept values and garbage', `kept = {} for i = 1, 40 do kept[i] = ("x"):rep(2500) .. i ${churn(20)} end`, 100_000, 130_000],
  ['values that are dropped again', `do local t = {} for i = 1, 40 do t[i] = ("x"):rep(2500) .. i end end ${churn(300)}`, 100_000, 110_000],
  ['a text and the buffer that builds it', 'local s = ("x"):rep(50000)', 100_000, 106_000],
]; // oxfmt-ignore

for (const [what, body, least, most] of PEAKS)
  test(`[R119] the peak of a heap is its largest simultaneous use: ${what}`, (t) => {
    const peak = peakOf(body);
    t.true(peak >= least && peak <= most, `${peak}`);
  });

test('[R119] measures a peak only if the script is loaded for that', (t) => {
  const script = startBody(lua, churn(300));
  t.is(script.peakHeapBytes(), 0);
  script.close();
});

const LEAKS: readonly (readonly [what: string, body: string])[] = [
  ['functions for verbs that take none', 'for _ = 1, 500 do pcall(log.info, function() end) end'],
  ['functions as surplus arguments', 'for _ = 1, 500 do pcall(timer.cancel, 1, function() end) end'],
  ['timers that are cancelled', 'for _ = 1, 500 do timer.cancel(timer.after(1000, function() end)) end'],
  ['functions that are returned', 'return function() end'],
  ['tables that are returned', 'return { function() end, {} }'],
  ['coroutines', 'for _ = 1, 20 do coroutine.wrap(function() coroutine.yield() end)() end'],
  ['manifests', 'pcall(manifest, function() end)'],
];

for (const [what, body] of LEAKS)
  test(`[R119] leaves nothing behind after ${what}`, (t) => {
    const script = startBody(lua, `function ext.update() ${body} end`);
    const rounds = body.includes('500') ? 60 : 30_000 / (body.includes('20') ? 20 : 1);
    for (let n = 0; n < rounds; n++) {
      const end = endOfCall(script.call('update', [0.03], n));
      if (end !== 'ok') {
        t.fail(`round ${n}: ${end}`);
        return;
      }
    }
    t.pass();
  });

test('[R119] fired timers leave nothing behind', (t) => {
  const script = startBody(lua, 'function ext.update() for _ = 1, 16 do timer.after(1, function() end) end end');
  for (let n = 0; n < 2000; n++) {
    t.is(endOfCall(script.call('update', [0.03], n)), 'ok');
    t.is(endOfCall(script.tick(n + 1)), 'ok');
  }
});

test('[R119] a machine regains all memory of closed scripts', (t) => {
  const text = textOfBytes(CODE_KINDS[0] ?? { part: () => '' }, TEXT);
  const machine = machineOf(lua);
  for (let n = 0; n < 20; n++) checkText(lua, text);
  const before = machine.memory().length;
  for (let n = 0; n < 200; n++) {
    checkText(lua, n % 2 === 0 ? text : `${MANIFEST} local t = {} while true do t[#t + 1] = {} end`);
    startBody(lua, 'function ext.start() error("x") end').close();
  }
  t.is(machine.memory().length, before);
});

test('[R119] a machine out of its own memory breaks one script, and a fresh one works', async (t) => {
  const broken = await loadLua();
  const machine = machineOf(broken);
  const script = startBody(broken, TAKE);
  const realloc = '_realloc';
  Reflect.set(broken.module, realloc, () => {
    throw new Error('no more');
  });
  const called = script.call('key', [100_000], 0);
  t.is(!called.ok && called.failure.kind, 'dead');
  t.regex(called.ok ? '' : called.failure.message, /runtime crashed/);
  t.is(endOfCall(script.call('draw', [], 0)), 'dead');
  t.notThrows(() => {
    script.close();
  });
  t.true(machine.memory().length > 0);
  t.is(endOfVerdict(checkBody(await loadLua(), '')), 'ok');
});
