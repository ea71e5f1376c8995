// Restoring the persisted state: whatever flash holds, values are within their ranges and nothing throws; data stored
// by the device is restored unchanged.

import test from 'ava';
import fc from 'fast-check';
import {
  PERSISTED_DEFAULT,
  persistedFrom,
  newDeviceId,
  RECORDS,
  recordData,
  storedId,
  type Persisted,
  type StoredData,
} from '../../../firmware/persisted/persisted.ts';
import { PLAYERS_DEFAULT, playersFrom } from '../../../firmware/persisted/players.ts';
import { settingsFrom } from '../../../firmware/persisted/settings.ts';
import { TRENDS_EMPTY, trendsFrom } from '../../../firmware/persisted/trends.ts';
import type { CloseState } from '../../../firmware/experiences/close-in.ts';
import { TREND_ENTRIES_MAX } from '../../../firmware/persisted/trends.ts';
import { loadPersisted } from '../../../firmware/persisted/storage.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { cfgsFrom } from '../../../firmware/experiences/registry.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { persistedAreSound } from '../../support/device/valid-persisted.ts';
import { mutations } from '../../support/device/spoilt-data.ts';
import { isFields, type JsonFields } from '../../../wire/json-fields.ts';
import { fieldsIn } from '../../support/read-json.ts';

const ID = 'TP-0123456789AB';
const record = (data: unknown): JsonFields => (isFields(data) ? data : {});
const stored = (persisted: Persisted): StoredData =>
  fieldsIn(JSON.stringify(Object.fromEntries(RECORDS.map((name) => [name, recordData(persisted, name)]))));

const CLOSE: CloseState = {
  game: 'close',
  cfg: { shots: 20, slope: 0 },
  seats: [{ player_id: 7, rung: 1, best: 2, strokes: 3, holed: 2 }],
  turn: 0,
};

const SOME: Persisted = {
  ...persistedFrom({}, ID),
  players: [
    { id: 3, name: 'Ana', handicap: 54, hand: 'right', impact_ratio: 1.4 },
    { id: 7, name: 'Bo', handicap: 0, hand: 'right', impact_ratio: 1.8 },
  ],
  next_player_id: 9,
  trends: {
    ...TRENDS_EMPTY,
    metrics: [{ player_id: 3, unix_s: 0, value: 0.52 }],
    lag: [{ player_id: 7, unix_s: 1_800_000_000, value: 12 }],
    close: [{ player_id: 5, unix_s: 9, value: 6 }],
  },
  sets: {
    ...persistedFrom({}, ID).sets,
    close: CLOSE,
  },
};

test('[R137] any JSON yields a state within its ranges and never throws', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.constantFrom(...RECORDS), fc.jsonValue()), (one, records) => {
      settingsFrom(record(one));
      playersFrom(one);
      trendsFrom(record(one));
      cfgsFrom(record(one));
      storedId(records);
      const wrong = persistedAreSound(persistedFrom(records, ID));
      if (wrong) throw new Error(wrong);
    }),
    { numRuns: 1000 },
  );
  t.pass();
});

test('[R137] a stored state with any corrupted field yields a state within its ranges', (t) => {
  fc.assert(
    fc.property(mutations(stored(SOME)), (data) => {
      const wrong = persistedAreSound(persistedFrom(record(data), ID));
      if (wrong) throw new Error(wrong);
    }),
    { numRuns: 5000, seed: 2 },
  );
  t.pass();
});

test('[persisted] restores stored data unchanged', (t) => {
  t.deepEqual(persistedFrom(stored(SOME), ID), SOME);
  t.deepEqual(persistedFrom(stored(persistedFrom({}, ID)), ID), persistedFrom({}, ID));
  t.deepEqual(persistedFrom({}, ''), PERSISTED_DEFAULT);
});

test('[persisted] settings at and beyond their limits: only a value outside becomes the default', (t) => {
  const of = (data: Record<string, unknown>): Record<string, unknown> => ({ ...settingsFrom(data) });
  for (const [key, inside, outside, otherwise] of [
    ['stimp', [4, 15, 8.5], [3.9, 15.1, '10', null], 10],
    ['sound_percent', [0, 100, 50], [-1, 101, 33.3, true], 60],
    ['brightness_percent', [10, 100], [9, 0, 101, 10.5], 100],
    ['x_factor', [0.5, 2, 1.23], [0.49, 2.01, '1'], 1],
    ['units', ['metric', 'imperial'], ['feet', 1, null], 'imperial'],
    ['figures', [true, false], ['true', 1, null], false],
    ['free_figures', [true, false], ['false', 0, null], true],
    ['name', ['', 'x'.repeat(16), 'Zoë 🏌️'], ['x'.repeat(17), 5, 'a\nb', 'a\u0000', '\u202eevil'], ''],
  ] as const) {
    for (const value of inside) t.is(of({ [key]: value })[key], value, `${key} ${String(value)}`);
    for (const value of outside) t.is(of({ [key]: value })[key], otherwise, `${key} ${String(value)}`);
  }
  t.deepEqual(of({ stimp: 99, units: 'metric' })['units'], 'metric');
});

test('[C104] players at and beyond their limits; the default handicap is 0', (t) => {
  const one = (data: Record<string, unknown>) => ({ ...playersFrom([{ id: 4, ...data }])[0] });
  t.deepEqual(one({}), { id: 4, name: 'Player 4', handicap: 0, hand: 'right', impact_ratio: 1.6 });
  for (const name of ['A', 'x'.repeat(16), '🏌'.repeat(16)]) t.is(one({ name }).name, name);
  for (const name of ['', 'x'.repeat(17), '🏌'.repeat(17), 7, 'a\r\n> b', 'a\u2028b', '\ud800'])
    t.is(one({ name }).name, 'Player 4', JSON.stringify(name));
  for (const handicap of [0, 54]) t.is(one({ handicap }).handicap, handicap);
  for (const handicap of [-1, 55, 17.5, '3']) t.is(one({ handicap }).handicap, 0);
  for (const impact_ratio of [1.4, 1.8, 1.625]) t.is(one({ impact_ratio }).impact_ratio, impact_ratio);
  for (const impact_ratio of [1.39, 1.81, '1.6', null]) t.is(one({ impact_ratio }).impact_ratio, 1.6);
});

test('[C109] a player is right-handed by default or with an invalid stored hand', (t) => {
  const hand = (data: Record<string, unknown>) => playersFrom([{ id: 4, ...data }])[0]?.hand;
  t.is(hand({ hand: 'left' }), 'left');
  for (const data of [{}, { hand: 'right' }, { hand: 'Left' }, { hand: 1 }, { hand: null }])
    t.is(hand(data), 'right', JSON.stringify(data));
});

test('[persisted] keeps at most four players with unique valid ids, or the default player if there are none', (t) => {
  const ids = (...list: unknown[]): number[] => playersFrom(list.map((id) => ({ id }))).map(({ id }) => id);
  t.deepEqual(ids(4, 3, 2, 1, 5), [4, 3, 2, 1]);
  t.deepEqual(ids(1, 1, 2), [1, 2]);
  t.deepEqual(ids(0, -1, 1.5, '2', null, 1e300, 2 ** 53, 9), [9]);
  t.deepEqual(playersFrom([]), PLAYERS_DEFAULT);
  t.deepEqual(playersFrom('players'), PLAYERS_DEFAULT);
});

test('[persisted] the next id exceeds every id in use, even if the stored one does not', (t) => {
  const next = (next_id: unknown, ...ids: number[]): number =>
    persistedFrom({ players: { next_id, players: ids.map((id) => ({ id })) } }, ID).next_player_id;
  t.is(next(9, 3), 9);
  t.is(next(2, 3), 4);
  for (const wrong of [3.5, '9', null, 1e300, -1, Number.MAX_SAFE_INTEGER]) t.is(next(wrong, 3), 4, String(wrong));
});

test('[persisted] trends keep the newest entries, and drop invalid ones', (t) => {
  const entries = Array.from({ length: TREND_ENTRIES_MAX + 5 }, (_, i) => ({ player_id: 1, unix_s: i, value: 50 }));
  const { lag } = trendsFrom({ lag: [...entries, { player_id: 1 }, null, { player_id: '1', value: 3 }, 7] });
  t.is(lag.length, TREND_ENTRIES_MAX);
  t.is(lag.at(-1)?.unix_s, TREND_ENTRIES_MAX + 4);
  for (const value of [-1, 1e9, Number.NaN, '5', null])
    t.deepEqual(trendsFrom({ lag: [{ player_id: 1, value }] }).lag, [], String(value));
  t.deepEqual(trendsFrom({ close: [{ player_id: 1, unix_s: 'now', value: 3 }] }).close, [
    { player_id: 1, unix_s: 0, value: 3 },
  ]);
});

test('[C25] cfg keys at and beyond their limits; the longest station is at least the shortest', (t) => {
  const lag = (data: Record<string, unknown>) => cfgsFrom({ lag: data }).lag;
  t.deepEqual(lag({}), { shots: 10, csMin: 15, csMax: 40, manual: 0, target: 30, slope: 0 });
  t.like(lag({ shots: 1, csMin: 5, csMax: 100, manual: 1, target: 5 }), { shots: 1, csMin: 5, csMax: 100, manual: 1 });
  t.like(lag({ shots: 51, csMin: 4, csMax: 101, manual: true, target: 7.5 }), lag({}));
  t.like(lag({ csMin: 60 }), { csMin: 60, csMax: 60 });
  t.like(lag({ csMin: 50, csMax: 20 }), { csMin: 50, csMax: 50 });
  t.is(cfgsFrom({ close: { shots: 5 } }).close.shots, 20);
  t.is(cfgsFrom({ close: { shots: 6 } }).close.shots, 6);
  t.is(cfgsFrom({ close: { shots: 60 } }).close.shots, 60);
});

test('[persisted] does not restore a set whose player was removed', (t) => {
  const data = { ...stored(SOME), players: { players: [{ id: 3 }] } };
  t.is(persistedFrom(data, ID).sets.close, null);
  t.deepEqual(persistedFrom(data, ID).sets.lag, null);
});

test('[persisted] does not restore a set older than the last end in its trend', (t) => {
  const data = stored(SOME);
  const ended = (trends: unknown, set: unknown): boolean =>
    persistedFrom(
      {
        ...data,
        trends: { ...record(data.trends), ended: trends },
        'set-close': { ...record(data['set-close']), ended: set },
      },
      ID,
    ).sets.close === null;
  t.false(ended({ lag: 9, close: 2 }, 2), 'started after the last end');
  t.true(ended({ lag: 0, close: 3 }, 2), 'end written, set not yet removed');
  t.false(ended({ lag: 9, close: 1 }, 2), 'trends restored from an older copy');
  t.false(ended(undefined, 2));
  t.false(ended({ close: 'many' }, 2));
});

test('[C8] a device id is TP- and 12 upper-case hex digits; anything else counts as none', (t) => {
  const ids = Array.from({ length: 50 }, (_, seed) => newDeviceId(createSeededRandom(seed)));
  for (const id of ids) t.regex(id, /^TP-[0-9A-F]{12}$/);
  t.is(new Set(ids).size, 50);
  t.is(newDeviceId(createSeededRandom(3)), ids[3] ?? '');
  t.is(storedId({ identity: { id: ID } }), ID);
  for (const id of ['TP-0123456789ab', 'TP-0123456789A', `${ID}\n`, 'TP-0123456789ABC', 5, null, [ID]])
    t.is(storedId({ identity: { id } }), null, JSON.stringify(id));
  t.is(storedId({ identity: [ID] }), null);
});

test('[C13] two boots with the same random seed differ by their time', async (t) => {
  const flash = createMemoryFlash();
  const bootAt = async (unix_s: number): Promise<string> =>
    (await loadPersisted(flash, createSeededRandom(7, 'firmware'), unix_s)).boot;
  const boots = await Promise.all([1_800_000_000, 1_800_000_001].map(bootAt));
  t.is(new Set(boots).size, 2);
  t.is<unknown, unknown>(await bootAt(1_800_000_000), boots[0]);
  for (const boot of boots) t.true(`${boot}-9999-999999-start`.length <= 36, boot);
});
