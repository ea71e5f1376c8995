// What the seats of a round are called: by their players, and by the device where nobody has named its only player (C76).

import type { Round } from '../../wire/relay/round.ts';
import { hasDefaultName } from '../persisted/players.ts';

/** The round with the names that a person reads; where one device alone plays they are its players'. `host_name`: what the host is called. */
export function withSeatNames(round: Round, host_name: string): Round {
  const seatsOf = (d: string): number => round.ro.filter((seat) => seat.d === d).length;
  const is_shared = round.ro.some(({ d }) => d !== round.ro[0]?.d);
  if (!is_shared) return round;
  const ro = round.ro.map((seat) =>
    hasDefaultName(seat.n) && seatsOf(seat.d) === 1 ? { ...seat, n: seat.d || host_name } : seat,
  );
  return { ...round, ro };
}
