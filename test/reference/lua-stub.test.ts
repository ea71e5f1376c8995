// The editor's stub file: its tables have the fields of the runtime, and it is valid Lua.

import test from 'ava';
import { checkText } from '../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { CALLBACKS } from '../../firmware/extension-runtime/prelude.ts';
import { CHECK_INPUT } from '../../firmware/extension-runtime/session.ts';
import { createStrokeOf } from '../../firmware/extension-runtime/strike.ts';
import type { PartialTarget } from '../../firmware/extension-runtime/target.ts';
import { assertDefined } from '../../wire/errors.ts';
import { checkBody, startBody } from '../support/extension/extension-script.ts';
import { LUA_CLASSES } from './lua-classes.ts';
import { stubFile } from './lua-stub.ts';

const lua = await loadLua();

const fieldsOf = (name: string): readonly string[] =>
  assertDefined(
    LUA_CLASSES.find((each) => each.name === name),
    name,
  ).fields.map((field) => field.name);
const mayHave = (name: string): readonly string[] =>
  fieldsOf(name)
    .map((field) => field.replace('?', ''))
    .toSorted();
const mustHave = (name: string): readonly string[] => fieldsOf(name).filter((field) => !field.endsWith('?'));

const STRIKE = {
  club_speed_mps: 1.5,
  face_angle_deg: 0,
  face_rotation_deg_per_in: 0,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
};
const LEAST = { ...STRIKE, attack_angle_deg: null, left_inner_proportion: null, right_inner_proportion: null };

test('[reference] a putt has the fields of the stub, and always those without a question mark', (t) => {
  const script = startBody(lua, '', CHECK_INPUT);
  const keysOf = (strike: typeof STRIKE | typeof LEAST, target: PartialTarget) => {
    const stroke = createStrokeOf(strike, target, script);
    return Object.entries(Object(stroke)).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  };
  t.deepEqual(keysOf(STRIKE, { distance_ft: 10 }).toSorted(), mayHave('Putt'));
  t.deepEqual(keysOf(LEAST, {}).toSorted(), mustHave('Putt').toSorted());
  script.close();
});

for (const [name, expression] of [
  ['Prediction', 'roll.predict(2, 0, 10, { side_percent = 2 })'],
  ['PathPoint', 'roll.predict(2, 0, 10, { side_percent = 2 }).path[1]'],
  ['Player', 'players.current()'],
  ['Player', 'players.next()'],
  ['Player', 'players.list()[1]'],
] as const)
  test(`[reference] ${expression} has the fields of the stub`, (t) => {
    const code = `local names = {} for name in pairs(${expression}) do names[#names + 1] = name end table.sort(names) error(table.concat(names, " "))`;
    const verdict = checkBody(lua, code);
    t.regex(verdict.ok ? '' : verdict.problem.message, new RegExp(mayHave(name).join(' '), 'i'));
  });

test('[reference] a manifest, a setting and a trend accept exactly the fields of the stub', (t) => {
  const allowed = (fields: string): readonly string[] => {
    const verdict = checkText(lua, `manifest { name = "A", kind = "drill", ${fields} }`);
    const [, names = ''] = / has no field zz; allowed: (.*)$/.exec(verdict.ok ? '' : verdict.problem.message) ?? [];
    return names.replace(/\.$/, '').split(', ').toSorted();
  };
  t.deepEqual(allowed('zz = 1'), mayHave('Manifest'));
  t.deepEqual(allowed('settings = { { key = "k", zz = 1 } }'), mayHave('Setting'));
  t.deepEqual(allowed('trend = { { key = "k", zz = 1 } }'), mayHave('TrendFigure'));
});

test('[reference] the stub has every callback, and is valid Lua', (t) => {
  const stub = stubFile();
  for (const name of CALLBACKS) t.true(stub.includes(`---@field ${name}? fun(`), name);
  // Parsed, but not run.
  const verdict = checkBody(lua, `local function never()\n${stub}\nend`);
  t.true(verdict.ok, verdict.ok ? '' : verdict.problem.message);
  t.false(checkBody(lua, `local function never()\n${stub}\nfunction\nend`).ok);
});
