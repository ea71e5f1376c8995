// The manifest: each field, each limit from both sides, and for each wrong value a message that names its field.

import test from 'ava';
import { checkText } from '../../../firmware/extension-runtime/check.ts';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import type { Manifest } from '../../../firmware/extension-runtime/manifest.ts';

const lua = await loadLua();

/** Returns the manifest parsed from Lua fields, or the problem found. */
function read(fields: string): Manifest | string {
  const verdict = checkText(lua, `manifest { ${fields} }`);
  if (verdict.ok) return verdict.extension;
  const { code, message, line } = verdict.problem;
  return code === 'bad_manifest' && line === 1 ? message : `${code} at ${line}: ${message}`;
}

const problemIn = (found: Manifest | string): string => (typeof found === 'string' ? found : '');

const BASE = 'name = "A", kind = "drill"';
const beside = (fields: string): Manifest | string => read(`${BASE}, ${fields}`);
const setting = (fields: string): Manifest | string => beside(`settings = { { key = "k", ${fields} } }`);
const trend = (fields: string): Manifest | string => beside(`trend = { { key = "k", ${fields} } }`);

test('[manifest] a name and a kind are enough', (t) => {
  t.deepEqual(read(BASE), {
    name: 'A',
    kind: 'drill',
    version: null,
    about: '',
    players: { min: 1, max: 4 },
    settings: [],
    trend: [],
  });
});

test('[manifest] accepts all fields', (t) => {
  const all = `name = " Three Six Nine ", kind = "game", version = 3, about = "Hole 3, 6 and 9 feet.", api = 1, id = "ignored", players = { 2, 3 },
    settings = {
      { key = "start", label = "Start", type = "int", min = 3, max = 30, step = 1, default = 4, unit = "ft" },
      { key = "mode", type = "enum", options = { "easy", "hard" }, default = "hard" },
      { key = "sound_on", type = "bool", default = true } },
    trend = { { key = "made", label = "Made", unit = "%", better = "low" } }`;
  t.deepEqual(read(all), {
    name: 'Three Six Nine',
    kind: 'game',
    version: 3,
    about: 'Hole 3, 6 and 9 feet.',
    players: { min: 2, max: 3 },
    settings: [
      { type: 'int', key: 'start', label: 'Start', min: 3, max: 30, step: 1, default: 4, unit: 'ft' },
      { type: 'enum', key: 'mode', label: 'Mode', options: ['easy', 'hard'], default: 'hard' },
      { type: 'bool', key: 'sound_on', label: 'Sound on', default: true },
    ],
    trend: [{ key: 'made', label: 'Made', unit: '%', better: 'low' }],
  });
});

test('[manifest] omitted fields have defaults', (t) => {
  t.like(setting('type = "int", min = 2, max = 5'), { settings: [{ step: 1, default: 2, unit: '', label: 'K' }] });
  t.like(setting('type = "enum", options = { "a", "b" }'), { settings: [{ default: 'a' }] });
  t.like(setting('type = "bool"'), { settings: [{ default: false }] });
  t.like(beside('trend = { { key = "k" } }'), { trend: [{ label: 'K', unit: '', better: 'high' }] });
});

/** Text fields: name, maximum length, and a function that puts a text into the field. */
const TEXTS: readonly (readonly [field: string, chars_max: number, make: (text: string) => Manifest | string])[] = [
  ['name', 32, (text) => read(`name = ${text}, kind = "drill"`)],
  ['about', 400, (text) => beside(`about = ${text}`)],
  ['settings[1].label', 24, (text) => setting(`type = "bool", label = ${text}`)],
  ['settings[1].unit', 8, (text) => setting(`type = "int", min = 1, max = 2, unit = ${text}`)],
  ['settings[1].options[1]', 24, (text) => setting(`type = "enum", options = { ${text} }`)],
  ['trend[1].label', 24, (text) => trend(`label = ${text}`)],
  ['trend[1].unit', 8, (text) => trend(`unit = ${text}`)],
];

for (const [field, chars_max, make] of TEXTS)
  test(`[manifest] ${field} is a text of at most ${chars_max} characters, on one line`, (t) => {
    t.is(typeof make(`("é"):rep(${chars_max})`), 'object');
    t.is(
      make(`("é"):rep(${chars_max + 1})`),
      `${sentence(field)} has ${chars_max + 1} characters; at most ${chars_max} are allowed.`,
    );
    for (const [value, type] of [
      ['1', 'number'],
      ['true', 'boolean'],
      ['{}', 'table'],
      ['print', 'function'],
    ] as const)
      t.is(make(value), `${sentence(field)} must be a string, not ${type}.`);
    for (const control of ['\\n', '\\0', '\\27', '\\u{202e}', '\\u{2028}'])
      t.is(make(`"a${control}b"`), `${sentence(field)} has characters that cannot be displayed.`, control);
    if (!/about|unit/.test(field))
      for (const empty of ['""', '"  "']) t.is(make(empty), `${sentence(field)} must not be empty.`);
    else t.is(typeof make('""'), 'object');
  });

/** Capitalises plain words at the start of a sentence; field names stay as they are. */
const sentence = (field: string): string => (/^[a-z]+$/.test(field) ? field[0]?.toUpperCase() + field.slice(1) : field);

const PROBLEMS: readonly (readonly [what: string, found: () => Manifest | string, sentence: string])[] = [
  ['no name', () => read('kind = "drill"'), 'Name must be a string, not nil.'],
  ['no kind', () => read('name = "A"'), 'Kind must be one of drill, game, not nil.'],
  ['another kind', () => read('name = "A", kind = "toy"'), 'Kind must be one of drill, game, not toy.'],
  ['a kind in capitals', () => read('name = "A", kind = "Drill"'), 'Kind must be one of drill, game, not Drill.'],
  ['a kind of a wrong type', () => read('name = "A", kind = {}'), 'Kind must be one of drill, game, not table.'],
  ['a later api', () => beside('api = 2'), 'Api must be 1 on this device, not 2.'],
  ['an api of a wrong type', () => beside('api = "1"'), 'Api must be 1 on this device, not string.'],
  ['players in no order', () => beside('players = { 3, 2 }'), 'players[1] must not exceed players[2].'],
  ['no players', () => beside('players = { 0, 2 }'), 'players[1] must be a whole number from 1 to 4.'],
  ['five players', () => beside('players = { 1, 5 }'), 'players[2] must be a whole number from 1 to 4.'],
  ['half a player', () => beside('players = { 1, 1.5 }'), 'players[2] must be a whole number from 1 to 4.'],
  ['one number of players', () => beside('players = { 2 }'), 'players[2] must be a whole number from 1 to 4.'],
  [
    'three numbers of players',
    () => beside('players = { 1, 2, 3 }'),
    'Players has 3 entries; it takes two, minimum and maximum.',
  ],
  ['players by name', () => beside('players = { 1, 2, most = 3 }'), 'players[1] must be a whole number from 1 to 4.'],
  ['players that are not a list', () => beside('players = 2'), 'players[1] must be a whole number from 1 to 4.'],
  ['settings that are not a list', () => beside('settings = 1'), 'Settings must be a list, not number.'],
  [
    'settings by name',
    () => beside('settings = { sound = { type = "bool" } }'),
    'Settings must be a list, without the field sound.',
  ],
  ['a setting that is not a table', () => beside('settings = { "sound" }'), 'settings[1] must be a table, not string.'],
  ['a setting of no type', () => setting('min = 1'), 'settings[1].type must be one of int, enum, bool, not nil.'],
  [
    'a setting with a field too many',
    () => setting('type = "bool", defualt = true'),
    'settings[1] has no field defualt; allowed: key, label, type, default, min, max, step, unit, options.',
  ],
  [
    'no least',
    () => setting('type = "int", max = 1'),
    'settings[1].min must be a whole number from -1000000 to 1000000.',
  ],
  [
    'no most',
    () => setting('type = "int", min = 1'),
    'settings[1].max must be a whole number from -1000000 to 1000000.',
  ],
  ['least above most', () => setting('type = "int", min = 2, max = 1'), 'settings[1].min must not exceed max.'],
  [
    'no step',
    () => setting('type = "int", min = 1, max = 2, step = 0'),
    'settings[1].step must be a whole number from 1 to 1000000.',
  ],
  [
    'a default above',
    () => setting('type = "int", min = 1, max = 2, default = 3'),
    'settings[1].default must be a whole number from 1 to 2.',
  ],
  [
    'a default below',
    () => setting('type = "int", min = 1, max = 2, default = 0'),
    'settings[1].default must be a whole number from 1 to 2.',
  ],
  [
    'a default between',
    () => setting('type = "int", min = 1, max = 2, default = 1.5'),
    'settings[1].default must be a whole number from 1 to 2.',
  ],
  [
    'a default of a wrong type',
    () => setting('type = "int", min = 1, max = 2, default = "1"'),
    'settings[1].default must be a whole number from 1 to 2.',
  ],
  ['no options', () => setting('type = "enum"'), 'settings[1].options must have at least one entry.'],
  ['an option twice', () => setting('type = "enum", options = { "a", "b", "a" }'), 'settings[1].options has a twice.'],
  [
    'a default that is not an option',
    () => setting('type = "enum", options = { "a" }, default = "b"'),
    'settings[1].default must be one of a, not b.',
  ],
  [
    'a flag that is a number',
    () => setting('type = "bool", default = 1'),
    'settings[1].default must be true or false, not number.',
  ],
  [
    'a flag that is a text',
    () => setting('type = "bool", default = "true"'),
    'settings[1].default must be true or false, not string.',
  ],
  ['a figure that is not a table', () => beside('trend = { 1 }'), 'trend[1] must be a table, not number.'],
  [
    'a figure that is better in between',
    () => trend('better = "middle"'),
    'trend[1].better must be one of high, low, not middle.',
  ],
  [
    'a figure with a field too many',
    () => trend('min = 1'),
    'trend[1] has no field min; allowed: key, label, unit, better.',
  ],
  [
    'an unknown field',
    () => beside('icon = "x"'),
    'The manifest has no field icon; allowed: name, kind, version, about, api, id, players, settings, trend.',
  ],
];

for (const [what, found, message] of PROBLEMS)
  test(`[C34] refuses the manifest with ${what}: ${message}`, (t) => {
    t.is(found(), message);
  });

test('[C90] a version is a whole number from 1 to 2,147,483,647', (t) => {
  t.like(beside('version = 1'), { version: 1 });
  t.like(beside('version = 2147483647'), { version: 2_147_483_647 });
  for (const wrong of ['0', '-1', '1.5', '2147483648', '0/0', '1/0', '"1"', 'true', '{}'])
    t.is(beside(`version = ${wrong}`), 'Version must be a whole number from 1 to 2147483647.', wrong);
});

test('[manifest] the numbers of a setting range up to plus or minus a million', (t) => {
  t.like(setting('type = "int", min = -1000000, max = 1000000, step = 1000000'), {
    settings: [{ min: -1_000_000, max: 1_000_000, default: -1_000_000 }],
  });
  t.regex(problemIn(setting('type = "int", min = -1000001, max = 1')), /^settings\[1\]\.min must be a whole number/);
  t.regex(problemIn(setting('type = "int", min = 1, max = 1000001')), /^settings\[1\]\.max must be a whole number/);
  t.regex(
    problemIn(setting('type = "int", min = 1, max = 2, step = 1000001')),
    /^settings\[1\]\.step must be a whole number/,
  );
});

/** Lists whose entries have keys: settings and figures. */
for (const [list, more] of [
  ['settings', ', type = "bool"'],
  ['trend', ''],
] as const) {
  const withKey = (key: string): Manifest | string => beside(`${list} = { { key = ${key}${more} } }`);
  test(`[manifest] keys of ${list} are short words`, (t) => {
    for (const good of ['a', 'a1_', 'abcdefghijklmnop']) t.like(withKey(`"${good}"`), { [list]: [{ key: good }] });
    for (const wrong of [
      '""',
      '"A"',
      '"1a"',
      '"_a"',
      '"a-b"',
      '"a b"',
      '"é"',
      '"a\\n"',
      '"abcdefghijklmnopq"',
      '1',
      'nil',
      '{}',
    ])
      t.is(
        withKey(wrong),
        `${list}[1].key must be 1 to 16 characters of a-z, 0-9 and _, starting with a letter.`,
        wrong,
      );
  });
  test(`[manifest] keys of ${list} are unique`, (t) => {
    const two = (a: string, b: string): Manifest | string =>
      beside(`${list} = { { key = "${a}"${more} }, { key = "${b}"${more} } }`);
    t.is(typeof two('a', 'b'), 'object');
    t.is(two('a', 'a'), `${sentence(list)} has two entries with the key a.`);
  });
  test(`[manifest] ${list} has a maximum length`, (t) => {
    const most = list === 'settings' ? 16 : 4;
    const many = (n: number): Manifest | string =>
      beside(`${list} = { ${Array.from({ length: n }, (_, i) => `{ key = "k${i}"${more} }`).join(', ')} }`);
    t.is(typeof many(most), 'object');
    t.is(many(most + 1), `${sentence(list)} has ${most + 1} entries; at most ${most} are allowed.`);
  });
}

test('[manifest] an enum has at most 12 options', (t) => {
  const many = (n: number): Manifest | string =>
    setting(`type = "enum", options = { ${Array.from({ length: n }, (_, i) => `"o${i}"`).join(', ')} }`);
  t.is(typeof many(12), 'object');
  t.is(many(13), 'settings[1].options has 13 entries; at most 12 are allowed.');
});

test('[manifest] refuses a manifest that is not a table', (t) => {
  for (const [given, type] of [
    ['1', 'number'],
    ['"x"', 'string'],
    ['nil', 'nil'],
    ['', 'nil'],
    ['true', 'boolean'],
    ['print', 'function'],
  ] as const) {
    const verdict = checkText(lua, `manifest(${given})`);
    t.is(!verdict.ok && verdict.problem.message, `The manifest must be a table, not ${type}.`);
  }
});

test('[manifest] a problem message is short and on one line, however long the invalid value', (t) => {
  for (const fields of [
    '[("x"):rep(60000)] = 1',
    '["a\\nb"] = 1',
    'kind = ("x"):rep(60000)',
    'api = ("x"):rep(60000)',
  ]) {
    const found = beside(fields);
    t.regex(problemIn(found), /^[^\n]{1,300}\.$/);
  }
});
