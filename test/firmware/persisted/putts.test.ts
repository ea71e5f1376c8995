// Kept putts: their number, their records, damaged data, and the deletion of a player's putts.

import test from 'ava';
import {
  newestPuttRows,
  NO_PUTTS,
  PUTT_RECORDS,
  PUTTS_MAX,
  puttRecordData,
  puttsFrom,
  withPutt,
  withoutPlayer,
  type PuttRecord,
  type Putts,
} from '../../../firmware/persisted/putts.ts';
import { isRecord } from '../../../firmware/persisted/fields.ts';
import { keptPuttWith, newPuttWith } from '../../support/device/kept-putts.ts';

const SEGMENT = 1000;

/** Adds putts of players 1 and 2 in turn. */
function kept(count: number, from: Putts = NO_PUTTS): Putts {
  let putts = from;
  for (let i = 0; i < count; i++) putts = withPutt(putts, newPuttWith({ player_id: 1 + (i % 2) }), i).putts;
  return putts;
}

/** Returns `count` putts without going through each addition. */
const many = (count: number, first = 1): Putts => ({
  kept: Array.from({ length: count }, (_, i) => keptPuttWith({ seq: first + i, unix_s: i, player_id: 1 + (i % 2) })),
  next_seq: first + count,
});

const dataOf = (putts: Putts, record: PuttRecord): Record<string, unknown> => {
  const data: unknown = JSON.parse(JSON.stringify(puttRecordData(putts, record)));
  return isRecord(data) ? data : {};
};
/** Records to write after a putt outside a set. */
const recordsOf = ({ records }: ReturnType<typeof withPutt>): readonly PuttRecord[] => records ?? ['putts'];
const stored = (putts: Putts) => new Map(PUTT_RECORDS.map((record) => [record, dataOf(putts, record)]));
const read = (records: ReadonlyMap<string, Record<string, unknown>>): Putts =>
  puttsFrom((record) => records.get(record) ?? {});

test('[C177] keeps the newest 20,000 putts and drops the oldest', (t) => {
  const full = withPutt(many(PUTTS_MAX), newPuttWith(), 5).putts;
  t.is(PUTTS_MAX, 20_000);
  t.is(full.kept.length, 20_000);
  t.deepEqual([full.kept[0]?.seq, full.kept.at(-1)?.seq], [2, 20_001]);
  t.deepEqual(read(stored(full)), full);
});

test('[C177] a putt survives storage with all its fields', (t) => {
  const whole = kept(3);
  t.deepEqual(read(stored(whole)), whole);
  const free = newPuttWith({ target_ft: null, wanted_speed_mps: null, leave_ft: null, past_ft: null, right_ft: null });
  const bare = withPutt(NO_PUTTS, { ...free, attack_angle_deg: null, impact_mm: null, verdict: '', mark: '' }, 0).putts;
  t.deepEqual(read(stored(bare)), bare);
});

test('[C177] stores each putt in the small record, and its segment once for ten putts', (t) => {
  let [putts, segments] = [NO_PUTTS, 0];
  for (let i = 0; i < 200; i++) {
    const added = withPutt(putts, newPuttWith(), i);
    putts = added.putts;
    t.true(recordsOf(added).includes('putts'));
    segments += recordsOf(added).length - 1;
    const rows = dataOf(putts, 'putts')['putts'];
    t.true(Array.isArray(rows) && rows.length <= 20, 'the small record stays small');
  }
  t.is(segments, 20);
});

test('[C177] a power cut before the small record is written loses one putt and no older one', (t) => {
  const disk = new Map<string, Record<string, unknown>>();
  let putts = NO_PUTTS;
  for (let i = 1; i <= 2 * SEGMENT + 50; i++) {
    const added = withPutt(putts, newPuttWith(), i);
    for (const record of recordsOf(added)) {
      // Each record boundary is a place where the power may fail.
      if (i % 20 < 2 || i % SEGMENT < 2) t.true(read(disk).kept.length >= i - 1, `before ${record} of putt ${i}`);
      disk.set(record, dataOf(added.putts, record));
    }
    putts = added.putts;
  }
  t.deepEqual(read(disk), putts);
});

test('[C177] reads the newest putts from the records of sets too, each once', (t) => {
  const [before, putts] = [kept(27), kept(28)];
  const found = puttsFrom((record) => dataOf(before, record), [newestPuttRows(putts), newestPuttRows(kept(3)), 5]);
  t.deepEqual(found, putts);
  t.is(newestPuttRows(putts).length, 19);
  t.deepEqual(withPutt(before, newPuttWith(), 0).records, null);
  t.deepEqual(withPutt(putts, newPuttWith(), 0).records, ['putts-0', 'putts']);
});

test('[C177] a damaged segment loses only its own putts', (t) => {
  const records = stored(many(2500));
  records.set('putts-1', {});
  const { kept: left, next_seq } = read(records);
  t.is(next_seq, 2501);
  t.deepEqual([left.length, left.some(({ seq }) => seq >= 1000 && seq < 2000)], [1500, false]);
});

test('[C177] drops stored putts with a field missing or out of range', (t) => {
  const rows = dataOf(kept(1), 'putts')['putts'];
  const good: unknown = Array.isArray(rows) ? rows[0] : null;
  if (!Array.isArray(good)) return t.fail('no row');
  const damaged = good.flatMap((_, field) =>
    [undefined, 'x'.repeat(99), 1e9, -1e9, {}, [], true].map((value) => good.with(field, value)),
  );
  const found = puttsFrom((record) =>
    record === 'putts' ? { putts: [...damaged, good, 5, null, good.slice(1)] } : {},
  );
  const times = new Set([1e9]);
  // A time of 1e9 is a time; every other damaged row is dropped, and the good one is kept once.
  t.deepEqual(
    found.kept
      .filter(({ unix_s }) => !times.has(unix_s))
      .map(({ seq }) => seq)
      .filter((seq) => seq !== 1e9),
    [1],
  );
  for (const data of [null, -5, 'putts', [], {}, { length: 3 }])
    t.deepEqual(
      puttsFrom(() => ({ putts: data, next_seq: data, from_seq: data })),
      NO_PUTTS,
    );
});

test('[C177] reads putts of older versions, which have no time away', (t) => {
  const rows = dataOf(kept(1), 'putts')['putts'];
  const row: unknown = Array.isArray(rows) ? rows[0] : null;
  if (!Array.isArray(row)) return t.fail('no row');
  t.is(row.length, 18);
  const [putt] = puttsFrom((record) => (record === 'putts' ? { putts: [row.slice(0, 17)] } : {})).kept;
  t.like(putt, { seq: 1, mark: 'short', time_away_s: null });
});

test('[C177] deleting a player’s putts keeps the others’, also after a restart', (t) => {
  // Older putts than those kept are still in the oldest segment.
  const before = withPutt(many(PUTTS_MAX), newPuttWith(), 5).putts;
  const disk = stored(many(PUTTS_MAX));
  for (const record of ['putts', 'putts-20'] as const) disk.set(record, dataOf(before, record));
  const { putts, records } = withoutPlayer(before, 1);
  for (const record of records) disk.set(record, dataOf(putts, record));
  t.true(putts.kept.every(({ player_id }) => player_id === 2));
  t.deepEqual(read(disk), putts);
  t.false(
    [...disk.values()].some(
      ({ putts: rows }) => Array.isArray(rows) && rows.some((row: unknown) => Array.isArray(row) && row[2] === 1),
    ),
  );
  t.deepEqual(withoutPlayer(putts, 9), { putts, records: [] });
  t.is(withPutt(putts, newPuttWith(), 5).putts.kept.at(-1)?.seq, before.next_seq, 'numbers are never reused');
});

test('[C177] a full segment fits into one record of the flash', (t) => {
  const wide = newPuttWith({ experience: `extension:${'W'.repeat(6)}`, target_ft: 99.99, face_angle_deg: -12.345 });
  const putts: Putts = {
    kept: Array.from({ length: SEGMENT }, (_, i) => ({ ...wide, seq: 19_000 + i, unix_s: 1_790_000_000 })),
    next_seq: 20_000,
  };
  const bytes = JSON.stringify(puttRecordData(putts, 'putts-19')).length;
  t.true(bytes > 90_000 && bytes < 200_000, `${bytes} bytes`);
});
