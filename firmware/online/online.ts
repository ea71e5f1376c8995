// Online play as seen by the rest of the device: one session view for every role.

import type { Experience, Sim } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { ListedDevice } from '../../wire/relay/state.ts';
import type { RelayAnswer } from '../../wire/relay/answers.ts';
import { givenName } from './device-names.ts';
import type { GuestContext } from './guest.ts';
import type { HostContext } from './host.ts';
import { NO_GUESTS, notGone, withListed, type KnownGuests } from './missing-guests.ts';
import { NOTHING_SEEN, guestNews, hostNews, type NewsUpdate, type News, type SeenState } from './news.ts';
import type { DeviceIdentity, Self } from './relay-call.ts';

export type Role = 'off' | 'host' | 'guest';

/** Session as shown on a page. */
export interface SessionView {
  readonly role: Role;
  /** `unenrolled`: no cloud knows this device. `syncing`: its clock is not synced yet. */
  readonly ready: 'unenrolled' | 'syncing' | 'ready';
  /** Code of the host; '' if unknown. */
  readonly code: string;
  /** Label of this device; '' if unknown. */
  readonly label: string;
  readonly host_name: string;
  readonly devices: readonly ListedDevice[];
  readonly host_online: boolean;
  readonly fol: boolean;
  /** Simulator integration of the host. */
  readonly sim: Sim;
  /** True while the host replays a shot and inputs wait. */
  readonly replay: boolean;
  /** Current problem as one sentence; '' if none. */
  readonly problem: string;
  /** True while a code is being tried, including retries if the cloud cannot be reached. */
  readonly checking: boolean;
  /** Reason why the tried code did not work. */
  readonly refusal: string;
}

export const NO_SESSION: SessionView = {
  role: 'off',
  ready: 'unenrolled',
  code: '',
  label: '',
  host_name: '',
  devices: [],
  host_online: false,
  fol: true,
  sim: 'none',
  replay: false,
  problem: '',
  checking: false,
  refusal: '',
};

/** Persisted state that the session needs. */
export interface OnlinePersisted {
  readonly self: Self;
  readonly exp: Experience;
  /** Seq of the newest input that this device has handled as a host; null if none (C15). */
  readonly input_seq: number | null;
}

/** State of the session at boot. */
export interface OnlineStart {
  /** null if no cloud knows the device. */
  readonly identity: DeviceIdentity | null;
  readonly boot: string;
  readonly role: Role;
  /** True if the device has stopped hosting and the cloud does not know yet. */
  readonly stopping: boolean;
  /** Code of the host that a guest follows. */
  readonly code: string;
  /** Versions of the round that a rebooted host resumes, starting with the one before its last verdict. */
  readonly rounds: readonly Round[];
}

export interface OnlineContext extends OnlinePersisted, OnlineStart {
  /** Latest persisted state; other services see it only after it is saved to flash (R61). */
  readonly latest: OnlinePersisted;
  readonly view: SessionView;
  readonly seen: SeenState;
  /** Guests seen in the session that this device hosts. */
  readonly known: KnownGuests;
  /** True if the player chose to follow the host again and this is still pending. */
  readonly again: boolean;
  /** Consecutive failed requests for the tried code. */
  readonly failures: number;
  /** Number of roles taken since boot: each role counts its requests from 1 (C13). */
  readonly sessions: number;
}

export const onlineContext = (persisted: OnlinePersisted, start: OnlineStart): OnlineContext => ({
  ...persisted,
  ...start,
  latest: persisted,
  view: { ...NO_SESSION, role: start.role, code: start.role === 'guest' ? start.code : '' },
  seen: NOTHING_SEEN,
  known: NO_GUESTS,
  again: false,
  failures: 0,
  sessions: 0,
});

/** Returns the prefix that makes the request IDs of this session unique on this device. */
export const bootOf = ({ boot, sessions }: OnlineContext): string => `${boot}-${sessions}`;

type SessionUpdate = Partial<OnlineContext> & Pick<NewsUpdate, 'news'>;

/** Applies the session context reported by a loop and returns the news that it contains. */
export const withSessionUpdate = (context: OnlineContext, session: HostContext | GuestContext): SessionUpdate =>
  'since' in session ? withHostUpdate(context, session) : withGuestUpdate(context, session);

/**
 * Returns the seq to store for a host that has none, or whose relay restarts its count; null if the stored one holds
 * (C14, C15).
 */
export function restartedInputs({ latest }: OnlineContext, session: HostContext | GuestContext): number | null {
  if (!('since' in session) || session.since === null) return null;
  return latest.input_seq === null || session.since < latest.input_seq ? session.since : null;
}

function withHostUpdate(context: OnlineContext, session: HostContext): SessionUpdate {
  const { state, code, problem, items, at_ms, backlog_seq } = session;
  const rounds = [...session.rounds, ...session.unsaved];
  const known = state ? withListed(context.known, { state, rounds, at_ms }) : context.known;
  const away = session.away ?? notGone(known);
  const devices = state?.players ?? [];
  const label = devices.find(({ host }) => host)?.name ?? '';
  const host_name = givenName(session.self.name, label);
  const update: NewsUpdate = state
    ? hostNews(context.seen, { state, host_name, away, items, at_ms, backlog_seq: backlog_seq ?? 0 })
    : { seen: context.seen, news: [] };
  const view: SessionView = { ...context.view, code, label, host_name, devices, host_online: true, problem };
  return { ...update, known, view };
}

function withGuestUpdate(context: OnlineContext, session: GuestContext): SessionUpdate {
  const { state, code, problem, host_name, host_label, label, self, word, accepted, fol, at_ms } = session;
  const devices = state?.players ?? [];
  const again = fol && context.again;
  const update: NewsUpdate = state
    ? guestNews(context.seen, {
        state,
        fol,
        again,
        label,
        own_name: givenName(self.name, label),
        host_name: givenName(host_name, host_label),
        at_ms,
      })
    : { seen: context.seen, news: [] };
  const sent: News[] = accepted ? [{ kind: 'accepted' }] : [];
  const input_news: News[] = word ? [{ kind: 'unsent', text: word }] : sent;
  const view: SessionView = {
    ...context.view,
    code,
    label,
    host_name: givenName(host_name, host_label),
    devices,
    host_online: state?.host_online ?? false,
    sim: state?.sim ?? 'none',
    replay: state?.replay ?? false,
    fol,
    problem,
  };
  return { seen: update.seen, news: [...update.news, ...input_news], code, view, again: again && !state };
}

const REFUSAL: Readonly<Record<string, string>> = {
  invalid: 'No session has this code: check it with the host.',
  offline: 'The host is away: try again when it is back.',
  full: 'Session full: at most four players.',
};

/** Returns why a tried code did not work; '' if it did. */
export function refusalOf({ status, host_stopped }: RelayAnswer): string {
  if (status === 'ok') return '';
  if (status === 'offline' && host_stopped) return 'The host ended this session and must host again first.';
  return REFUSAL[status] ?? `The cloud answered ${status}.`;
}
