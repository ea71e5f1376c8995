// Export of the kept putts: read back by a CSV parser that is not ours, and as JSON.

import test from 'ava';
import { parse } from 'csv-parse/sync';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { flashWith, putt } from '../../support/device/play.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsIn, listOf } from '../../support/read-json.ts';

/** Names that break careless exports: quotes, formulas, emoji, a right-to-left script. */
const NAMES = ['Ana, "A"', '=HYPERLINK("x")', '👩🏽‍🦰', 'דנה'];
const STORED = {
  players: { next_id: 5, players: NAMES.map((name, i) => ({ id: i + 1, name, handicap: 0, impact_ratio: 1.6 })) },
  cfg: { lag: { shots: 1, manual: 1, target: 20 } },
};

/** Each of the four players putts once at 20 ft. */
async function played() {
  const fixture = await deviceFixture({ flash: await flashWith(STORED) });
  for (const keys of ['down', 'ok', 'ok'] as const) await fixture.press(keys);
  for (const share of [1, 0.8, 1.2, 0.9]) await putt(fixture, share);
  return fixture;
}

test('[C177] putts.csv opens in a CSV reader with every putt and name, and no formula', async (t) => {
  const fixture = await played();
  const { call } = await panelFixture(t, { switchOn: async () => fixture });
  const { status, headers, text } = await call('/api/devices/0/putts.csv');
  t.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8']);
  const rows: Record<string, string>[] = parse(text, { columns: true });
  t.deepEqual(
    rows.map(({ seq, player_id, player, experience, target_ft }) => [seq, player_id, player, experience, target_ft]),
    NAMES.map((name, i) => [`${i + 1}`, `${i + 1}`, name.replace(/^=/, "'="), 'Lag putting', '20']),
  );
  const [first, second] = rows;
  t.like(first, { verdict: 'holed', leave_ft: '0', mark: 'holed' });
  // Roll grows with the square of the speed: 0.8² of what stops at the hole, in feet of 20.
  t.is(second?.['verdict'], 'short');
  t.true(Math.abs(Number(second?.['past_ft']) + 20 * (1 - 0.64)) < 1.5, second?.['past_ft']);
  // The virtual putter takes 0.4 s back and 0.2 s down. The gates see all but the start and the end.
  for (const row of rows)
    t.true(Number(row['time_away_s']) > 0.4 && Number(row['time_away_s']) < 0.6, row['time_away_s']);
  for (const cell of rows.flatMap((row) => Object.values(row))) t.notRegex(cell, /^[=+@]/);
});

test('[C177] putts, putts.json and putts.csv hold the same putts; a token and a device are required', async (t) => {
  const fixture = await played();
  const { call } = await panelFixture(t, { switchOn: async () => fixture });
  const json = listOf((await call('/api/devices/0/putts')).json()).map((row) => fieldsIn(JSON.stringify(row)));
  t.deepEqual((await call('/api/devices/0/putts.json')).json(), json);
  const rows: Record<string, string>[] = parse((await call('/api/devices/0/putts.csv')).text, { columns: true });
  const text = (value: unknown): string =>
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replace(/^=/, "'=") : '';
  t.deepEqual(
    rows,
    json.map((row) => Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, text(row[name])]))),
  );
  for (const path of ['putts', 'putts.json', 'putts.csv']) {
    t.is((await call(`/api/devices/1/${path}`)).status, 404);
    t.is((await call(`/api/devices/0/${path}`, { headers: { Authorization: 'Bearer x' } })).status, 401);
  }
});

test('[C177] a device without putts has a table of headings and an empty list', async (t) => {
  const { call } = await panelFixture(t);
  t.deepEqual(parse((await call('/api/devices/0/putts.csv')).text, { columns: true }), []);
  t.deepEqual((await call('/api/devices/0/putts')).json(), []);
});
