// The history as files: a player's sets in formats for spreadsheets and programs.

import test from 'ava';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { flashWith } from '../../support/device/play.ts';
import { listOf } from '../../support/read-json.ts';

const STORED = {
  players: {
    next_id: 4,
    players: [
      { id: 1, name: 'Ana, "A"', handicap: 0, impact_ratio: 1.6 },
      { id: 2, name: '=1+1', handicap: 0, impact_ratio: 1.6 },
    ],
  },
  trends: {
    lag: [
      { player_id: 1, unix_s: 1_800_000_000, value: 12.345_678 },
      { player_id: 3, unix_s: 0, value: 8 },
    ],
    face: [{ player_id: 2, unix_s: 951_782_400, value: 0.75 }],
  },
};

test('[panel] history.csv has a header, a line per set, and no spreadsheet formulas', async (t) => {
  const { call } = await panelFixture(t, { switchOn: async () => deviceFixture({ flash: await flashWith(STORED) }) });
  const { status, headers, text } = await call('/api/devices/0/history.csv');
  t.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8']);
  // date -u -d @1800000000, and @951782400, the 29th of February of a leap century.
  const lines = [
    'time,experience,player_id,player,measure,value,unit',
    '2027-01-15T08:00:00.000Z,Lag putting,1,"Ana, ""A""",Mean error,12.35,%',
    ',Lag putting,3,Player 3,Mean error,8,%',
    "2000-02-29T00:00:00.000Z,Face angle,2,'=1+1,Mean error,0.75,°",
    '',
  ];
  t.is(text, lines.join('\r\n'));
});

test('[panel] history.json has the same rows', async (t) => {
  const { call } = await panelFixture(t, { switchOn: async () => deviceFixture({ flash: await flashWith(STORED) }) });
  const answer = await call('/api/devices/0/history.json');
  t.is(answer.status, 200);
  const rows = listOf(answer.json());
  t.is(rows.length, 3);
  t.deepEqual(rows[2], {
    time: '2000-02-29T00:00:00.000Z',
    experience: 'Face angle',
    player: '=1+1',
    player_id: 2,
    measure: 'Mean error',
    value: 0.75,
    unit: '°',
  });
});

test('[panel] returns no rows for a device without sets, and no history for an unknown device', async (t) => {
  const { call } = await panelFixture(t);
  t.is((await call('/api/devices/0/history.csv')).text.split('\r\n').length, 2);
  t.deepEqual((await call('/api/devices/0/history.json')).json(), []);
  t.is((await call('/api/devices/1/history.csv')).status, 404);
  t.is((await call('/api/devices/0/history.csv', { headers: { Authorization: 'Bearer x' } })).status, 401);
});
