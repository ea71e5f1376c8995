// Playing together as the rest of the device sees it: one view of the session, whatever part the device has in it.

import type { Experience, Sim } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { ListedDevice } from '../../wire/relay/state.ts';
import type { RelayAnswer } from '../../wire/relay/answers.ts';
import { givenName } from './device-names.ts';
import type { GuestContext } from './guest.ts';
import type { HostContext } from './host.ts';
import { NO_GUESTS, notGone, withListed, type KnownGuests } from './missing-guests.ts';
import { NOTHING_SEEN, guestNews, hostNews, type NewsUpdate, type News, type Seen } from './news.ts';
import type { Identity, Self } from './relay-call.ts';

export type Role = 'off' | 'host' | 'guest';

/** What a page shows of the session. */
export interface SessionView {
  readonly role: Role;
  /** `unenrolled`: no cloud knows this device. `syncing`: its clock is not right yet. */
  readonly ready: 'unenrolled' | 'syncing' | 'ready';
  /** The host's code; '' while it is not known. */
  readonly code: string;
  /** This device's own label; '' where it is not known. */
  readonly label: string;
  readonly host_name: string;
  readonly devices: readonly ListedDevice[];
  readonly host_online: boolean;
  readonly fol: boolean;
  /** How the host has a simulator. */
  readonly sim: Sim;
  /** The host repeats a shot: inputs wait. */
  readonly replay: boolean;
  /** One sentence about what does not work just now; '' while all is well. */
  readonly trouble: string;
  /** A code is being tried, again and again where the cloud can't be heard. */
  readonly checking: boolean;
  /** Why the code that was tried did not work. */
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
  trouble: '',
  checking: false,
  refusal: '',
};

/** What of the device's facts the session needs. */
export interface OnlinePersisted {
  readonly self: Self;
  readonly exp: Experience;
  /** Seq of the newest input that this device has handled as a host; null for none (C15). */
  readonly input_seq: number | null;
}

/** What a start begins with. */
export interface OnlineStart {
  /** Null where no cloud knows the device. */
  readonly identity: Identity | null;
  readonly boot: string;
  readonly role: Role;
  /** It has stopped hosting, and the cloud has not heard of that yet. */
  readonly stopping: boolean;
  /** The code of the host that a guest follows. */
  readonly code: string;
  /** The round that a rebooted host goes on with, the version before its last verdict first. */
  readonly rounds: readonly Round[];
}

export interface OnlineContext extends OnlinePersisted, OnlineStart {
  /** The facts as they are now; what others may see of them is safe in the flash first (R61). */
  readonly latest: OnlinePersisted;
  readonly view: SessionView;
  readonly seen: Seen;
  /** Who has been in the session that this device hosts. */
  readonly known: KnownGuests;
  /** Somebody chose to follow the host again, and it has not happened yet. */
  readonly again: boolean;
  /** How often in a row the code that is tried could not be asked for. */
  readonly failures: number;
  /** Parts taken since the start: each counts its requests from 1 (C13). */
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

/** What tells the requests of this session from those of all others of this device. */
export const bootOf = ({ boot, sessions }: OnlineContext): string => `${boot}-${sessions}`;

type SessionUpdate = Partial<OnlineContext> & Pick<NewsUpdate, 'news'>;

/** The context after a loop has told where its session stands, and what is new in it. */
export const withSessionUpdate = (context: OnlineContext, session: HostContext | GuestContext): SessionUpdate =>
  'since' in session ? withHostUpdate(context, session) : withGuestUpdate(context, session);

/** Returns the seq to store for a host that has none, or whose relay counts from the beginning again; null if the stored one holds (C14, C15). */
export function restartedInputs({ latest }: OnlineContext, session: HostContext | GuestContext): number | null {
  if (!('since' in session) || session.since === null) return null;
  return latest.input_seq === null || session.since < latest.input_seq ? session.since : null;
}

function withHostUpdate(context: OnlineContext, session: HostContext): SessionUpdate {
  const { state, code, trouble, items, at_ms, backlog_seq } = session;
  const rounds = [...session.rounds, ...session.unsaved];
  const known = state ? withListed(context.known, { state, rounds, at_ms }) : context.known;
  const away = session.away ?? notGone(known);
  const devices = state?.players ?? [];
  const label = devices.find(({ host }) => host)?.name ?? '';
  const host_name = givenName(session.self.name, label);
  const heard: NewsUpdate = state
    ? hostNews(context.seen, { state, host_name, away, items, at_ms, backlog_seq: backlog_seq ?? 0 })
    : { seen: context.seen, news: [] };
  const view: SessionView = { ...context.view, code, label, host_name, devices, host_online: true, trouble };
  return { ...heard, known, view };
}

function withGuestUpdate(context: OnlineContext, session: GuestContext): SessionUpdate {
  const { state, code, trouble, host_name, host_label, label, self, word, accepted, fol, at_ms } = session;
  const devices = state?.players ?? [];
  const again = fol && context.again;
  const heard: NewsUpdate = state
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
  const said: News[] = word ? [{ kind: 'unsent', text: word }] : sent;
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
    trouble,
  };
  return { seen: heard.seen, news: [...heard.news, ...said], code, view, again: again && !state };
}

const REFUSAL: Readonly<Record<string, string>> = {
  invalid: 'No session has this code: ask the host for it again.',
  offline: 'The host is away: try again when it is back.',
  full: 'No room: a session has four players at most.',
};

/** Why a code that was tried did not work; '' where it did. */
export function refusalOf({ status, host_stopped }: RelayAnswer): string {
  if (status === 'ok') return '';
  if (status === 'offline' && host_stopped) return 'The host has ended this session: it must host again first.';
  return REFUSAL[status] ?? `The cloud answered ${status}.`;
}
