// Values of `ext.target`: each field, each limit from both sides, and each wrong value as an error at the line that returned it.

import test from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { declaredTarget, targetFrom } from '../../../firmware/extension-runtime/target.ts';
import { startBody } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

/** Returns the parsed target, or the line and message of its error. */
function given(body: string): unknown {
  const script = startBody(lua, `function ext.target(player)\n${body}\nend`);
  const called = script.call('target', [1], 0);
  script.close();
  if (called.ok) return declaredTarget(targetFrom(called.value));
  const { callback, kind, line, message } = called.failure;
  return `${callback} ${kind} ${line}: ${message}`;
}

const hole = (fields: object): object => ({ kind: 'hole', distance_ft: 6, hole: 0, stroke: 0, ...fields });

const RIGHT: readonly (readonly [body: string, declared: unknown])[] = [
  ['', null],
  ['return nil', null],
  ['return {}', null],
  ['return { kind = "hole" }', null],
  ['return { distance_ft = 6 }', null],
  ['return { kind = "hole", distance_ft = 6 }', hole({})],
  ['return { kind = "station", distance_ft = 6 }', hole({ kind: 'station' })],
  ['return { kind = "hole", distance_ft = 0.1 }', hole({ distance_ft: 0.1 })],
  ['return { kind = "hole", distance_ft = 300 }', hole({ distance_ft: 300 })],
  ['return { kind = "hole", distance_ft = 6, hole = 0, stroke = 99 }', hole({ stroke: 99 })],
  ['return { kind = "hole", distance_ft = 6, hole = 99, stroke = 1 }', hole({ hole: 99, stroke: 1 })],
  ['return { kind = "hole", distance_ft = 6, hole = 18.0 }', hole({ hole: 18 })],
];

for (const [body, declared] of RIGHT)
  test(`[R130] accepts a target: ${body || 'nothing'}`, (t) => {
    t.deepEqual(given(body), declared);
  });

const DISTANCE = 'target.distance_ft must be a number from 0.1 to 300, not ';
const WRONG: readonly (readonly [value: string, message: string])[] = [
  ['{ kind = "cup" }', 'target.kind must be one of hole, station, not "cup"'],
  ['{ kind = "Hole", distance_ft = 6 }', 'target.kind must be one of hole, station, not "Hole"'],
  ['{ kind = 1 }', 'target.kind must be one of hole, station, not 1'],
  ['{ kind = true }', 'target.kind must be one of hole, station, not boolean'],
  ['{ distance_ft = "5" }', `${DISTANCE}"5"`],
  ['{ distance_ft = 0 }', `${DISTANCE}0`],
  ['{ distance_ft = -6 }', `${DISTANCE}-6`],
  ['{ distance_ft = 0.0999 }', `${DISTANCE}0.0999`],
  ['{ distance_ft = 300.001 }', `${DISTANCE}300.001`],
  ['{ distance_ft = 400 }', `${DISTANCE}400`],
  ['{ distance_ft = 0/0 }', `${DISTANCE}nan`],
  ['{ distance_ft = 1/0 }', `${DISTANCE}inf`],
  ['{ distance_ft = { 5 } }', `${DISTANCE}table`],
  ['{ distance_ft = print }', `${DISTANCE}function`],
  ['{ hole = 1.5 }', 'target.hole must be a whole number from 0 to 99, not 1.5'],
  ['{ hole = -1 }', 'target.hole must be a whole number from 0 to 99, not -1'],
  ['{ stroke = 100 }', 'target.stroke must be a whole number from 0 to 99, not 100'],
  ['{ stroke = "1" }', 'target.stroke must be a whole number from 0 to 99, not "1"'],
  ['{ distance = 6 }', 'target has no field distance; allowed: kind, distance_ft, hole, stroke'],
  ['{ 6 }', 'target has no field [1]; allowed: kind, distance_ft, hole, stroke'],
  ['6', 'target must be a table, not 6'],
  ['0/0', 'target must be a table, not nan'],
  ['"hole"', 'target must be a table, not "hole"'],
  ['false', 'target must be a table, not boolean'],
  ['print', 'target must be a table, not function'],
  ['(coroutine.create(print))', 'its result is a coroutine or a userdata, which the device does not accept'],
  [
    '{ distance_ft = coroutine.create(print) }',
    'its result is a coroutine or a userdata, which the device does not accept',
  ],
  ['{ hole = { { { { { { {} } } } } } } }', 'its result is nested too deeply'],
  ['{ [1.5] = 6 }', 'its result has a key that is neither a string nor an integer'],
  ['{ [true] = 6 }', 'its result has a key that is neither a string nor an integer'],
  ['{ [2] = 6 }', 'its result is a list with a gap at 1'],
  ['(setmetatable({}, { __index = { distance_ft = 400 } }))', `${DISTANCE}400`],
  [
    '(setmetatable({}, { __index = setmetatable({}, { __index = { kind = "cup" } }) }))',
    'target.kind must be one of hole, station, not "cup"',
  ],
];

for (const [value, message] of WRONG)
  test(`[C155] refuses a target at the line that returned it: ${value}`, (t) => {
    t.is(given(`\nif player == 2 then return nil end\nreturn ${value}`), `target error 5: ${message}`);
  });

test('[C155] reports the line of the executed return, in the function that built the target', (t) => {
  const early = 'if player == 1 then\nreturn { kind = "cup" }\nend\nreturn nil';
  t.regex(String(given(early)), /^target error 4: /);
  const helper =
    'local function built()\nlocal one = math.max(1, 2)\nreturn one\nend\nlocal n = built()\nreturn { hole = -n }';
  t.regex(String(given(helper)), /^target error 8: /);
  const tail = 'local function built()\nreturn 7\nend\nreturn built()';
  t.regex(String(given(tail)), /^target error 4: /);
});

test('[C155] reports the line of ext.target if a library function returned the target', (t) => {
  t.regex(String(given('\nreturn tostring(7)')), /^target error 2: target must be a table/);
});

test('[C155] a target that no script line returned has no line', (t) => {
  const script = startBody(lua, 'ext.target = function() return nil end\nlocal one = 1\next.target = tostring');
  const called = script.call('target', [1], 0);
  t.like(called.ok ? null : called.failure, { line: null, message: 'target must be a table, not "1"' });
  script.close();
});
