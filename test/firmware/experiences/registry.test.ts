// The experience registry: each entry is listed once under its number, every set starts, is stored and restored,
// settings are complete, and no code outside the definitions refers to an entry by its id.

import test from 'ava';
import { cfgFrom, cfgRows, steppedCfg } from '../../../firmware/experiences/cfg.ts';
import {
  cfgsFrom,
  experience,
  experienceAsGuest,
  experienceOfMode,
  EXPERIENCES,
  isCourse,
  isSet,
  isStored,
  MENU,
  restoreSet,
  rulesOf,
  SETS,
  startSet,
  STORED_SETS,
} from '../../../firmware/experiences/registry.ts';
import { persistedFrom, recordData, setRecord } from '../../../firmware/persisted/persisted.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { puttWith } from '../../support/device/putts.ts';
import { readSource, sourcesBelow, withoutComments } from '../../support/repository/sources.ts';

/** Parses the numbers that choice C24 lists: `1 Metrics only · 2 Simulator · …`. */
function modesOfChoice(): Readonly<Record<string, number>> {
  const row =
    /^\| C24 \| the numbers of the experiences \| ([^|.]*)\./m.exec(readSource('docs/choices.md').text)?.[1] ?? '';
  return Object.fromEntries(
    row.split(' · ').map((entry) => [entry.replace(/^\d+ /, ''), Number.parseInt(entry, 10)] as const),
  );
}

/** Parses the menu table of docs/experiences.md: each name and its forwarding column. */
const documented = (): readonly (readonly [name: string, forwarded: string])[] =>
  [...readSource('docs/experiences.md').text.matchAll(/^\| ([A-Z][^|]*) \| [^|]+ \| (no|the \w+) \|$/gm)].flatMap(
    ([, names = '', forwarded = '']) => names.split(', ').map((name) => [name, forwarded] as const),
  );

const jsonOf = (data: unknown): unknown => JSON.parse(JSON.stringify(data));

test('[C24] every experience has its number, and none is missing', (t) => {
  const modes = modesOfChoice();
  t.like(modes, { 'Metrics only': 1, 'Mini golf': 14, "The host's simulator": 20 });
  t.deepEqual(Object.fromEntries(EXPERIENCES.map(({ name, mode }) => [name, mode])), modes);
  for (const { id, mode } of EXPERIENCES) t.is(experienceOfMode(mode), id === 'practice' ? null : experience(id));
});

test('[repository] ids, modes, names and menu icons are unique', (t) => {
  for (const key of ['id', 'mode', 'name'] as const)
    t.is(new Set(EXPERIENCES.map((each) => each[key])).size, EXPERIENCES.length, key);
  t.is(new Set(MENU.map(({ icon }) => icon)).size, MENU.length);
});

test('[repository] the menu follows the order of the documentation', (t) => {
  t.deepEqual(
    MENU.map(({ name }) => name),
    documented().map(([name]) => name),
  );
});

test('[R130] forwards the targets that docs/experiences.md lists', (t) => {
  const forwarded = new Map(documented());
  for (const each of MENU) {
    const what = each.kind === 'set' ? each.forwarded : each.kind === 'course' ? 'hole' : null;
    t.is(forwarded.get(each.name), what === null ? 'no' : `the ${what}`, each.name);
  }
});

test('[repository] the menu lists everything except a host’s shared simulator and the practice green', (t) => {
  t.is(MENU.length, EXPERIENCES.length - 2);
  t.false(MENU.some(({ id }) => id === experienceAsGuest(2) || id === 'practice'));
});

test('[R72] a guest shares its host’s simulator and plays everything else like the host', (t) => {
  for (const { id, mode, kind } of EXPERIENCES) {
    if (kind === 'simulator') t.is(experienceOfMode(20)?.id, experienceAsGuest(mode) ?? undefined, id);
    else t.is(experienceAsGuest(mode), kind === 'shared-simulator' || id === 'practice' ? null : id, id);
  }
  t.is(experienceAsGuest(0), null);
});

test('[repository] classifies experience ids, and rejects other values', (t) => {
  for (const { id, kind } of EXPERIENCES) {
    t.is(isSet(id), kind === 'set');
    t.is(isCourse(id), kind === 'course');
  }
  for (const other of ['', 'constructor', null, 7]) {
    t.false(isSet(other));
    t.false(isCourse(other));
    t.false(isStored(other));
  }
});

for (const { id, stored, rules, trend } of SETS)
  test(`[C25] ${id}: starts for all players, is stored with its first putt, and resumes unchanged`, (t) => {
    const persisted = persistedFrom({ players: { players: [{ id: 4 }, { id: 7 }] } }, 'TP-0123456789AB');
    const started = startSet(id, persisted.cfgs, [4, 7], createSeededRandom(1));
    t.is(started.game, id);
    t.deepEqual(
      started.seats.map(({ player_id }) => player_id),
      [4, 7],
    );
    t.is(started.turn, 0);
    const set = rulesOf(id).score(started, puttWith({ target_ft: rules.target_ft(started), leave_ft: 2 }));
    t.false(rules.over(set));
    t.deepEqual(restoreSet(id, jsonOf(set)), stored ? set : null);
    t.is(isStored(id), stored);
    if (!isStored(id)) return;
    const record = recordData({ ...persisted, sets: { ...persisted.sets, [id]: set } }, setRecord(id));
    const stored_then = { players: recordData(persisted, 'players'), [setRecord(id)]: jsonOf(record) };
    t.deepEqual(persistedFrom(stored_then, 'TP-0123456789AB').sets[id], set);
    const values = rules.results(set).map(({ trendValue }) => trendValue);
    for (const value of values) t.true(value === null || (value >= trend.values.min && value <= trend.values.max));
  });

test('[C25] flash records are named by the ids, and their names never change', (t) => {
  const names = ['lag', 'close', 'distance', 'arc', 'rotation', 'face', 'golf'];
  t.deepEqual(
    names.filter((name) => !STORED_SETS.some((id) => setRecord(id) === `set-${name}`)),
    [],
  );
  const groups = Object.keys(cfgsFrom({}));
  t.deepEqual(
    ['course', ...names].filter((name) => !groups.includes(name)),
    [],
  );
});

for (const { id, cfg } of EXPERIENCES)
  if (cfg)
    test(`[C25] ${id}: settings are whole numbers with short names, each with a row and steps`, (t) => {
      const fresh = cfgFrom(cfg, {});
      t.deepEqual(cfgFrom(cfg, fresh), fresh);
      const rows = new Set<string>();
      for (const [key, field] of Object.entries(cfg.fields)) {
        t.true(key.length <= 12 && Number.isInteger(field.default), key);
        t.true(field.default >= field.min && field.default <= field.max, key);
        if (field.words) t.deepEqual([field.min, field.max], [0, field.words.length - 1], key);
        let now = fresh;
        for (let n = 0; n <= field.max; n++) {
          now = steppedCfg(cfg, now, key, 1);
          t.deepEqual(cfgFrom(cfg, now), now, `${key} after ${n}`);
          for (const row of cfgRows(cfg, now, 'imperial')) rows.add(row.key);
        }
      }
      t.deepEqual([...rows].toSorted(), Object.keys(cfg.fields).toSorted());
      t.is(steppedCfg(cfg, fresh, 'nothing', 1), fresh);
      t.is(steppedCfg(cfg, fresh, 'constructor', 1), fresh);
    });

/**
 * Ids that are also ordinary words: a drawn path, a sound, a page, links to a simulator. They count only in comparisons
 * with an id.
 */
const ORDINARY = ['path', 'close', 'sharing', 'simdirect', 'simport'];

test('[repository] no code outside its definition refers to an experience by its id', (t) => {
  const ids = EXPERIENCES.map(({ id }) => id);
  const own = ids.filter((id) => !ORDINARY.includes(id)).join('|');
  const quoted = new RegExp(
    `['"\`](${own})['"\`]|(game|\\bid|rulesOf\\(|nameOf\\(|setOf\\(|experience\\().{0,8}'(${ORDINARY.join('|')})'`,
  );
  const named = new RegExp(String.raw`\b(cfgs|sets|trends|ended)\.(${ids.join('|')})\b`);
  for (const wrong of ["state.game === 'golf'", "game === 'sharing'", "rulesOf('close')", "nameOf('simport')"])
    t.true(quoted.test(wrong), wrong);
  t.true(named.test('persisted.cfgs.lag'));
  const machinery = sourcesBelow('firmware').filter(
    ({ path }) => !path.startsWith('firmware/experiences/') && !path.startsWith('firmware/extension-runtime/'),
  );
  t.true(machinery.length > 80);
  const beside = ['registry', 'published-cfg', 'experience'].map((name) => `firmware/experiences/${name}.ts`);
  for (const { path, text } of [...machinery, ...beside.map((name) => readSource(name))])
    for (const line of withoutComments(text).split('\n'))
      t.false(quoted.test(line) || named.test(line), `${path}: ${line.trim()}`);
});
