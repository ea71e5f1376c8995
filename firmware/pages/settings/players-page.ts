// Pages for the list of players of this device, and for one of them.

import { PLAYERS_MAX } from '../../../wire/limits.ts';
import { playerOf } from '../../persisted/persisted.ts';
import { wholeStep } from '../../persisted/fields.ts';
import { hasDefaultName, RATIO_FIELD, ratioText } from '../../persisted/players.ts';
import { drawList } from '../list-page.ts';
import { nameEntry } from './naming.ts';
import { ask } from '../navigation.setup.ts';
import type { Row, Rows } from '../navigation.ts';
import { withoutRoom } from '../../online/room.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { stepRow, toggleRow } from '../rows.ts';

const playersRows: Rows = ({ persisted: { players } }) => {
  const rows = players.map((player): Row => ({
    label: player.name,
    value: `${hasDefaultName(player.name) ? 'no name yet · ' : ''}hcp ${player.handicap} · ratio ${ratioText(player.impact_ratio)}`,
    ok: { type: 'open.player', player_id: player.id },
  }));
  const add: Row = { label: 'Add a player', ok: { type: 'open.naming', naming: nameEntry('player', '', null) } };
  return players.length < PLAYERS_MAX ? [...rows, add] : rows;
};

export const playersPage: PageEntry = {
  name: 'players',
  rows: playersRows,
  state: {
    on: {
      'open.player': {
        target: 'player',
        actions: { type: 'take', params: ({ event: { player_id } }) => ({ player_id }) },
      },
      'key.back': 'menu',
    },
  },
  draw: (view) => drawList({ title: 'Players', about: roomText(view), ...listOf(view, 'players', playersRows) }),
};

function roomText({ session, persisted: { players } }: DeviceView): string {
  const names = withoutRoom(session, players).map(({ name }) => name);
  return names.length > 0 ? `${names.join(', ')} cannot join: the session is full.` : '';
}

/** Refusal of a step beyond the range: a partial step would change the ratio by less than the hint says. */
const RATIO_ENDS = {
  type: 'device.note',
  text: `Impact ratios go from ${RATIO_FIELD.min.toFixed(2)} to ${RATIO_FIELD.max.toFixed(2)} in steps of ${RATIO_FIELD.step}.`,
} as const;

const playerRows: Rows = ({ persisted, navigation: { player_id } }) => {
  const player = playerOf(persisted, player_id);
  if (!player) return [];
  const step = (label: string, value: string, key: 'handicap' | 'impact_ratio'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_player', player_id: player.id, key, direction }));
  const { impact_ratio } = player;
  const ratio = step('Impact ratio', ratioText(impact_ratio), 'impact_ratio');
  const [up, down] = ([1, -1] as const).map((by) => wholeStep(impact_ratio, by, RATIO_FIELD) !== null);
  const naming = nameEntry('player', player.name, player.id);
  const rows: Row[] = [
    { label: 'Name', value: player.name, ok: { type: 'open.naming', naming } },
    step('Handicap', String(player.handicap), 'handicap'),
    toggleRow('Plays', `${player.hand}-handed`, { kind: 'turn_hand', player_id: player.id }),
    { ...ratio, ...(up ? {} : { ok: RATIO_ENDS, right: RATIO_ENDS }), ...(down ? {} : { left: RATIO_ENDS }) },
  ];
  const remove: Row = { label: 'Remove this player', ok: { type: 'page.remove-player' } };
  return persisted.players.length > 1 ? [...rows, remove] : rows;
};

export const playerPage: PageEntry = {
  name: 'player',
  rows: playerRows,
  state: {
    on: {
      'page.remove-player': {
        target: 'players',
        actions: {
          type: 'ask',
          params: ({ context: { player_id } }) =>
            ask({ type: 'device.change', change: { kind: 'remove_player', player_id: player_id ?? 0 } }).params,
        },
      },
      'key.back': 'players',
    },
  },
  draw: (view) =>
    drawList({
      title: playerOf(view.persisted, view.navigation.player_id)?.name ?? 'Player',
      ...listOf(view, 'player', playerRows),
    }),
};
