// Measures each field of the tables that a script receives, in an extension on a device: type, unit, range and sign
// match the reference.

import test from 'ava';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { DeviceFixture } from '../support/device/device-fixture.ts';
import { extensionFixture, install, manifestOf } from '../support/extension/extension-fixture.ts';
import { choose, flashWith } from '../support/device/play.ts';
import { LUA_CLASSES, type LuaField } from './lua-classes.ts';

type Measured = Readonly<Record<string, number | string>>;

/** Lua functions that show the fields of a received table: `name=value`, one per line. */
const SHOWS = `
  local shown = {}
  function show(t)
    shown = {}
    for name, value in pairs(t) do
      shown[#shown + 1] = name .. "=" .. (type(value) == "number" and string.format("%.9f", value) or value)
    end
  end
  function ext.draw()
    for i, line in ipairs(shown) do canvas.text(line, 10, 15 * i, { size = 12 }) end
  end
`;

function shownOn(fixture: DeviceFixture): Measured {
  const pairs = fixture.lines().flatMap((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value !== '' && Number.isFinite(Number(value)) ? Number(value) : value]),
  );
}

async function playing(script: string): Promise<DeviceFixture> {
  const players = [
    { id: 1, name: 'Ann', handicap: 0, impact_ratio: 1.4 },
    { id: 2, name: 'Bo', handicap: 54, impact_ratio: 1.8 },
  ];
  const fixture = await extensionFixture(await flashWith({ players: { next_id: 3, players } }));
  await install(fixture, `${manifestOf('Probe')}${SHOWS}${script}`);
  await choose(fixture, 'Probe');
  await fixture.clock.advance(20);
  return fixture;
}

/** Measures the arguments of `ext.putt` for strokes towards a hole at ten feet; players alternate. */
async function measurePutts(strokes: readonly Partial<StrokeCall>[], target = 'distance_ft = 10'): Promise<Measured[]> {
  const fixture = await playing(`
    function ext.target() return { ${target} } end
    function ext.putt(p) show(p) players.next() end`);
  const measured: Measured[] = [];
  for (const stroke of strokes) {
    await fixture.strike(stroke);
    measured.push(shownOn(fixture));
  }
  return measured;
}

const PUTTS = await measurePutts([
  { club_speed_mps: 1.2 },
  { club_speed_mps: 1.2, face_angle_deg: 4 },
  { club_speed_mps: 1.2, face_angle_deg: -4 },
  { club_speed_mps: 0.9 },
  { club_speed_mps: 3.5 },
  { club_speed_mps: 0.2, attack_angle_deg: 6, face_rotation_deg_per_in: 2, left_inner_proportion: 0.9 },
  { club_speed_mps: 4, attack_angle_deg: -6, face_rotation_deg_per_in: -2, right_inner_proportion: 0.1 },
]);
const AIMLESS = await measurePutts([{ club_speed_mps: 1 }], '');

async function measure(expressions: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const expression of expressions) measured.push(shownOn(await playing(`show(${expression})`)));
  return measured;
}

const PREDICTIONS = await measure([
  'roll.predict(1.83, 0, 300)',
  'roll.predict(1.83, 4, 300)',
  'roll.predict(1.83, -4, 300)',
  'roll.predict(roll.speed_for(10.5), 0, 10)',
  'roll.predict(12, 0, 10)',
  'roll.predict(0, 0, 0.1)',
]);
const PLACES = await measure([3, -3].map((side) => `roll.predict(3, 0, 10, { side_percent = ${side} }).path[20]`));
const PLAYERS = await measure(['players.list()[1]', 'players.list()[2]', 'players.current()', 'players.next()']);

const TABLES: Readonly<Record<string, readonly Measured[]>> = {
  Putt: [...PUTTS, ...AIMLESS],
  Prediction: PREDICTIONS,
  PathPoint: PLACES,
  Player: PLAYERS,
};

const fieldsOf = (table: string): readonly LuaField[] =>
  assertDefined(
    LUA_CLASSES.find(({ name }) => name === table),
    table,
  ).fields;
const bare = ({ name }: LuaField): string => name.replace('?', '');
const valuesOf = (table: string, field: LuaField): readonly (number | string)[] =>
  (TABLES[table] ?? []).flatMap((each) => each[bare(field)] ?? []);

/** Lists and booleans are not measured: test/firmware/extension-runtime/predicted-slopes.test.ts checks them. */
const isMeasured = ({ type }: LuaField): boolean => !/boolean|\[\]$/.test(type);

for (const table of Object.keys(TABLES))
  test(`[reference] each value of a ${table} has the type and range of the reference`, (t) => {
    for (const field of fieldsOf(table).filter(isMeasured)) {
      const values = valuesOf(table, field);
      t.true(values.length > 0, field.name);
      const words = field.type.split(' | ').map((word) => word.replaceAll('"', ''));
      const [, min = '-Infinity', max] = /(-?[\d.]+) (?:to (-?[\d.]+)|or more)/.exec(field.doc) ?? [];
      for (const value of values) {
        if (field.type === 'number' || field.type === 'integer') {
          t.is(typeof value, 'number', field.name);
          t.true(field.type === 'number' || Number.isInteger(value), field.name);
          t.true(Number(value) >= Number(min) && Number(value) <= Number(max ?? Infinity), `${field.name} ${value}`);
        } else t.true(field.type === 'string' || words.includes(String(value)), `${field.name} ${value}`);
      }
    }
  });

const UNITS: readonly (readonly [suffix: RegExp, words: RegExp])[] = [
  [/_ft$/, /\bfeet\b/],
  [/_mps$/, /\bmetres per second\b/],
  [/_deg$/, /\bdegrees\b/],
  [/_deg_per_in$/, /\bdegrees per inch\b/],
  [/_s$/, /\bseconds\b/],
];

test('[reference] each quantity names its unit', (t) => {
  const fields = [...fieldsOf('Putt'), ...fieldsOf('Prediction')];
  for (const field of fields)
    for (const [suffix, words] of UNITS) if (suffix.test(bare(field))) t.regex(field.doc, words, field.name);
});

/** For each side that the reference names: a putt whose value must be positive and one whose value must be negative. */
const OPPOSITES: Readonly<Record<string, Readonly<Record<string, readonly [positive: number, other: number]>>>> = {
  Putt: { right: [1, 2], upwards: [5, 6], opening: [5, 6] },
  Prediction: { right: [1, 2] },
  PathPoint: { right: [0, 1] },
};

test('[reference] each signed value is positive on the side that the reference names', (t) => {
  const signed: string[] = [];
  for (const [table, pairs] of Object.entries(OPPOSITES))
    for (const field of fieldsOf(table)) {
      const side = / positive (right|upwards|opening|towards the hole)/.exec(` ${field.doc}`)?.[1];
      if (side === undefined) continue;
      signed.push(`${table}.${bare(field)} ${side}`);
      const values = TABLES[table]?.map((each) => Number(each[bare(field)])) ?? [];
      const pair = pairs[side];
      if (pair) {
        t.true((values[pair[0]] ?? NaN) > 0.1, `${table}.${field.name}`);
        t.true((values[pair[1]] ?? NaN) < -0.1, `${table}.${field.name}`);
        continue;
      }
      const straight = Number(TABLES[table]?.[0]?.['distance_ft']);
      t.true(straight > 4 && Math.abs((values[0] ?? NaN) - straight) < 0.01, `${table}.${field.name}`);
    }
  t.deepEqual(signed, [
    'Putt.face_angle_deg right',
    'Putt.face_rotation_deg_per_in opening',
    'Putt.attack_angle_deg upwards',
    'Putt.start_deg right',
    'Putt.x_ft towards the hole',
    'Putt.y_ft right',
    'Prediction.x_ft towards the hole',
    'Prediction.y_ft right',
    'PathPoint.y_ft right',
  ]);
});

const FOOT_M = 0.3048;

test('[reference] a straight putt runs along x, an open face to the right; distance is from start to rest', (t) => {
  const [straight, open, shut] = PUTTS.map((each) => [Number(each['x_ft']), Number(each['y_ft'])] as const);
  t.true(straight !== undefined && Math.abs(straight[1]) < 0.1 && straight[0] > 5);
  t.true(open !== undefined && open[1] > 0.2 && open[0] > 5);
  t.true(shut !== undefined && shut[1] < -0.2 && shut[0] > 5);
  const [, right] = PUTTS;
  const { x_ft, y_ft, distance_ft, leave_ft, start_deg } = right ?? {};
  t.true(Math.abs(Math.hypot(Number(x_ft), Number(y_ft)) - Number(distance_ft)) < 1e-6);
  t.true(Math.abs(Math.hypot(10 - Number(x_ft), Number(y_ft)) - Number(leave_ft)) < 1e-6);
  t.true(Math.abs((Math.atan2(Number(y_ft), Number(x_ft)) * 180) / Math.PI - Number(start_deg)) < 1e-6);
});

test('[reference] a ball of 1.83 m/s rolls for seconds, about as many feet as the stimpmeter says', (t) => {
  const [rolled] = PREDICTIONS;
  // The green is 10 on the stimpmeter, whose ramp releases a ball at 1.83 m/s. A struck ball slides first, and loses
  // some.
  const feet = Number(rolled?.['distance_ft']);
  t.true(feet > 5 && feet < 10.5, String(feet));
  const mean_mps = (feet * FOOT_M) / Number(rolled?.['time_s']);
  t.true(mean_mps > 0.4 && mean_mps < 1.1, String(mean_mps));
});

test('[reference] gives the speed, ratio and player of the putt by the player on turn', (t) => {
  t.deepEqual(
    PUTTS.slice(0, 2).map((each) => [each['player'], each['impact_ratio']]),
    [
      [1, 1.4],
      [2, 1.8],
    ],
  );
  for (const each of PUTTS) {
    const ratio = Number(each['ball_speed_mps']) / Number(each['club_speed_mps']);
    t.true(Math.abs(ratio - Number(each['impact_ratio'])) < 1e-6);
    t.is(each['target_ft'], 10);
  }
  t.true(Math.abs(Number(PUTTS[0]?.['club_speed_mps']) - 1.2) < 0.01);
});

test('[reference] a holed ball is at the hole, has 0 left, and its roll without the hole', (t) => {
  const holed = PREDICTIONS[3];
  t.like(holed, { verdict: 'holed', x_ft: 10, y_ft: 0, leave_ft: 0 });
  t.true(Math.abs(Number(holed?.['distance_ft']) - 10.5) < 0.01);
  const distance = fieldsOf('Putt').find(({ name }) => name === 'distance_ft');
  t.regex(distance?.doc ?? '', /ignoring the hole/);
});

test('[reference] a putt without a distance has no verdict, no target and no distance left', (t) => {
  const [putt] = AIMLESS;
  t.is(putt?.['verdict'], '');
  for (const name of ['target_ft', 'leave_ft']) t.is(putt?.[name], undefined, name);
});

test('[reference] canvas.size is the size in the guide', async (t) => {
  const [size] = await measure(['canvas.size()']);
  t.deepEqual(size, { w: 480, h: 320 });
});
