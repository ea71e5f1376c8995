// Finds the players of this device that do not fit into the session: its cap of four counts the players of all listed
// devices (relay §8, C19).

import { PLAYERS_MAX } from '../../wire/limits.ts';
import type { SessionView } from './online.ts';

/** Returns the players, in device order, that cannot join the session; empty outside a session. */
export function withoutRoom<P>(
  { role, label, devices }: Pick<SessionView, 'role' | 'label' | 'devices'>,
  players: readonly P[],
): readonly P[] {
  const own = devices.find(({ host, name }) => (role === 'host' ? host : !host && name === label));
  if (role === 'off' || !own) return [];
  const others = devices.reduce((sum, device) => sum + (device === own ? 0 : device.players.length), 0);
  return players.slice(Math.max(0, PLAYERS_MAX - others));
}
