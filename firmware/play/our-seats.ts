// Maps this device's players to its seats in a round. The wire carries names but no ids, so players are matched by name
// while the seats are new and follow the player list. After that a seat belongs to a player id, even if players are
// renamed, added or removed.

import type { Round } from '../../wire/relay/round.ts';
import type { Seat } from '../experiences/course/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { playerOf } from '../persisted/persisted.ts';
import type { Player } from '../persisted/players.ts';

/** Placeholder id: a seat of this device without a player. */
const NO_PLAYER = 0;

const ours = ({ ro }: Pick<Round, 'ro'>, label: string): readonly Seat[] => ro.filter(({ d }) => d === label);

/**
 * Returns the ids of this device's players in seat order: the known ones while its seats stay the same, otherwise
 * matched again.
 */
export function seatedPlayers(
  known: readonly number[],
  before: Round | null,
  round: Round,
  { label, players }: { readonly label: string; readonly players: readonly Player[] },
): readonly number[] {
  const names = ours(round, label).map(({ n }) => n);
  const stay =
    before?.id === round.id &&
    known.length === names.length &&
    ours(before, label).every(({ n }, seat) => n === names[seat]);
  return stay ? known : matched(names, players);
}

/**
 * Matches names in player order, so that each of two players with the same name gets a seat. Gives a renamed player a
 * remaining seat.
 */
function matched(names: readonly string[], players: readonly Player[]): readonly number[] {
  let left = players;
  const take = (found: Player | undefined): number => {
    left = left.filter((player) => player !== found);
    return found?.id ?? NO_PLAYER;
  };
  const ids = names.map((name) => take(left.find((player) => player.name === name)));
  if (names.length !== players.length) return ids;
  return ids.map((id) => (id === NO_PLAYER ? take(left[0]) : id));
}

/**
 * Returns the player whose seat is on turn; undefined if the seat belongs to another device or does not exist, or its
 * player has been deleted.
 */
export function playerOnTurn(round: Round, ids: readonly number[], persisted: Persisted): Player | undefined {
  const { ro, turn } = round;
  const seat = ro[turn];
  if (!seat) return undefined;
  return playerOf(persisted, ids[ro.slice(0, turn).filter(({ d }) => d === seat.d).length] ?? NO_PLAYER);
}
