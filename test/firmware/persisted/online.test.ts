// Persisted state of online play: the device's role in a session, codes to rejoin, the chosen experience, and its
// round.

import test from 'ava';
import fc from 'fast-check';
import { changePersisted, type PersistedChange } from '../../../firmware/persisted/changes.ts';
import { persistedFrom, recordData, type Persisted } from '../../../firmware/persisted/persisted.ts';
import { experienceFrom, OFFLINE, onlineFrom, withRole } from '../../../firmware/persisted/online.ts';
import { publishedCfg, withHostCfg } from '../../../firmware/experiences/published-cfg.ts';
import { experience, experienceOfMode, isCourse, MENU } from '../../../firmware/experiences/registry.ts';
import { after, playOf, shortBy } from '../../support/device/course.ts';
import { fieldsIn } from '../../support/read-json.ts';

const ID = 'TP-0123456789AB';
const fresh = (): Persisted => persistedFrom({}, ID);
const afterAll = (persisted: Persisted, ...changes: readonly PersistedChange[]): Persisted =>
  changes.reduce((now, change) => changePersisted(now, change).persisted, persisted);
const CODES = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'DDDDDD', 'EEEEEE'] as const;
const LEFT: PersistedChange = { kind: 'set_online', role: 'off', code: '' };
const follow = (code: string): PersistedChange => ({ kind: 'set_online', role: 'guest', code });

test('[R60] a menu choice raises gen by one and is written, even if repeated', (t) => {
  const select: PersistedChange = { kind: 'select', mode: 9, cfg: { stimp: 10, resume: 0 } };
  t.deepEqual(fresh().exp, { mode: 0, gen: 0, cfg: {} });
  const once = changePersisted(fresh(), select);
  t.deepEqual(once.records, ['experience']);
  t.deepEqual(once.persisted.exp, { mode: 9, gen: 1, cfg: { stimp: 10, resume: 0 } });
  const twice = changePersisted(once.persisted, select);
  t.deepEqual(twice.records, ['experience']);
  t.is(twice.persisted.exp.gen, 2);
});

test('[R60] a setting of the chosen experience enters its cfg and keeps gen; other changes have no effect on either', (t) => {
  const chosen = afterAll(fresh(), { kind: 'select', mode: 9, cfg: publishedCfg(fresh(), 'lag', true) });
  const step = (change: PersistedChange) => changePersisted(chosen, change);
  const shots = step({ kind: 'step_cfg', group: 'lag', key: 'shots', direction: 1 });
  t.like(shots.persisted.exp, { mode: 9, gen: 1, cfg: { shots: 11, stimp: 10, resume: 1 } });
  t.deepEqual(shots.records, ['cfg', 'experience']);
  const green = step({ kind: 'step_setting', key: 'stimp', direction: 1 });
  t.like(green.persisted.exp, { mode: 9, gen: 1, cfg: { shots: 10, stimp: 10, stimpTenths: 5 } });
  t.deepEqual(green.records, ['settings', 'experience']);
  for (const change of [
    { kind: 'step_cfg', group: 'close', key: 'shots', direction: 1 },
    { kind: 'step_cfg', group: 'course', key: 'holes', direction: 1 },
    { kind: 'toggle_units' },
    { kind: 'step_setting', key: 'sound_percent', direction: 1 },
    { kind: 'add_player' },
  ] satisfies PersistedChange[]) {
    const { persisted, records } = step(change);
    t.deepEqual(persisted.exp, chosen.exp, change.kind);
    t.false(records.includes('experience'), change.kind);
  }
});

test('[R61] restores gen from flash', (t) => {
  const persisted = afterAll(
    fresh(),
    ...Array.from({ length: 7 }, (): PersistedChange => ({ kind: 'select', mode: 9, cfg: {} })),
  );
  const stored = JSON.parse(JSON.stringify(recordData(persisted, 'experience'))) as unknown;
  t.is(persistedFrom({ experience: stored }, ID).exp.gen, 7);
});

test('[persisted] damaged data of the stored experience counts as none', (t) => {
  t.deepEqual(experienceFrom({ mode: 9, gen: 3, cfg: { shots: 5 } }), { mode: 9, gen: 3, cfg: { shots: 5 } });
  for (const wrong of [{}, { mode: -1 }, { mode: 256 }, { gen: -1 }, { gen: 1.5 }, { cfg: { a: 0.5 } }, { cfg: null }])
    t.deepEqual(
      experienceFrom(Object.keys(wrong).length === 0 ? {} : { mode: 9, gen: 3, cfg: {}, ...wrong }),
      { mode: 0, gen: 0, cfg: {} },
      JSON.stringify(wrong),
    );
});

test('[persisted] writes hosting, following and leaving; skips a change without effect', (t) => {
  const host = changePersisted(fresh(), { kind: 'set_online', role: 'host', code: '' });
  t.deepEqual(host, { persisted: { ...fresh(), online: { role: 'host', code: '', recent: [] } }, records: ['online'] });
  t.deepEqual(changePersisted(host.persisted, { kind: 'set_online', role: 'host', code: '' }), {
    persisted: host.persisted,
    records: [],
  });
  const guest = afterAll(fresh(), follow('AAAAAA'));
  t.deepEqual(guest.online, { role: 'guest', code: 'AAAAAA', recent: ['AAAAAA'] });
  t.deepEqual(changePersisted(guest, follow('AAAAAA')).records, []);
  t.deepEqual(afterAll(guest, { kind: 'set_online', role: 'off', code: '' }).online, {
    role: 'off',
    code: '',
    recent: ['AAAAAA'],
  });
});

test('[C80] keeps the newest four codes to rejoin, each once, newest first', (t) => {
  const all = afterAll(fresh(), ...CODES.flatMap((code) => [follow(code), LEFT]));
  t.deepEqual(all.online.recent, ['EEEEEE', 'DDDDDD', 'CCCCCC', 'BBBBBB']);
  t.deepEqual(afterAll(all, follow('CCCCCC')).online.recent, ['CCCCCC', 'EEEEEE', 'DDDDDD', 'BBBBBB']);
  t.deepEqual(withRole(OFFLINE, 'guest', 'AAAAAA').recent, ['AAAAAA']);
  t.deepEqual(withRole(all.online, 'host', '').recent, all.online.recent, 'the own code is not offered');
});

test('[C80] does not offer a renewed or expired code again', (t) => {
  const guest = afterAll(fresh(), follow('AAAAAA'), LEFT, follow('BBBBBB'));
  const renewed = afterAll(guest, follow('CCCCCC'));
  t.deepEqual(renewed.online.recent, ['CCCCCC', 'AAAAAA'], 'only the new code of the same host');
  const { persisted, records } = changePersisted(renewed, { kind: 'forget_code', code: 'AAAAAA' });
  t.deepEqual([persisted.online.recent, records], [['CCCCCC'], ['online']]);
  t.deepEqual(changePersisted(persisted, { kind: 'forget_code', code: 'AAAAAA' }).records, []);
});

test('[C80] keeps at most four codes, each once', (t) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...CODES, ''), { maxLength: 20 }), (codes) => {
      const { recent } = codes.reduce((online, code) => withRole(online, code === '' ? 'off' : 'guest', code), OFFLINE);
      return recent.length <= 4 && new Set(recent).size === recent.length && !recent.includes('');
    }),
    { seed: 7 },
  );
  t.pass();
});

test('[persisted] a stored guest role needs a code, and codes are parsed as when typed', (t) => {
  t.deepEqual(onlineFrom({}), OFFLINE);
  t.deepEqual(onlineFrom({ role: 'host', code: 'AAAAAA', recent: [] }), { role: 'host', code: '', recent: [] });
  t.deepEqual(onlineFrom({ role: 'guest', code: 'AAAAAA' }), { role: 'guest', code: 'AAAAAA', recent: [] });
  t.is(onlineFrom({ role: 'guest', code: ' 7k3-m9q' }).code, '7K3M9Q');
  t.is(onlineFrom({ role: 'guest', code: 'OIL000' }).code, '011000', 'letters that look like digits');
  for (const code of ['', 'AAAAA', 'AAAAAAA', 'AAAAAU', 7, null, undefined])
    t.deepEqual(onlineFrom({ role: 'guest', code }), OFFLINE, String(code));
  for (const role of ['off', 'guests', 1, null]) t.is(onlineFrom({ role, code: 'AAAAAA' }).role, 'off');
  t.deepEqual(onlineFrom({ recent: [...CODES, 'AAAAAA', 'no', 7] }).recent, CODES.slice(0, 4));
  t.deepEqual(onlineFrom({ recent: ['aaaaaa', 'AAAAAA', 'no'] }).recent, ['AAAAAA']);
  t.deepEqual(onlineFrom({ recent: 'AAAAAA' }).recent, []);
});

test('[persisted] a stored role is restored unchanged', (t) => {
  const { online } = afterAll(fresh(), ...CODES.map((code) => follow(code)));
  t.deepEqual(onlineFrom(fieldsIn(JSON.stringify(online))), online);
});

test('[R88] writes the round with every change, and restores it', (t) => {
  const round = after(playOf({ handicaps: [3, 9] }), shortBy(4));
  const { persisted, records } = changePersisted(fresh(), { kind: 'keep_round', input_seq: null, round });
  t.deepEqual(records, ['round']);
  const stored = JSON.parse(JSON.stringify(recordData(persisted, 'round'))) as unknown;
  t.deepEqual(persistedFrom({ round: stored }, ID).round, round);
  t.is(persistedFrom({ round: { round: { ...round, game: 'lag' } } }, ID).round, null);
});

test('[C25] course settings step to their limits; the shortest and longest hole push each other', (t) => {
  const step = (key: 'holes' | 'csMin' | 'csMax', direction: 1 | -1, count: number) =>
    afterAll(
      fresh(),
      ...Array.from({ length: count }, (): PersistedChange => ({ kind: 'step_cfg', group: 'course', key, direction })),
    ).cfgs.course;
  t.deepEqual([step('holes', -1, 8).holes, step('holes', -1, 9).holes], [1, 1]);
  t.deepEqual([step('holes', 1, 9).holes, step('holes', 1, 10).holes], [18, 18]);
  t.like(step('csMin', 1, 30), { csMin: 38, csMax: 38 });
  t.like(step('csMin', 1, 200), { csMin: 100, csMax: 100 });
  t.like(step('csMax', -1, 25), { csMin: 5, csMax: 5 });
  t.like(step('csMax', -1, 200), { csMin: 3, csMax: 3 });
  t.deepEqual(changePersisted(fresh(), { kind: 'step_cfg', group: 'course', key: 'holes', direction: 1 }).records, [
    'cfg',
  ]);
});

test('[C24] maps every experience to its number, and no other number', (t) => {
  for (const [id, mode] of [
    ['metrics', 1],
    ['lag', 9],
    ['close', 10],
    ['distance', 3],
    ['arc', 5],
    ['rotation', 6],
    ['face', 7],
    ['path', 8],
    ['golf', 14],
    ['stroke', 11],
    ['match', 12],
    ['skins', 13],
    ['simdirect', 2],
    ['simport', 4],
    ['sharing', 20],
  ] as const) {
    t.is(experience(id).mode, mode);
    t.is(experienceOfMode(mode)?.id, id);
    t.is(isCourse(id), mode >= 11 && mode <= 13);
    t.is(experience(id).kind.endsWith('simulator'), [2, 4, 20].includes(mode));
  }
  for (const mode of [0, 19, 21, 255]) t.is(experienceOfMode(mode), null, String(mode));
});

test('[R71] a host publishes its settings as few whole numbers with short names', (t) => {
  for (const { id } of MENU) {
    const cfg = publishedCfg({ ...fresh(), settings: { ...fresh().settings, stimp: 10.5 } }, id, true);
    t.true(Object.keys(cfg).length <= 24);
    for (const [key, value] of Object.entries(cfg)) t.true(key.length <= 12 && Number.isInteger(value), `${id} ${key}`);
    t.like(cfg, { stimp: 10, resume: 1 }, id);
  }
  t.like(publishedCfg(fresh(), 'match', false), { holes: 9, csMin: 8, csMax: 30, resume: 0 });
  t.false('shots' in publishedCfg(fresh(), 'match', false));
  t.like(publishedCfg(fresh(), 'arc', false), { shots: 10, band: 1 });
});

test('[R65] a following guest uses the host’s green and holes and keeps its own other settings', (t) => {
  for (const stimp of [4, 9.5, 10, 15]) {
    const host = { ...fresh(), settings: { ...fresh().settings, stimp } };
    const mine: Persisted = { ...fresh(), settings: { ...fresh().settings, stimp: 7, name: 'Mine', units: 'metric' } };
    const wide = afterAll(host, { kind: 'step_cfg', group: 'course', key: 'holes', direction: 1 });
    const under = withHostCfg(mine, { mode: 11, gen: 1, cfg: publishedCfg(wide, 'stroke', false) });
    t.is(under.settings.stimp, stimp);
    t.like(under.settings, { name: 'Mine', units: 'metric' });
    t.is(under.cfgs.course.holes, 10);
    t.deepEqual(under.cfgs.lag, mine.cfgs.lag);
  }
  const odd = withHostCfg(fresh(), { mode: 11, gen: 1, cfg: { stimp: 99, holes: 0, csMin: -4 } });
  t.like(odd.settings, { stimp: 10 });
  t.deepEqual(odd.cfgs.course, { course: 0, holes: 9, csMin: 8, csMax: 30, slope: 0 });
  t.deepEqual(withHostCfg(fresh(), { mode: 200, gen: 1, cfg: {} }), fresh());
});
