// The pages below the settings, with the widest names and the longest sentences: extensions, an extension code, and
// calibration.

import test from 'ava';
import { NO_UPDATE, type UpdateView } from '../../../firmware/extension/update.ts';
import type { Installed } from '../../../firmware/persisted/extensions.ts';
import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { SHARE_CODE } from '../../../firmware/pages/together/code-entry.ts';
import { pageOf } from '../../../firmware/pages/render.ts';
import { COLOR } from '../../../firmware/ui/theme.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { persistedWith, rowsAt, viewAt, WIDE } from '../../support/device/views.ts';

const LONG = 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW was not updated: all 6 slots are in use, so remove one first.';

function persistedFull(units: 'imperial' | 'metric'): Persisted {
  const persisted = persistedWith(4, WIDE, units);
  const installed = Array.from({ length: 6 }, (_, i): Installed => ({
    code: `WWWW${i}`,
    version: 2_147_483_647,
    name: 'W'.repeat(32),
    kind: 'drill',
    sha256: 'a'.repeat(64),
    default: i % 2 === 0,
    about: 'W '.repeat(200),
    settings: [],
    trend: [],
  }));
  const entry = {
    of: 'impact_ratio',
    player_id: 4,
    before: 1.4,
    after: 1.8,
    predicted_ft: 10,
    measured_ft: 11,
  } as const;
  return { ...persisted, installed, calibrations: Array.from({ length: 20 }, () => entry) };
}

const UPDATES: readonly UpdateView[] = [
  { ...NO_UPDATE, has_store: true },
  { ...NO_UPDATE, has_store: true, action: 'Fetching WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW …', done: [], failures: [] },
  { ...NO_UPDATE, has_store: true, action: '', done: [LONG, LONG, LONG], failures: [] },
  { ...NO_UPDATE, has_store: true, action: '', done: [LONG], failures: [LONG, LONG] },
];

test('[ui] extensions: every row in focus, with every result of the last run', (t) => {
  const pages = inspector();
  const persisted = persistedFull('imperial');
  for (const update of UPDATES) {
    const rows = rowsAt('extensions', persisted, { device: { update } }).length;
    t.is(rows, 8);
    for (let focus = 0; focus < rows; focus++)
      pages.inspect(viewAt('extensions', persisted, { device: { update }, focus }), 0, `row ${focus}`);
    for (const code of ['WWWW0', 'WWWW1', 'gone'])
      pages.inspect(viewAt('removing', persisted, { device: { update }, navigation: { code } }), 0, `removing ${code}`);
    for (const typed of ['', 'WWW', 'WWWWW']) {
      const code_entry = { ...SHARE_CODE, typed, at: 31 };
      pages.inspect(
        viewAt('installing', persisted, { device: { update }, navigation: { code_entry } }),
        0,
        `installing ${typed}`,
      );
    }
    pages.inspect(viewAt('menu', persisted, { device: { alarm: LONG, toast: LONG } }), 0, 'a red line and a message');
  }
  pages.report(t);
});

test('[R135] dims a correction that is not possible yet or is out of range', (t) => {
  const persisted = persistedWith(1, 'Ana', 'imperial');
  /** Returns the rows drawn as disabled. */
  const dim = (club_speed_mps: number | null, measured_ft: number | null): readonly string[] => {
    const calibration = { player_id: 1, club_speed_mps, measured_ft };
    const { list } = pageOf(viewAt('calibration', persisted, { device: { calibration }, focus: 0 }), 0);
    return list.flatMap((item) => (item.kind === 'text' && item.color === COLOR.disabled ? [item.text] : []));
  };
  const [x_factor, ratio] = ['Adjust X factor', 'Adjust impact ratio'];
  t.deepEqual(dim(null, null), [
    'Measured distance',
    'not yet',
    x_factor,
    '1.00, measure first',
    ratio,
    '1.80, measure first',
  ]);
  t.deepEqual(dim(1.5625, null), [x_factor, '1.00, measure first', ratio, '1.80, measure first']);
  t.deepEqual(dim(1.5625, 12.4), []);
  t.deepEqual(dim(1.5625, 20), [ratio, '1.80 → 2.13, too high']);
});

test('[ui] calibration: before and after a putt and its measurement, in both units, and a full history', (t) => {
  const pages = inspector();
  for (const units of ['imperial', 'metric'] as const) {
    const persisted = persistedFull(units);
    for (const [club_speed_mps, measured_ft] of [
      [null, null],
      [6, null],
      [6, 300],
      [6, 0.1],
      [0.15, 300],
    ] as const) {
      const calibration = { player_id: 4, club_speed_mps, measured_ft };
      for (let focus = 0; focus < 5; focus++)
        pages.inspect(viewAt('calibration', persisted, { device: { calibration }, focus }), 0, `${club_speed_mps} ${measured_ft} ${units} ${focus}`); // oxfmt-ignore
    }
    for (let focus = 0; focus < 20; focus++)
      pages.inspect(viewAt('calibrations', persisted, { focus }), 0, `history ${focus}`);
    pages.inspect(viewAt('calibrations', { ...persisted, calibrations: [] }), 0, 'no history');
  }
  pages.report(t);
});

test('[ui] shot forwarding: on and off, with large counts and the longest address', (t) => {
  const pages = inspector();
  const counts = { sent: 99_999, failed: 99_999, dropped: 99_999 };
  for (const address of ['', '192.168.255.255']) {
    const persisted = { ...persistedFull('imperial'), forwarding: { address, port: 65_535 } };
    for (const last of ['', 'The last shot was not received: the server redirects, which is not followed.'])
      for (let focus = 0; focus < 4; focus++) {
        const forwarding = { counts, last, waiting: 33 };
        pages.inspect(viewAt('forwarding', persisted, { device: { forwarding }, focus }), 0, `${address} ${focus}`); // oxfmt-ignore
        pages.inspect(viewAt('status', persisted, { device: { forwarding } }), 0, `status ${address}`);
      }
  }
  pages.report(t);
});

test('[ui] draws an alarm over any page and in its lines, unless the page shows it itself', (t) => {
  const persisted = persistedFull('imperial');
  for (const page of ['menu', 'settings', 'status', 'removing'] as const)
    t.true(pageOf(viewAt(page, persisted, { device: { alarm: LONG } }), 0).lines.includes(`Problem: ${LONG}`));
  for (const page of ['extensions', 'installing'] as const)
    t.false(pageOf(viewAt(page, persisted, { device: { alarm: LONG } }), 0).lines.includes(`Problem: ${LONG}`));
});
