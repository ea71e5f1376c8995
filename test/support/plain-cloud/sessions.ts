// Sessions of a cloud that implements only the relay document (relay §2, §3): codes, guests, the queue, the state
// block.

import { INPUT_LIFETIME_MS } from '../../../wire/limits.ts';
import { ADJECTIVES, NOUNS } from '../../../wire/relay/label-words.ts';
import type { JsonFields } from '../../../wire/json-fields.ts';
import type { Experience, PlayerEntry, RelayEvent } from '../../../wire/relay/shapes.ts';
import type { RelayRound } from '../../../wire/relay/round.ts';
import { EMPTY_EVENT, EMPTY_EXPERIENCE, stateText, type StateBlock } from '../../../wire/relay/state.ts';
import { readFields } from '../../../wire/json-fields.ts';

const HOST_ONLINE_MS = 45_000;
const GUEST_LISTED_MS = 40_000;
const REDIRECT_MS = 600_000;

interface Guest {
  readonly label: string;
  seen_ms: number;
  players: readonly PlayerEntry[];
  fol: boolean;
}

export interface Session {
  readonly host: string;
  code: string;
  active: boolean;
  name: string;
  players: readonly PlayerEntry[];
  exp: Experience;
  round: RelayRound | null;
  ev: RelayEvent;
  /** Event that the host reported last as its own. */
  reported: string;
  replay: boolean;
  polled_ms: number;
  readonly guests: Map<string, Guest>;
  readonly queue: { readonly at_ms: number; readonly item: JsonFields & { readonly seq: number } }[];
  next_seq: number;
}

export interface Sessions {
  /** Returns the host's own session; creates it on the first call. */
  of(host: string): Session;
  ofHost(host: string): Session | undefined;
  /** Returns the session with this code, or with an older code that still redirects. */
  at(code: string): Session | undefined;
  renew(session: Session, keep_guests: boolean): void;
  labelOf(device: string): string;
  stateOf(session: Session | undefined): StateFields;
  isOnline(session: Session): boolean;
  /** Returns the inputs after this number that have not expired. */
  itemsAfter(session: Session, since: number): readonly JsonFields[];
}

type StateFields = JsonFields & Pick<StateBlock, 'st'>;

export function createSessions(now_ms: () => number): Sessions {
  const sessions = new Map<string, Session>();
  const codes = new Map<string, { readonly session: Session; moved_ms: number | null }>();
  const labels = new Map<string, string>();
  let given = 0;

  const labelOf = (device: string): string => {
    const count = labels.size;
    const label = labels.get(device) ?? `${ADJECTIVES[count % ADJECTIVES.length]} ${NOUNS[count % NOUNS.length]}`;
    labels.set(device, label);
    return label;
  };
  const newCode = (session: Session): void => {
    session.code = String(++given).padStart(6, 'A');
    codes.set(session.code, { session, moved_ms: null });
  };
  const isOnline = (session: Session): boolean => session.active && now_ms() - session.polled_ms < HOST_ONLINE_MS;

  return {
    labelOf,
    isOnline,
    ofHost: (host) => sessions.get(host),
    of(host) {
      const session = sessions.get(host) ?? newSession(host);
      if (!sessions.has(host)) newCode(session);
      sessions.set(host, session);
      return session;
    },
    at(code) {
      const found = codes.get(code.toUpperCase());
      const over = found?.moved_ms !== null && now_ms() - (found?.moved_ms ?? 0) >= REDIRECT_MS;
      return found && !over ? found.session : undefined;
    },
    renew(session, keep_guests) {
      const before = codes.get(session.code);
      if (!keep_guests) codes.delete(session.code);
      else if (before) before.moved_ms = now_ms();
      if (!keep_guests) session.guests.clear();
      newCode(session);
    },
    itemsAfter: ({ queue }, since) =>
      queue
        .filter(({ at_ms, item }) => item.seq > since && now_ms() - at_ms < INPUT_LIFETIME_MS)
        .map(({ item }) => item),
    stateOf(session) {
      const host = session?.host;
      const guests = [...(session?.guests.values() ?? [])].filter(
        ({ seen_ms }) => now_ms() - seen_ms <= GUEST_LISTED_MS,
      );
      const roster = guests.map(({ label, fol, players }) => ({
        name: label,
        host: false,
        fol,
        players: [...players],
      }));
      const own = session ? [{ name: labelOf(session.host), host: true, players: [...session.players] }] : [];
      const { st, text } = stateText({
        players: [...own, ...roster],
        ev: session?.ev ?? EMPTY_EVENT,
        replay: session?.replay ?? false,
        replay_by: host !== undefined && session?.replay === true ? labelOf(host) : '',
        host_online: session !== undefined && isOnline(session),
        exp: session?.exp ?? EMPTY_EXPERIENCE,
        round: session?.round ?? null,
      });
      return { ...readFields(text), st };
    },
  };
}

const newSession = (host: string): Session => ({
  host,
  code: '',
  active: false,
  name: '',
  players: [],
  exp: EMPTY_EXPERIENCE,
  round: null,
  ev: EMPTY_EVENT,
  reported: '',
  replay: false,
  polled_ms: -Infinity,
  guests: new Map(),
  queue: [],
  next_seq: 1,
});
