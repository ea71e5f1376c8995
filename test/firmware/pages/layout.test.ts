// Every page, in both units, for one and four players with the widest names and extreme values: texts stay on the
// screen and in their panels without overlap, at most one line has the focus, and touch areas lie on the screen.

import test from 'ava';
import { MENU, restoreSet, SETS } from '../../../firmware/experiences/registry.ts';
import { resultsOf } from '../../../firmware/play/set.ts';
import { nameEntry, withLetterTurned } from '../../../firmware/pages/settings/naming.ts';
import { pageOf } from '../../../firmware/pages/render.ts';
import type { Strike } from '../../../hal/sensor/sensor.ts';
import { markedPutts } from '../../support/device/kept-putts.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import {
  experienceAfter,
  persistedWith,
  LINKS,
  NEW_BOARD,
  bootingAt,
  playingAt,
  rowsAt,
  resultsAfter,
  sensorWith,
  viewAt,
  WIDE,
} from '../../support/device/views.ts';

const GAMES = SETS.map(({ id }) => id);
const SCENES = (['imperial', 'metric'] as const).flatMap((units) =>
  ([1, 2, 3, 4] as const).flatMap((players) =>
    [WIDE, '', 'lllllll'].map((name) => ({ what: `${units}, ${players} × "${name}"`, units, players, name })),
  ),
);

const HARDEST: Partial<Strike> = {
  club_speed_mps: 6,
  face_angle_deg: -20,
  face_rotation_deg_per_in: -6,
  attack_angle_deg: -15,
  left_inner_proportion: 1,
  right_inner_proportion: 1,
};
const SOFTEST: Partial<Strike> = {
  club_speed_mps: 0.15,
  face_angle_deg: 0,
  face_rotation_deg_per_in: 0,
  attack_angle_deg: null,
  left_inner_proportion: null,
  right_inner_proportion: null,
};
const STRIKES: readonly Partial<Strike>[] = [
  HARDEST,
  SOFTEST,
  ...[0.6, 0.9, 1.2, 1.5, 2, 2.5, 3.5, 4.5].flatMap((club_speed_mps) =>
    [0, 0.7, -3].map((face_angle_deg) => ({ club_speed_mps, face_angle_deg })),
  ),
];

test('[ui] lists: every row in focus, every link state in the menu', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES) {
    const plain = persistedWith(players, name, units);
    const { state: lag } = experienceAfter('lag', plain, [SOFTEST]);
    const { state: close } = experienceAfter('close', plain, [SOFTEST]);
    const persisted = { ...plain, sets: { ...plain.sets, lag, close } };
    for (const page of ['menu', 'setup', 'players', 'player', 'settings'] as const)
      for (const game of page === 'setup' ? GAMES : (['lag'] as const))
        for (const manual of page === 'setup' ? ([0, 1] as const) : ([0] as const)) {
          const set = {
            ...persisted,
            cfgs: { ...persisted.cfgs, lag: { ...persisted.cfgs.lag, manual, csMax: 100, target: 100 } },
          };
          const rows = rowsAt(page, set, { navigation: { id: game } }).length;
          for (let focus = 0; focus < rows; focus++)
            pages.inspect(viewAt(page, set, { navigation: { id: game }, focus }), 0, `${page} ${what}`);
        }
    for (const link of LINKS)
      pages.inspect(viewAt('menu', persisted, { device: { sensor: sensorWith({ link }) } }), 0, `menu ${link} ${what}`);
  }
  pages.report(t);
});

test('[ui] firmware, with every message', (t) => {
  const pages = inspector();
  const persisted = persistedWith(1, '', 'metric');
  const offer = {
    version: '65535.65535.65535',
    seq: 2,
    url: '/x',
    size: 1,
    sha256: '',
    minisig: '',
    notes: 'Wide words. '.repeat(80),
    released: 0,
  };
  const long = `Firmware 65535.65535.65535 failed (try 3 of 3): ${'it is wrong in many ways, '.repeat(10)}.`;
  for (const step of ['', 'checking', 'downloading', 'waiting', 'installing', 'restarting'] as const)
    for (const messages of [[], ['No newer firmware.'], [long, long]])
      for (const pending of [true, false]) {
        const view = {
          has_updates: true,
          version: '65535.65535.65535',
          step,
          percent: 100,
          offer,
          pending,
          blocked: false,
          messages,
        };
        pages.inspect(viewAt('firmware', persisted, { device: { firmware: view } }), 0, `firmware ${step}`);
      }
  pages.report(t);
});

test('[ui] the set-up page explains the experience and its scoring in one fully readable line', (t) => {
  for (const chosen of MENU) {
    if (chosen.kind === 'unsensed') continue;
    const view = viewAt('setup', persistedWith(1, '', 'imperial'), { navigation: { id: chosen.id } });
    const { list, lines } = pageOf(view, 0);
    t.is(lines[1], chosen.about);
    const drawn = list.flatMap((item) => (item.kind === 'text' && item.y > 42 && item.y < 87 ? [item.text] : []));
    t.is(drawn.join(' '), chosen.about, chosen.name);
    t.is(drawn.length, 1, chosen.name);
  }
});

test('[ui] lists mark exactly one line', (t) => {
  for (const page of ['menu', 'setup', 'players', 'player', 'settings', 'naming'] as const) {
    const { lines } = pageOf(viewAt(page, persistedWith(2, 'Ana', 'metric')), 0);
    t.is(lines.filter((line) => line.startsWith('> ')).length, 1, page);
  }
});

test('[ui] mini golf: every hole, aimed, rolling and at rest', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES)
    for (let hole = 0; hole < 9; hole++) {
      const persisted = persistedWith(players, name, units);
      const seats = persisted.players.map(({ id }) => ({
        player_id: id,
        strokes: Array.from({ length: hole }, () => 6),
      }));
      const fresh = restoreSet('golf', {
        cfg: { holes: 9 },
        seats,
        turn: 0,
        stroke: 5,
        ball: { x: 0.6, y: 1 },
        aim_deg: 180,
      });
      const state = fresh ?? experienceAfter('golf', persisted, []).state;
      pages.inspect(playingAt(persisted, experienceAfter('golf', persisted, [], state)), 0, `golf ${hole} ${what}`);
      const struck = experienceAfter('golf', persisted, [{ club_speed_mps: 2, face_angle_deg: 3 }], state);
      for (const now_ms of [0, 300, 60_000])
        pages.inspect(playingAt(persisted, struck, true), now_ms, `golf ${hole} ${now_ms} ${what}`);
    }
  pages.report(t);
});

test('[ui] playing before the first putt', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES)
    for (const game of GAMES) {
      const persisted = persistedWith(players, name, units);
      pages.inspect(playingAt(persisted, experienceAfter(game, persisted, [])), 0, `${game} ${what}`);
    }
  pages.report(t);
});

test('[ui] playing with any putt, rolling and at rest', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES.filter((scene) => scene.name !== 'lllllll'))
    for (const game of GAMES)
      for (const strike of STRIKES) {
        const plain = persistedWith(players, name, units);
        const persisted = { ...plain, settings: { ...plain.settings, stimp: 15, x_factor: 2 } };
        const experience = experienceAfter(game, persisted, [strike]);
        const label = `${game} ${JSON.stringify(strike)} ${what}`;
        for (const now_ms of [0, 400, 60_000])
          for (const rolling of [true, false]) pages.inspect(playingAt(persisted, experience, rolling), now_ms, label);
        pages.inspect(playingAt(persisted, experience, true, true), 60_000, `${label} at rest`);
      }
  pages.report(t);
});

test('[ui] the second face of play pages shows the figures of any putt', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES.filter((scene) => scene.name !== 'lllllll'))
    for (const game of GAMES)
      for (const strikes of [[], [HARDEST], [SOFTEST]])
        for (const figures of [true, false]) {
          const plain = persistedWith(players, name, units);
          const persisted = { ...plain, settings: { ...plain.settings, figures, free_figures: figures } };
          const experience = experienceAfter(game, persisted, strikes);
          for (const resting of [true, false])
            pages.inspect(playingAt(persisted, experience, resting, resting), 60_000, `${game} ${what}`);
        }
  pages.report(t);
});

test('[ui] playing at every station, with the standings of a long set', (t) => {
  const pages = inspector();
  for (const target of [5, 6, 10, 20, 50, 100])
    for (const { what, players, name, units } of SCENES.filter((scene) => scene.players === 4)) {
      const plain = persistedWith(players, name, units);
      const persisted = {
        ...plain,
        cfgs: { ...plain.cfgs, lag: { ...plain.cfgs.lag, manual: 1 as const, target, shots: 50 } },
      };
      const putts = Array.from({ length: 50 }, () => ({ target_ft: target, leave_ft: 0, short: false, points: 3 }));
      const seats = persisted.players.map(({ id }, seat) => ({
        player_id: id,
        putts: seat === 0 ? putts : putts.slice(1),
      }));
      const stations_ft = Array.from({ length: 50 }, () => target);
      const state = restoreSet('lag', { cfg: persisted.cfgs.lag, stations_ft, seats, turn: 1 });
      if (!state) return t.fail('restoring the set failed');
      for (const strikes of [[], [HARDEST], [SOFTEST], [{ club_speed_mps: 1 }]])
        for (const rolling of [true, false]) {
          const experience = experienceAfter('lag', persisted, strikes, state);
          pages.inspect(playingAt(persisted, experience, rolling), 60_000, `${target} ft ${what}`);
        }
    }
  pages.report(t);
});

test('[ui] lays out results and trends for 0 to 30 sets', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES)
    for (const game of GAMES)
      for (const sets of [0, 1, 30]) {
        const persisted = persistedWith(players, name, units, sets);
        pages.inspect(viewAt('trend', persisted, { navigation: { id: game } }), 0, `trend ${game} ${sets} ${what}`);
        for (const strike of [HARDEST, SOFTEST, { club_speed_mps: 1.5 }]) {
          const results = resultsAfter(game, persisted, strike);
          const kept = results.flatMap(({ player_id, count }) => markedPutts(player_id, game, count));
          const with_putts = { ...persisted, putts: { kept, next_seq: kept.length + 1 } };
          for (const state of [persisted, with_putts])
            pages.inspect(
              viewAt('result', state, { navigation: { id: game, results } }),
              0,
              `result ${game} ${sets} ${what}`,
            );
          for (const plot of [0, 1])
            pages.inspect(
              viewAt('figures', persisted, { navigation: { id: game, results, plot } }),
              0,
              `figures ${game} ${sets} ${what}`,
            );
        }
      }
  pages.report(t);
});

test('[ui] scatter plots of a session, for steady and for wild putts', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES)
    for (const plot of [2, 3, 4])
      for (const strikes of [
        [HARDEST, SOFTEST],
        [{}, {}],
        [HARDEST, { ...HARDEST, face_angle_deg: 20 }],
      ]) {
        const persisted = persistedWith(players, name, units);
        const results = persisted.players.flatMap((player) =>
          resultsOf(experienceAfter('metrics', { ...persisted, players: [player] }, strikes).state),
        );
        const view = viewAt('figures', persisted, { navigation: { id: 'metrics', results, plot } });
        pages.inspect(view, 0, `scatter ${plot} ${what}`);
      }
  pages.report(t);
});

test('[C178] My putting for no putts, a few, and thousands, in every view', (t) => {
  const pages = inspector();
  for (const { what, players, name, units } of SCENES)
    for (const count of [0, 1, 7, 4000])
      for (const plot of [0, 1, 2]) {
        const kept = markedPutts(1, 'lag', count).map((putt, i) => ({
          ...putt,
          target_ft: [3, 10, 30, 100][i % 4] ?? 3,
          leave_ft: 99.9,
          face_angle_deg: i % 2 === 0 ? 20 : -20,
          unix_s: i % 3 === 0 ? 1_700_000_000 : 1_790_000_000,
        }));
        const persisted = { ...persistedWith(players, name, units), putts: { kept, next_seq: count + 1 } };
        pages.inspect(
          viewAt('putting', persisted, { navigation: { plot } }),
          0,
          `${count} putts, view ${plot}, ${what}`,
        );
        pages.inspect(viewAt('deleting', persisted), 0, `deleting ${what}`);
      }
  pages.report(t);
});

test('[ui] trends whose lines all end at the same height, high or low', (t) => {
  const pages = inspector();
  for (const value of [0, 3, 6])
    for (const page of ['trend', 'figures'] as const) {
      const plain = persistedWith(4, WIDE, 'imperial', 0);
      const close = plain.players.map(({ id }) => ({ player_id: id, unix_s: 0, value }));
      const top = { player_id: 1, unix_s: 0, value: 6 };
      const persisted = { ...plain, trends: { ...plain.trends, close: [top, ...close] } };
      const results = resultsAfter('close', persisted, SOFTEST);
      pages.inspect(
        viewAt(page, persisted, { navigation: { id: 'close', results, plot: 1 } }),
        0,
        `${page} at ${value}`,
      );
    }
  pages.report(t);
});

test('[ui] naming: every length, every cursor position', (t) => {
  const pages = inspector();
  for (const text of ['', 'A', 'WWWWWWWW', WIDE, 'a b c d', 'Zoë', '漢字'])
    for (let cursor = 0; cursor <= Math.min(15, Array.from(text).length); cursor++)
      for (const kind of ['player', 'device'] as const) {
        const naming = { ...nameEntry(kind, text, 1), cursor };
        pages.inspect(
          viewAt('naming', persistedWith(1, WIDE, 'metric'), { navigation: { naming } }),
          0,
          `${text} at ${cursor}`,
        );
      }
  pages.report(t);
});

test('[naming] shows above and below the letters that up and down select', (t) => {
  for (const letter of ['A', ' ', '&', 'z', 'é', undefined]) {
    const naming = nameEntry('player', letter ?? '', 1);
    const { list } = pageOf(viewAt('naming', persistedWith(1, '', 'metric'), { navigation: { naming } }), 0);
    const shown = (from: number, to: number) =>
      list.flatMap((item) => (item.kind === 'text' && item.y > from && item.y < to ? [item.text] : []));
    const given = (by: 1 | -1): string => (withLetterTurned(naming, by).letters[0] ?? '').replace(' ', 'space');
    t.true(shown(110, 140).includes(given(-1)), `above ${letter}: ${shown(110, 140).join()}`);
    t.true(shown(190, 225).includes(given(1)), `below ${letter}: ${shown(190, 225).join()}`);
  }
});

const LONG =
  'The copy trends.0 is damaged: its checksum is wrong, and the copy trends.1 is damaged: it has 7 bytes, fewer than its 32-byte header; no good copy is left.';

test('[ui] status and boot: large counts, long uptime, many long sentences', (t) => {
  const pages = inspector();
  const counters = {
    strikes: 9_999_999,
    backstrokes: 9_999_999,
    implausible: 9_999_999,
    duplicates: 9_999_999,
    frames_dropped: 9_999_999,
    frames_missed: 9_999_999,
    links_lost: 9_999_999,
  };
  const board = {
    protocol: '1.1',
    hardware: 255,
    firmware: '255.255.255',
    serial: 'WWWWWWWW',
    tick_ns: 1e9,
    boot_count: 2 ** 32 - 1,
    ...NEW_BOARD,
  };
  for (const name of [WIDE, ''])
    for (const link of LINKS) {
      const sensor = sensorWith({ link, counters, board, detail: LONG, refusal: LONG });
      const device = { sensor, storage_error: LONG, notes: Array.from({ length: 7 }, () => LONG), flash: LONG };
      const persisted = persistedWith(4, name, 'metric');
      pages.inspect(viewAt('status', persisted, { device: { ...device, toast: '' } }), 1e10, `status ${link}`);
      pages.inspect(viewAt('status', persisted, { device }), 1e10, `status ${link} with a message`);
      for (const web_address of [null, `http://${'long-name.'.repeat(20)}local:65535/`])
        pages.inspect(
          viewAt('status', persisted, { device: { ...device, web_address }, navigation: { plot: 3 } }),
          0,
          `status for a phone ${web_address}`,
        );
      for (const booting of ['reading', 'meeting'] as const)
        pages.inspect(bootingAt(booting, persisted, device), 1e10, `${booting} ${link}`);
    }
  pages.report(t);
});

test('[ui] a toast over any page stays inside it', (t) => {
  const pages = inspector();
  const persisted = persistedWith(4, WIDE, 'imperial');
  for (const page of ['menu', 'setup', 'players', 'player', 'settings', 'naming', 'status', 'trend'] as const)
    for (const toast of ['Not saved: see the status page.', LONG]) {
      const view = viewAt(page, persisted, { device: { toast } });
      pages.inspect(view, 0, `${page} with a message`);
      t.true(pageOf(view, 0).lines.includes(`Note: ${toast}`));
    }
  pages.report(t);
});
