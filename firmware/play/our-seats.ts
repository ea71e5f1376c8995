// Which player of this device has which of its seats in a round. The wire knows names and no ids, so players are matched to seats while
// the seats are new and follow from the list of players. From then on a seat is its player's by id, whoever is renamed, comes or goes.

import type { Round } from '../../wire/relay/round.ts';
import type { Seat } from '../experiences/course/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { playerOf } from '../persisted/persisted.ts';
import type { Player } from '../persisted/players.ts';

/** In the place of an id: a seat of ours that is no player's. */
const NOBODY = 0;

const ours = ({ ro }: Pick<Round, 'ro'>, label: string): readonly Seat[] => ro.filter(({ d }) => d === label);

/** The ids of our players in the order of our seats: those that are known as long as our seats stay, else matched anew. */
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

/** Names in the order of the players, so that two of one name have a seat each. One that was changed meanwhile is found by what is left. */
function matched(names: readonly string[], players: readonly Player[]): readonly number[] {
  let left = players;
  const take = (found: Player | undefined): number => {
    left = left.filter((player) => player !== found);
    return found?.id ?? NOBODY;
  };
  const ids = names.map((name) => take(left.find((player) => player.name === name)));
  if (names.length !== players.length) return ids;
  return ids.map((id) => (id === NOBODY ? take(left[0]) : id));
}

/** The player whose seat is on turn; undefined for a seat that is not ours or is none, or whose player has gone. */
export function playerOnTurn(round: Round, ids: readonly number[], persisted: Persisted): Player | undefined {
  const { ro, turn } = round;
  const seat = ro[turn];
  if (!seat) return undefined;
  return playerOf(persisted, ids[ro.slice(0, turn).filter(({ d }) => d === seat.d).length] ?? NOBODY);
}
