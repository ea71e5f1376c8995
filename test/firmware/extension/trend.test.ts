// Figures that an extension adds to its trend: stored by key and player, shown on its page and in the history.

import test from 'ava';
import type { TrendField } from '../../../firmware/extension-runtime/manifest.ts';
import {
  NO_EXTENSION_DATA,
  extensionDataFrom,
  installedFrom,
  newestFigures,
  withExtensionData,
  type Installed,
} from '../../../firmware/persisted/extensions.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { persistedIn } from '../../support/device/play.ts';
import { CODE, extensionFixture, install } from '../../support/extension/extension-fixture.ts';
import { choose, pageOn } from '../../support/device/play.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { persistedWith, viewAt, WIDE } from '../../support/device/views.ts';

const TREND: readonly TrendField[] = [
  { key: 'made', label: 'Putts made', unit: 'of 10', better: 'high' },
  { key: 'miss', label: 'Mean miss', unit: 'in', better: 'low' },
];
const ABOUT = 'Ten putts from six feet, with a count of those that drop.';
const SCRIPT = `manifest { name = "Ten", kind = "drill", about = "${ABOUT}", trend = {
  { key = "made", label = "Putts made", unit = "of 10" },
  { key = "miss", label = "Mean miss", unit = "in", better = "low" },
} }
local n = 0
function ext.putt()
  n = n + 1
  trend.add("made", n)
  trend.add("miss", n / 4)
  players.next()
end
function ext.draw() canvas.text("last " .. table.concat(trend.last("made", 3), " "), 10, 40) end`;

async function played(putts: number) {
  const fixture = await extensionFixture();
  await choose(fixture, 'Players');
  await choose(fixture, 'Add a player');
  await fixture.press('ok', 'back', 'back');
  await install(fixture, SCRIPT, { name: 'Ten', about: ABOUT, trend: TREND });
  await choose(fixture, 'Ten');
  await choose(fixture, 'Start');
  for (let putt = 0; putt < putts; putt++) await fixture.strike({ club_speed_mps: 1.5 });
  await fixture.press('back');
  return fixture;
}

test('[C157] the page of an extension shows its about text, trend lines per player and a chart per figure', async (t) => {
  const fixture = await played(3);
  t.deepEqual(fixture.lines().slice(0, 4), ['Ten', ABOUT, '> Start', 'Trend']);
  await choose(fixture, 'Trend');
  t.is(pageOn(fixture), 'extension-trend');
  t.deepEqual(fixture.lines().slice(0, 3), [
    'Ten: trend',
    'Trend of Player 1: 1 of 10, 3 of 10',
    'Trend of Player 2: 2 of 10',
  ]);
  await fixture.press('right');
  t.deepEqual(fixture.lines().slice(1, 3), ['Trend of Player 1: 0.3 in, 0.8 in', 'Trend of Player 2: 0.5 in']);
  await fixture.press('right');
  t.true(fixture.lines().includes('Trend of Player 2: 2 of 10'));
  await fixture.press('back');
  t.is(pageOn(fixture), 'options');
});

test('[C157] trend values are in the history with player, label and unit, even after a restart', async (t) => {
  const fixture = await played(2);
  const rows = [
    { experience: 'Ten', player: 'Player 1', measure: 'Putts made', value: 1, unit: 'of 10' },
    { experience: 'Ten', player: 'Player 1', measure: 'Mean miss', value: 0.25, unit: 'in' },
    { experience: 'Ten', player: 'Player 2', measure: 'Putts made', value: 2, unit: 'of 10' },
    { experience: 'Ten', player: 'Player 2', measure: 'Mean miss', value: 0.5, unit: 'in' },
  ];
  const shown = fixture.device.history().filter(({ experience }) => experience === 'Ten');
  t.is(shown.length, rows.length);
  rows.forEach((row, i) => t.like(shown[i], row));
  t.true(shown.every(({ unix_s }) => unix_s > 1_600_000_000));
  const { persisted } = await persistedIn(fixture.flash);
  t.deepEqual(persisted.extension_data[CODE]?.trend.map(({ player_id }) => player_id), [1, 1, 2, 2]); // oxfmt-ignore
  await fixture.stop();
  const again = await extensionFixture(createMemoryFlash(fixture.flash.disk));
  t.deepEqual(again.device.history(), fixture.device.history());
});

const figure = (key: string, value: number) => ({ key, value, player_id: 1, unix_s: 0 });

test('[C157] keeps the newest 200 figures of each key, independent of other keys', (t) => {
  const many = Array.from({ length: 500 }, (_, i) => figure('often', i));
  const kept = newestFigures([figure('rare', 1), ...many, figure('rare', 2)]);
  t.deepEqual(kept.filter(({ key }) => key === 'rare').map(({ value }) => value), [1, 2]); // oxfmt-ignore
  const often = kept.filter(({ key }) => key === 'often').map(({ value }) => value);
  t.deepEqual([often.length, often[0], often.at(-1)], [200, 300, 499]);
  t.deepEqual(kept.at(-1), figure('rare', 2));
});

test('[C157] a script receives the newest 200 of a key, independent of other keys', async (t) => {
  const script = `manifest { name = "Many", kind = "drill", trend = { { key = "rare" }, { key = "often" } } }
    trend.add("rare", 7)
    local n = 0
    function ext.putt() for _ = 1, 150 do n = n + 1 trend.add("often", n) end end
    function ext.draw() canvas.text(trend.last("rare")[1] .. " " .. #trend.last("often", 200) .. " " .. (trend.last("often", 200)[1] or 0), 9, 9) end`;
  const fixture = await extensionFixture();
  await install(fixture, script, { name: 'Many' });
  await choose(fixture, 'Many');
  for (let putt = 0; putt < 3; putt++) await fixture.strike({ club_speed_mps: 1.5 });
  t.is(fixture.lines()[0], '7 200 251');
});

const entry = (code: string): Installed => ({
  code,
  version: 1,
  name: code,
  kind: 'drill',
  sha256: 'a'.repeat(64),
  default: false,
  about: ABOUT,
  settings: [],
  trend: TREND,
});

test('[C157] keeps data of twelve extensions, dropping the one removed longest ago, never an installed one', (t) => {
  const installed = ['AAAAA', 'BBBBB'].map(entry);
  let all = extensionDataFrom({});
  for (const code of ['AAAAA', ...Array.from({ length: 20 }, (_, i) => `G${String(i).padStart(4, '0')}`), 'BBBBB'])
    all = withExtensionData(all, installed, code, { store: { n: 1 } });
  t.is(Object.keys(all).length, 12);
  t.deepEqual([all['AAAAA'], all['BBBBB']], [{ ...NO_EXTENSION_DATA, store: { n: 1 } }, { ...NO_EXTENSION_DATA, store: { n: 1 } }]); // oxfmt-ignore
  t.deepEqual(['G0019' in all, 'G0010' in all, 'G0009' in all], [true, true, false]);
});

test('[C157] restores about, trend and figures from storage, and drops invalid ones', (t) => {
  const stored: unknown = JSON.parse(JSON.stringify([entry('AAAAA')]));
  t.deepEqual(installedFrom(stored), [entry('AAAAA')]);
  const { about: _about, trend: _trend, ...older } = entry('AAAAA');
  t.deepEqual(installedFrom([older]), [{ ...older, about: '', trend: [] }]);
  t.deepEqual(installedFrom([{ ...older, about: 7, trend: [{ key: 1 }, null] }]), [{ ...older, about: '', trend: [] }]);
  const data = { trend: [figure('made', 1), { key: 'made', value: 2 }, { key: 'made', value: 'x' }, 7] };
  t.deepEqual(extensionDataFrom({ AAAAA: data })['AAAAA']?.trend, [
    figure('made', 1),
    { key: 'made', value: 2, player_id: 0, unix_s: 0 },
  ]);
});

test('[ui] renders the page and the trend of an extension with long words and large figures', (t) => {
  const pages = inspector();
  for (const players of [1, 4])
    for (const value of [0, 3.25, -1e9, 1e9, 99_999.5])
      for (const count of [0, 1, 60]) {
        const plain = persistedWith(players, WIDE, 'imperial', 0);
        const long = { key: 'a', label: 'W'.repeat(24), unit: 'WWWWWWWW', better: 'high' } as const;
        const installed = [{ ...entry('AAAAA'), name: 'W'.repeat(32), about: 'WWW '.repeat(100), trend: [long, long] }];
        const trend = plain.players.flatMap(({ id }) =>
          Array.from({ length: count }, (_, i) => ({
            key: 'a',
            value: i % 2 === 0 ? value : 0,
            player_id: id,
            unix_s: 0,
          })),
        );
        const persisted = { ...plain, installed, extension_data: { AAAAA: { ...NO_EXTENSION_DATA, trend } } };
        for (const page of ['options', 'extension-trend'] as const)
          pages.inspect(
            viewAt(page, persisted, { navigation: { code: 'AAAAA' } }),
            0,
            `${page} ${players} ${value} ${count}`,
          );
      }
  pages.report(t);
});
