// The memory of a script: 262,144 bytes beyond its compiled code, whatever the size of its text (C39).

import test from 'ava';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua, machineOf } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Script } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT } from '../../../firmware/extension-runtime/session.ts';
import { MANIFEST, checkBody, endOfCall, endOfVerdict, startBody } from '../../support/extension-script.ts';
import { CODE_KINDS, DATA_KINDS, textOfBytes } from '../../support/extension-texts.ts';

const TEXT = 65_536;
const HEAP = 262_144;
const lua = await loadLua();

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Takes so many bytes of text at once, in parts that `string.rep` makes. */
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
  test(`[C39] 65,536 bytes of ${kind.what} load and leave 250,000 bytes to what they need`, (t) => {
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
  test(`[C39] 65,536 bytes of ${kind.what} load, though what they make is counted`, (t) => {
    const text = textOfBytes(kind, TEXT);
    t.is(bytesOf(text), TEXT);
    const verdict = checkText(lua, text);
    t.is(endOfVerdict(verdict), 'ok');
    t.true(verdict.ok && verdict.heap_bytes > 4000 && verdict.heap_bytes <= HEAP);
  });

test('[C38] 65,536 bytes of UTF-8 load, 65,537 are refused with both numbers', (t) => {
  for (const kind of [...CODE_KINDS, ...DATA_KINDS]) {
    const text = textOfBytes(kind, TEXT + 1);
    t.is(bytesOf(text), TEXT + 1);
    t.deepEqual(checkText(lua, text), {
      ok: false,
      problem: {
        code: 'text_too_large',
        message: 'The text has 65537 bytes: 65536 are allowed.',
        line: null,
      },
    });
  }
});

test('[C38] bytes are counted, not characters', (t) => {
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

/** Takes so many bytes, each text at once and without a spare: whatever fits is still there afterwards. */
const TAKE_EXACTLY = `local big, parts = ("x"):rep(4000), {}
function ext.key(bytes)
  for i = 1, bytes // 3000 do parts[i] = big:sub(1, 2900 + i) end
  parts[#parts + 1] = big:sub(1, 100 + bytes % 3000)
end`;

test('[R119] 262,144 bytes fit and one more does not: it ends the script, and not the machine', (t) => {
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
  t.is(endOfVerdict(checkBody(lua, '')), 'ok', 'and the machine runs on');
});

test('[R119] a script that is out of memory is told so at its line', (t) => {
  const called = startBody(
    lua,
    `${TAKE}\nfunction ext.start() local t = {}\nfor i = 1, 100000 do\ntable.insert(t, {}) end end`,
  ).call('start', [{}], 0);
  t.like(called.ok ? null : called.failure, { kind: 'memory', message: 'not enough memory', line: 10 });
});

test('[R119] a script never has more than its limit, whatever it tries', (t) => {
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
  t.true(script.used().heap_bytes < HEAP - 50_000, 'what nobody holds is given back');
});

test('[R119] what was thrown away is not counted: a thousand times 100,000 bytes', (t) => {
  const script = startBody(lua, TAKE);
  for (let n = 0; n < 1000; n++) if (take(script, 100_000) !== 'ok') t.fail(`round ${n}`);
  t.pass();
});

test('[C39] what the compiler leaves behind is not counted', (t) => {
  const [short, long] = ['', `local s = [[${'x'.repeat(100)}]]\n--${'y'.repeat(60_000)}`].map((text) => {
    const script = start(`${MANIFEST}\n${text}\n${TAKE}`);
    let fits = 0;
    for (let step = 65_536; step >= 1; step /= 2) while (take(script, fits + step) === 'ok') fits += step;
    return fits;
  });
  t.true(Math.abs((long ?? 0) - (short ?? 0)) < 500, `${short} and ${long}`);
});

const LEAKS: readonly (readonly [what: string, body: string])[] = [
  ['functions for verbs that want none', 'for _ = 1, 500 do pcall(log.info, function() end) end'],
  ['functions where there are too many arguments', 'for _ = 1, 500 do pcall(timer.cancel, 1, function() end) end'],
  ['timers that are ended', 'for _ = 1, 500 do timer.cancel(timer.after(1000, function() end)) end'],
  ['functions that are given back', 'return function() end'],
  ['tables that are given back', 'return { function() end, {} }'],
  ['coroutines', 'for _ = 1, 20 do coroutine.wrap(function() coroutine.yield() end)() end'],
  ['manifests', 'pcall(manifest, function() end)'],
];

for (const [what, body] of LEAKS)
  test(`[R119] nothing is left behind by ${what}`, (t) => {
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

test('[R119] timers that have fired leave nothing behind', (t) => {
  const script = startBody(lua, 'function ext.update() for _ = 1, 16 do timer.after(1, function() end) end end');
  for (let n = 0; n < 2000; n++) {
    t.is(endOfCall(script.call('update', [0.03], n)), 'ok');
    t.is(endOfCall(script.tick(n + 1)), 'ok');
  }
});

test('[R119] a machine gets back all that closed scripts had', (t) => {
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

test('[R119] a machine that runs out of its own memory breaks one script, and a fresh one works', async (t) => {
  const broken = await loadLua();
  const machine = machineOf(broken);
  const script = startBody(broken, TAKE);
  const realloc = '_realloc';
  Reflect.set(broken.module, realloc, () => {
    throw new Error('no more');
  });
  const called = script.call('key', [100_000], 0);
  t.is(!called.ok && called.failure.kind, 'dead');
  t.regex(called.ok ? '' : called.failure.message, /broke its machine/);
  t.is(endOfCall(script.call('draw', [], 0)), 'dead');
  t.notThrows(() => {
    script.close();
  });
  t.true(machine.memory().length > 0);
  t.is(endOfVerdict(checkBody(await loadLua(), '')), 'ok');
});
