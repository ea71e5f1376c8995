// Report to the author of an extension that stopped: its callback, its line, and the source around it.

import test from 'ava';
import { sourceAround } from '../../../firmware/extension-runtime/failure.ts';
import type { ExtensionView } from '../../../firmware/extension/extension.ts';
import type { DeviceFixture } from '../../support/device/device-fixture.ts';
import { extensionFixture, install, manifestOf } from '../../support/extension/extension-fixture.ts';
import { choose } from '../../support/device/play.ts';

const FAILING = (callback: string, body: string): string => `${manifestOf('Probe')}
local score = nil
function ext.${callback}
  ${body}
end
function ext.draw() canvas.text("drawn", 20, 40) end
`;

type Failure = ExtensionView['failure'];

async function failureOf(text: string, provoke: (fixture: DeviceFixture) => Promise<unknown>): Promise<Failure> {
  const fixture = await extensionFixture();
  await install(fixture, text);
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  await provoke(fixture);
  const failure = fixture.device.extension()?.failure ?? null;
  await fixture.stop();
  return failure;
}

test('[C89] reports the callback, the line and the source around a failure', async (t) => {
  const rows = [
    ['start', 'start()', (fixture: DeviceFixture) => fixture.clock.advance(20)],
    ['key', 'key()', (fixture: DeviceFixture) => fixture.press('ok')],
    ['update', 'update()', (fixture: DeviceFixture) => fixture.clock.advance(100)],
  ] as const;
  for (const [callback, head, provoke] of rows) {
    const failure = await failureOf(FAILING(head, 'score = score + 1'), provoke);
    t.like(failure, { callback, line: 5 }, callback);
    t.regex(failure?.message ?? '', /^attempt to perform arithmetic on a nil value/);
    t.deepEqual(failure?.source, [
      { line: 2, text: '', marked: false },
      { line: 3, text: 'local score = nil', marked: false },
      { line: 4, text: `function ext.${head}`, marked: false },
      { line: 5, text: '  score = score + 1', marked: true },
      { line: 6, text: 'end', marked: false },
      { line: 7, text: 'function ext.draw() canvas.text("drawn", 20, 40) end', marked: false },
      { line: 8, text: '', marked: false },
    ]);
  }
});

test('[C89] distinguishes a timer and the picture from the callback before them', async (t) => {
  const timer = FAILING('start()', 'timer.after(50, function() error("rang") end)');
  const rang = await failureOf(timer, (fixture) => fixture.clock.advance(100));
  t.like(rang, { callback: 'timer', line: 5, message: 'rang' });
  const picture = `${manifestOf('Probe')}local n = 0\nfunction ext.key() n = 1 end\nfunction ext.draw() if n > 0 then error("bent") end end`;
  const drawn = await failureOf(picture, (fixture) => fixture.press('ok'));
  t.like(drawn, { callback: 'draw', line: 4, message: 'bent' });
});

test('[C89] a running extension has no failure, and one that ran too long has its line', async (t) => {
  const looping = FAILING('key()', 'while true do end');
  t.is(await failureOf(looping, (fixture) => fixture.clock.advance(20)), null);
  const stopped = await failureOf(looping, (fixture) => fixture.press('ok'));
  t.like(stopped, { callback: 'key', line: 5, message: 'took too long' });
});

test('[C89] lists the calls leading to it, innermost first, without internal frames', async (t) => {
  const nested = `${manifestOf('Probe')}
local function add(to, what)
  return to + what
end
local function score(what)
  local each = { add = function(a)
    local sum = add(a, what)
    return sum
  end }
  local sum = each.add(1)
  return sum
end
function ext.key()
  score(nil)
end
`;
  const failure = await failureOf(nested, (fixture) => fixture.press('ok'));
  t.deepEqual(failure?.calls, [
    { line: 4, name: 'add' },
    { line: 8, name: 'add' },
    { line: 11, name: 'score' },
    { line: 15, name: null },
  ]);
});

test('[C89] lists at most ten calls of an extension that ran too long', async (t) => {
  const rows = [
    ['local function deep(n) if n == 0 then while true do end end local x = deep(n - 1) return x end', 'deep(30)', 10],
    ['local function work() canvas.text("much", 1, 1) end', 'while true do pcall(work) end', 1],
    ['local function work() while true do canvas.text("much", 1, 1) end end', 'work()', 2],
  ] as const;
  for (const [before, body, count] of rows) {
    const text = FAILING('key()', `${before}\n  ${body}`);
    const failure = await failureOf(text, (fixture) => fixture.press('ok'));
    t.is(failure?.callback, 'key');
    t.true((failure?.calls.length ?? 0) >= count, `${body}: ${JSON.stringify(failure)}`);
    t.true((failure?.calls.length ?? 0) <= 10);
    t.is(failure?.calls[0]?.line, failure?.line ?? undefined, `${body}: ${JSON.stringify(failure)}`);
  }
});

test('[C89] source text stops at its end, cuts long lines, and is empty for a missing line', (t) => {
  const marked = (text: string, line: number | null): readonly (readonly [number, string, boolean])[] =>
    sourceAround(text, line).map((each) => [each.line, each.text, each.marked]);
  t.deepEqual(marked('a\r\nb\tc', 1), [[1, 'a', true], [2, 'b  c', false]]); // oxfmt-ignore
  t.deepEqual(marked('x'.repeat(201), 1), [[1, `${'x'.repeat(200)}…`, true]]);
  for (const line of [null, 0, 3]) t.deepEqual(marked('a\nb', line), []);
});
