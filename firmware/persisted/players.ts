// Players of this device: one to four.

import { HANDICAP, NAME_CHARS_MAX, PLAYERS_MAX, type Range } from '../../wire/limits.ts';
import { integerOr, isIntegerIn, numberOr, recordsOf, textOr, type NumberField } from './fields.ts';

export type Hand = 'right' | 'left';

export interface Player {
  /** Never reused, so that trends stay with their player. */
  readonly id: number;
  readonly name: string;
  readonly handicap: number;
  /** The player's handedness. */
  readonly hand: Hand;
  /** Ball speed over club speed. */
  readonly impact_ratio: number;
}

/** Ids are assigned in sequence, so no device reaches the limit; a default name made from one still fits. */
export const PLAYER_ID: Range = { min: 1, max: 99_999_999 };
/** Ball speed over club speed (R137). */
export const IMPACT_RATIO: Range = { min: 1.4, max: 1.8 };
/** C104: a player who has never set a handicap gets no strokes. */
export const HANDICAP_FIELD: NumberField = { ...HANDICAP, step: 1, default: 0 };
export const RATIO_FIELD: NumberField = { ...IMPACT_RATIO, step: 0.01, default: 1.6 };

/** Formats the ratio with two digits, or four for a calibrated one. */
export const ratioText = (impact_ratio: number): string => {
  const [two, four] = [impact_ratio.toFixed(2), impact_ratio.toFixed(4)];
  return Number(four) === Number(two) ? two : four;
};

const defaultName = (id: number): string => `Player ${id}`;
/** Whether the player still has the default name; also works for players of other devices. */
export const hasDefaultName = (name: string): boolean => /^Player \d{1,8}$/.test(name);

export const newPlayer = (id: number): Player => ({
  id,
  name: defaultName(id),
  handicap: HANDICAP_FIELD.default,
  hand: 'right',
  impact_ratio: RATIO_FIELD.default,
});

export const PLAYERS_DEFAULT: readonly Player[] = [newPlayer(1)];

/** Reads the players from stored data; drops entries with a missing or duplicate id. Default: one player. */
export function playersFrom(data: unknown): readonly Player[] {
  const players: Player[] = [];
  for (const entry of recordsOf(data)) {
    const { id } = entry;
    if (!isIntegerIn(id, PLAYER_ID) || players.some((player) => player.id === id)) continue;
    players.push({
      id,
      name: textOr(entry['name'], NAME_CHARS_MAX, '') || defaultName(id),
      handicap: integerOr(entry['handicap'], HANDICAP_FIELD),
      hand: entry['hand'] === 'left' ? 'left' : 'right',
      impact_ratio: numberOr(entry['impact_ratio'], RATIO_FIELD),
    });
  }
  return players.length > 0 ? players.slice(0, PLAYERS_MAX) : PLAYERS_DEFAULT;
}
