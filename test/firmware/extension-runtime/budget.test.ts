// Instruction budget of a script: counted exactly, identical on every machine, and inescapable by catching errors.

import test, { type ExecutionContext } from 'ava';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua, type LuaWasm } from '../../../firmware/extension-runtime/lua/wasm.ts';
import {
  callBody,
  checkBody,
  endOfCall,
  endOfVerdict,
  startBody,
  withManifest,
} from '../../support/extension/extension-script.ts';

const TOP_LEVEL = 2_000_000;
const CALLBACK = 300_000;
const lua = await loadLua();

/** Returns the largest number that fits, by bisection; every smaller number fits too. */
function largest(fits: (n: number) => boolean, beyond: number): number {
  let [low, high] = [0, beyond];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns a loop whose iterations cost one instruction each. */
const turns = (n: number): string => `for _ = 1, ${n} do end`;

const LOOPS: readonly (readonly [what: string, body: (n: number) => string])[] = [
  ['a loop', turns],
  ['a loop in a pcall', (n) => `pcall(function() ${turns(n)} end)`],
  ['a loop in a coroutine', (n) => `coroutine.wrap(function() ${turns(n)} end)()`],
  ['two loops', (n) => `${turns(Math.ceil(n / 2))} ${turns(Math.floor(n / 2))}`],
];

for (const [what, body] of LOOPS) {
  test(`[R121] limits the top level to 2 million instructions, to within 3,000: ${what}`, (t) => {
    t.is(endOfVerdict(checkBody(lua, body(TOP_LEVEL - 3000))), 'ok');
    t.is(endOfVerdict(checkBody(lua, body(TOP_LEVEL))), 'budget');
  });
  test(`[R122] limits a callback to 300,000 instructions: ${what}`, (t) => {
    t.is(endOfCall(callBody(lua, body(CALLBACK - 3000))), 'ok');
    t.is(endOfCall(callBody(lua, body(CALLBACK))), 'budget');
  });
}

const EXPENSIVE: readonly (readonly [what: string, body: string, fits: number, beyond: number])[] = [
  ['a verb that refuses', 'pcall(canvas.text)', 500, 1000],
  ['a roll', 'roll.predict(3, 0, 10)', 50, 100],
  ['a table that is given', 'canvas.size()', 1000, 2000],
];

for (const [what, body, fits, beyond] of EXPENSIVE) {
  test(`[R122] counts work that the device does for a script: ${what}`, (t) => {
    const times = (n: number): string => `for _ = 1, ${n} do ${body} end`;
    t.is(endOfCall(callBody(lua, times(fits))), 'ok');
    t.is(endOfCall(callBody(lua, times(beyond))), 'budget');
  });
}

test('[R121] the last loop that fits is the same on every machine and after any other script', async (t) => {
  const fits = (on: LuaWasm) => (n: number) => checkBody(on, turns(n)).ok;
  const last = largest(fits(lua), TOP_LEVEL);
  for (let round = 0; round < 3; round++) {
    const fresh = await loadLua();
    callBody(fresh, 'local t = {} for i = 1, 1000 * 7 do t[i] = i end');
    t.true(fits(fresh)(last) && !fits(fresh)(last + 1), `round ${round}`);
  }
  t.true(TOP_LEVEL - last < 2000);
});

const BUSY = `local names, total = { alpha = 1, beta = 2, gamma = 3, delta = 4, epsilon = 5 }, 0
  for _ = 1, 2000 do for name, value in pairs(names) do total = total + value * #name end end
  local co = coroutine.wrap(function() for i = 1, 500 do coroutine.yield(i) end end)
  for _ = 1, 400 do total = total + co() end
  for word in ("one two three four"):gmatch("%a+") do total = total + #word end
  canvas.path("M0 0L10 10") log.info(total)`;

test('[R121] the same text counts the same on every run and machine', async (t) => {
  const counts = [lua, lua, await loadLua(), await loadLua()].map((on) => {
    const verdict = checkBody(on, BUSY);
    return verdict.ok ? [verdict.instructions, verdict.heap_bytes] : [];
  });
  t.is(counts[0]?.length, 2);
  for (const count of counts) t.deepEqual(count, counts[0]);
});

test('[R121] pairs iterates in the same order on every machine', async (t) => {
  const body = `local words, keys = {}, {} for word in ("a bb ccc dddd eagle fox goose hare"):gmatch("%a+") do words[word] = true end
    for word in pairs(words) do keys[#keys + 1] = word end error(table.concat(keys, " "), 0)`;
  const orders = [lua, lua, await loadLua(), await loadLua()].map((on) => endOfVerdict(checkBody(on, body)));
  t.is(orders[0]?.split(' ').length, 8);
  t.is(new Set(orders).size, 1, orders.join(' | '));
});

test('[R121] tostring of a table reveals no address', (t) => {
  const body = `local co = coroutine.create(print)
    error(table.concat({ tostring({}), tostring(print), tostring(co), ("%s %s"):format({}, co) }, " "), 0)`;
  t.is(endOfCall(callBody(lua, body)), 'table function thread table thread');
});

test('[R121] exceeding the limit reports a code, a sentence and a line', (t) => {
  const verdict = checkText(lua, withManifest('\nlocal function forever()\n  while true do end\nend\nforever()'));
  t.deepEqual(verdict, {
    ok: false,
    problem: {
      code: 'runaway_top_level',
      message: 'The top level runs more than 2,000,000 instructions.',
      line: 4,
    },
  });
});

/** Returns how often a script caught the end of its budget before it was stopped. */
function caught(t: ExecutionContext, loop: string): number {
  const script = startBody(
    lua,
    `local caught = 0
    local function forever() while true do end end
    function ext.start() ${loop} end
    function ext.key() return caught end`,
  );
  t.is(endOfCall(script.call('start', [{}], 0)), 'budget', loop);
  const result = script.call('key', [], 0);
  script.close();
  return result.ok && typeof result.value === 'number' ? result.value : Number.NaN;
}

test('[R121] catching errors does not extend the budget', (t) => {
  t.is(caught(t, 'while true do pcall(forever) caught = caught + 1 end'), 0);
  t.true(caught(t, 'while true do coroutine.resume(coroutine.create(forever)) caught = caught + 1 end') <= 1);
  t.true(caught(t, 'while true do pcall(coroutine.wrap(forever)) caught = caught + 1 end') <= 1);
  t.true(
    caught(
      t,
      `local all = {} for i = 1, 50 do all[i] = coroutine.create(forever) end
      while true do for i = 1, 50 do coroutine.resume(all[i]) caught = caught + 1 end end`,
    ) <= 1000,
  );
});

test('[R122] a refused allocation counts, since Lua runs a full collection each time', (t) => {
  const fill = 'local t = {} pcall(function() while true do t[#t + 1] = {} end end)';
  const refused = caught(t, `${fill} while true do pcall(string.rep, "x", 60000) caught = caught + 1 end`);
  t.true(refused > 0 && refused < 40, `${refused}`);
});

test('[R121] a stopped coroutine whose error is swallowed still ends the script', (t) => {
  const swallowed = 'coroutine.resume(coroutine.create(function() while true do end end))';
  t.is(endOfVerdict(checkBody(lua, swallowed)), 'budget');
  t.is(endOfCall(callBody(lua, swallowed)), 'budget');
});

test('[R122] each callback has its own budget', (t) => {
  const script = startBody(lua, `function ext.update() ${turns(200_000)} end`);
  for (let n = 0; n < 5; n++) t.is(endOfCall(script.call('update', [0.03], n)), 'ok');
  t.true(script.used().instructions >= 200_000 && script.used().instructions < 202_000);
});

test('[R122] each timer has its own budget', (t) => {
  const script = startBody(lua, `for _ = 1, 4 do timer.every(100, function() ${turns(200_000)} end) end`);
  t.is(endOfCall(script.tick(100)), 'ok');
});

test('[R122] verbs count the same each time, allow a rich picture, and charge text by length', (t) => {
  const marks = (n: number): string => endOfCall(callBody(lua, `for i = 1, ${n} do canvas.rect(0, 0, 1, 1) end`));
  const most = largest((n) => marks(n) === 'ok', 100_000);
  t.true(most >= 1500 && most <= 6000, `${most} marks`);
  t.is(marks(most), 'ok');
  t.is(marks(most + 1) === 'ok', false);
  const logs = (length: number): number =>
    largest(
      (n) => endOfCall(callBody(lua, `local s = ("x"):rep(${length}) for _ = 1, ${n} do log.info(s) end`)) === 'ok',
      100_000,
    );
  t.true(logs(10) > 100 * logs(10_000));
});

test('[R122] a typical frame takes less than a tenth of the instructions of a callback', (t) => {
  const script = startBody(
    lua,
    `function ext.draw()
      canvas.clear("#102030")
      for i = 1, 20 do canvas.text("Player " .. i .. ": " .. i * 3 .. " ft", 20, 14 * i, { size = 14, align = "left" }) end
      for i = 1, 40 do canvas.circle(i * 10, 100, 4, { fill = "#ffffff" }) end
      for i = 1, 10 do canvas.path("M0 0L10 10 20 0C5 5 6 6 7 7Z", { x = i * 40, y = 200, fill = 0xff8800 }) end
      local p = roll.predict(3, 1, 20) canvas.line(0, 0, p.x_ft, p.y_ft)
    end`,
  );
  const called = script.call('draw', [], 0);
  t.is(endOfCall(called), 'ok');
  t.is(called.effects.frame?.length, 72);
  t.true(script.used().instructions < CALLBACK / 10, `${script.used().instructions}`);
});

test('[R122] comparing long texts counts by their length', (t) => {
  const body = `local a = ("x"):rep(60000) local b = ("x"):rep(59999) .. "x" for _ = 1, 5000 do local smaller = a < b end`;
  t.is(endOfCall(callBody(lua, body)), 'budget');
});
