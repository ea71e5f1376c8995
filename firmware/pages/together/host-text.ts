// Host, game and turn, which a guest sees on every page of the session.

import { experience } from '../../experiences/registry.ts';
import type { SessionView } from '../../online/online.ts';
import type { PlayKind } from '../../play/play-view.ts';
import { withSeatNames } from '../../play/seat-names.ts';
import type { DeviceState } from '../../machines/device-state.ts';

const FOLLOWING: readonly PlayKind[] = ['set', 'visit', 'sharing', 'absent', 'unsensed'];

/** Returns a name for the host; 'The host' until it is known. */
export const hostOf = ({ host_name }: SessionView): string => host_name || 'The host';

/** Returns the host, what it plays and whose turn it is; '' unless this device is a guest. */
export function hostText({ session, play }: Pick<DeviceState, 'session' | 'play'>): string {
  if (session.role !== 'guest') return '';
  const host = hostOf(session);
  if (!session.fol || !FOLLOWING.includes(play.kind)) return `${host} hosts.`;
  const round = play.kind === 'visit' ? play.round?.round : undefined;
  const seat = round?.ph === 'play' ? withSeatNames(round, host).ro[round.turn] : undefined;
  const game = play.kind === 'absent' ? 'something else' : experience(play.id).name;
  return `${host} hosts ${game}${seat ? `: ${seat.n} to putt` : ''}.`;
}

/** Returns the title of a play page, with the host for a guest. */
export const titleWithHost = (name: string, session: SessionView): string =>
  session.role === 'guest' && session.fol ? `${name} · ${hostOf(session)}` : name;
