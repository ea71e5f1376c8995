// Display names of the seats of a round: the player's name, or the device's if its only player has the default name
// (C76).

import type { Round } from '../../wire/relay/round.ts';
import { hasDefaultName } from '../persisted/players.ts';

/**
 * Returns the round with display names; on a single device they are the players' names. `host_name`: display name of
 * the host.
 */
export function withSeatNames(round: Round, host_name: string): Round {
  const seatsOf = (d: string): number => round.ro.filter((seat) => seat.d === d).length;
  const is_shared = round.ro.some(({ d }) => d !== round.ro[0]?.d);
  if (!is_shared) return round;
  const ro = round.ro.map((seat) =>
    hasDefaultName(seat.n) && seatsOf(seat.d) === 1 ? { ...seat, n: seat.d || host_name } : seat,
  );
  return { ...round, ro };
}
