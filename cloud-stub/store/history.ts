// History of actions on extensions and support members: actor, action and reason (C114, C116). Entries are only added,
// and outlive the extension.

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

/** Actions on support members. */
export type PeopleAction = Extract<Action, 'invite' | 'join' | 'remove'>;

export interface HistoryEntry {
  readonly serial: number;
  /** Unix seconds. */
  readonly ts: number;
  /** Display name of the actor. */
  readonly who: string;
  readonly what: Action;
  /** Code of the extension; '' for an action on a support member, whose address is the text. */
  readonly code: string;
  /** Null if the entry concerns no particular version. */
  readonly version: number | null;
  /** Reason or comment; '' for none. */
  readonly text: string;
}

/** Support's reason for declining or removing an extension, shown until the author or support takes the next step. */
export interface Refused {
  readonly what: 'decline' | 'unlist' | 'take_down';
  readonly version: number | null;
  readonly reason: string;
  readonly ts: number;
}

/** Actions that make an earlier refusal obsolete. */
const ANSWERED: ReadonlySet<Action> = new Set(['request', 'withdraw', 'approve', 'default', 'restore']);

/** `newest_first`: history of one extension. */
export function refusedIn(newest_first: readonly HistoryEntry[]): Refused | null {
  for (const { what, version, text, ts } of newest_first) {
    if (ANSWERED.has(what)) return null;
    if (what === 'decline' || what === 'unlist' || what === 'take_down') return { what, version, reason: text, ts };
  }
  return null;
}
