// What was done with extensions, and with people of support, by whom and why (C114, C116). It is only ever added to, and stays when the extension goes.

export const ACTIONS = [
  'request',
  'withdraw',
  'approve',
  'decline',
  'unlist',
  'release',
  'default',
  'not_default',
  'take_down',
  'restore',
  'comment',
  'transfer',
  'delete',
  'invite',
  'join',
  'remove',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What is done with people of support. */
export type PeopleAction = Extract<Action, 'invite' | 'join' | 'remove'>;

export interface HistoryEntry {
  readonly serial: number;
  /** Unix seconds. */
  readonly ts: number;
  /** A name, for people to read. */
  readonly who: string;
  readonly what: Action;
  /** Of the extension; '' where it is about somebody of support, whose address is the text then. */
  readonly code: string;
  /** Null where it is about no version in particular. */
  readonly version: number | null;
  /** The reason, or the comment; '' for none. */
  readonly text: string;
}

/** Why support does not list an extension, or no more; until its author or support does something with it. */
export interface Refused {
  readonly what: 'decline' | 'unlist' | 'take_down';
  readonly version: number | null;
  readonly reason: string;
  readonly ts: number;
}

/** Actions after which an earlier refusal says nothing any more. */
const ANSWERED: ReadonlySet<Action> = new Set(['request', 'withdraw', 'approve', 'default', 'restore']);

/** `newest_first`: of one extension. */
export function refusedIn(newest_first: readonly HistoryEntry[]): Refused | null {
  for (const { what, version, text, ts } of newest_first) {
    if (ANSWERED.has(what)) return null;
    if (what === 'decline' || what === 'unlist' || what === 'take_down') return { what, version, reason: text, ts };
  }
  return null;
}
