// Where a person is on the device, as rules without xstate: pages, the rows that can be focused, what each key means there.

import type { Random } from '../../hal/random/random.ts';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { GameId } from '../../wire/choices.ts';
import { PLAYERS_MAX } from '../../wire/limits.ts';
import type { Change } from '../facts/changes.ts';
import { nameOf, playerOf, storedSet, type Facts } from '../facts/facts.ts';
import type { SeatResult } from '../games/game.ts';
import { GAME_IDS, rulesOf, startGame, type GameState } from '../games/games.ts';
import { stationText } from '../units.ts';
import { nameEntry, type Naming } from './naming.ts';

export type PageName =
  'menu' | 'setup' | 'playing' | 'result' | 'trend' | 'players' | 'player' | 'naming' | 'settings' | 'status';

/** A set that begins or goes on, and when (Unix seconds; 0 while the clock is not synced). */
export interface BegunSet {
  readonly state: GameState;
  readonly unix_s: number;
}

/** What `beginSet` goes by. */
export type BeginSet = Pick<NavigationContext, 'facts' | 'game' | 'resume'>;

/** The set that is played: the stored one where the player goes on with it, else a new one for everybody. */
export const setToPlay = ({ facts, game, resume }: BeginSet, random: Random): GameState =>
  (resume ? storedSet(facts, game) : null) ??
  startGame(
    game,
    facts.cfgs,
    facts.players.map((player) => player.id),
    random,
  );

export interface NavigationContext {
  readonly facts: Facts;
  readonly page: PageName;
  readonly focus: Readonly<Partial<Record<PageName, number>>>;
  readonly game: GameId;
  /** Go on with the stored set (cfg key `resume`, C25). */
  readonly resume: boolean;
  /** The set in play, or the last one. */
  readonly begun: BegunSet | null;
  readonly player_id: number | null;
  readonly naming: Naming;
  readonly results: readonly SeatResult[];
}

/** What a row does; the machine knows where each leads. */
export type RowEvent =
  | { readonly type: 'open.setup'; readonly game: GameId }
  | { readonly type: 'open.play'; readonly resume: boolean }
  | { readonly type: 'open.trend' }
  | { readonly type: 'open.players' }
  | { readonly type: 'open.player'; readonly player_id: number }
  | { readonly type: 'open.naming'; readonly naming: Naming }
  | { readonly type: 'open.settings' }
  | { readonly type: 'open.status' }
  | { readonly type: 'player.removed' }
  | { readonly type: 'device.change'; readonly change: Change };

type KeyEvent = { readonly type: 'key.up' | 'key.down' | 'key.left' | 'key.right' | 'key.ok' | 'key.back' };

export type NavigationEvent =
  | KeyEvent
  | RowEvent
  | { readonly type: 'touch.row'; readonly focus: number; readonly key: 'ok' | 'left' | 'right' }
  | { readonly type: 'navigation.facts'; readonly facts: Facts }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'experience.putt'; readonly state: GameState; readonly seat: number; readonly sound: Sound }
  | {
      readonly type: 'experience.finished';
      readonly game: GameId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    }
  | { readonly type: 'experience.left' };

export interface Row {
  readonly label: string;
  readonly value?: string;
  readonly icon?: string;
  readonly ok?: RowEvent;
  readonly left?: RowEvent;
  readonly right?: RowEvent;
}

const change = (what: Change): RowEvent => ({ type: 'device.change', change: what });

/** A row whose value steps with left and right, and with OK upwards. */
const stepRow = (label: string, value: string, step: (direction: 1 | -1) => Change): Row => ({
  label,
  value,
  ok: change(step(1)),
  left: change(step(-1)),
  right: change(step(1)),
});

const toggleRow = (label: string, value: string, toggle: Change): Row => ({
  label,
  value,
  ok: change(toggle),
  left: change(toggle),
  right: change(toggle),
});

/** The rows of a page; none where the page has no list. */
export function rowsOf({ page, facts, game, player_id }: NavigationContext): readonly Row[] {
  switch (page) {
    case 'menu':
      return menuRows();
    case 'setup':
      return setupRows(facts, game);
    case 'players':
      return playersRows(facts);
    case 'player':
      return playerRows(facts, player_id);
    case 'settings':
      return settingsRows(facts);
    default:
      return [];
  }
}

const menuRows = (): readonly Row[] => [
  ...GAME_IDS.map((game): Row => ({ label: rulesOf(game).name, icon: game, ok: { type: 'open.setup', game } })),
  { label: 'Players', icon: 'players', ok: { type: 'open.players' } },
  { label: 'Settings', icon: 'settings', ok: { type: 'open.settings' } },
  { label: 'Status', icon: 'status', ok: { type: 'open.status' } },
];

function setupRows(facts: Facts, game: GameId): readonly Row[] {
  const set = storedSet(facts, game);
  const go_on: Row[] = set
    ? [{ label: 'Go on', value: rulesOf(game).progress(set), ok: { type: 'open.play', resume: true } }]
    : [];
  const start: Row = { label: set ? 'Start anew' : 'Start', ok: { type: 'open.play', resume: false } };
  const trend: Row = { label: 'Trend', ok: { type: 'open.trend' } };
  return [...go_on, start, ...cfgRows(facts, game), trend];
}

function cfgRows(facts: Facts, game: GameId): readonly Row[] {
  const { lag, close } = facts.cfgs;
  const { units } = facts.settings;
  if (game === 'close')
    return [
      stepRow('Putts at most', String(close.shots), (direction) => ({ kind: 'step_close', key: 'shots', direction })),
    ];
  if (game !== 'lag') return [];
  const shots = stepRow('Putts', String(lag.shots), (direction) => ({ kind: 'step_lag', key: 'shots', direction }));
  const mode = toggleRow('Stations', lag.manual ? 'all at one distance' : 'at random', { kind: 'toggle_lag_manual' });
  const feet = (label: string, key: 'csMin' | 'csMax' | 'target'): Row =>
    stepRow(label, stationText(lag[key], units), (direction) => ({ kind: 'step_lag', key, direction }));
  const stations = lag.manual ? [feet('Distance', 'target')] : [feet('Shortest', 'csMin'), feet('Longest', 'csMax')];
  return [shots, mode, ...stations];
}

function playersRows(facts: Facts): readonly Row[] {
  const rows = facts.players.map((player): Row => ({
    label: player.name,
    value: `hcp ${player.handicap} · ratio ${player.impact_ratio.toFixed(2)}`,
    ok: { type: 'open.player', player_id: player.id },
  }));
  const add: Row = { label: 'Add a player', ok: change({ kind: 'add_player' }) };
  return facts.players.length < PLAYERS_MAX ? [...rows, add] : rows;
}

function playerRows(facts: Facts, player_id: number | null): readonly Row[] {
  const player = playerOf(facts, player_id);
  if (!player) return [];
  const step = (label: string, value: string, key: 'handicap' | 'impact_ratio'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_player', player_id: player.id, key, direction }));
  const naming = nameEntry('player', player.name, player.id);
  const rows: Row[] = [
    { label: 'Name', value: player.name, ok: { type: 'open.naming', naming } },
    step('Handicap', String(player.handicap), 'handicap'),
    step('Impact ratio', player.impact_ratio.toFixed(2), 'impact_ratio'),
  ];
  const remove: Row = { label: 'Remove this player', ok: { type: 'player.removed' } };
  return facts.players.length > 1 ? [...rows, remove] : rows;
}

function settingsRows(facts: Facts): readonly Row[] {
  const { settings } = facts;
  const step = (label: string, value: string, key: 'stimp' | 'sound_percent' | 'brightness_percent'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_setting', key, direction }));
  return [
    step('Green speed (stimp)', settings.stimp.toFixed(1), 'stimp'),
    toggleRow('Units', settings.units === 'imperial' ? 'feet, mph' : 'metres, m/s', { kind: 'toggle_units' }),
    step('Sound', settings.sound_percent === 0 ? 'off' : `${settings.sound_percent} %`, 'sound_percent'),
    step('Brightness', `${settings.brightness_percent} %`, 'brightness_percent'),
    {
      label: 'Name of the device',
      value: nameOf(facts),
      ok: { type: 'open.naming', naming: nameEntry('device', settings.name, null) },
    },
  ];
}

export const focusOf = (context: NavigationContext): number => {
  const last = Math.max(0, rowsOf(context).length - 1);
  return Math.min(last, context.focus[context.page] ?? 0);
};

export const focusedRow = (context: NavigationContext): Row | undefined => rowsOf(context)[focusOf(context)];

/** The focus one row up or down; it goes round at the ends. */
export function withFocusMoved(context: NavigationContext, by: 1 | -1): Partial<NavigationContext> {
  const count = rowsOf(context).length;
  if (count === 0) return {};
  return { focus: { ...context.focus, [context.page]: (focusOf(context) + by + count) % count } };
}
