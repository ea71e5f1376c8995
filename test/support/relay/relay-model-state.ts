// Data of the relay model: devices are numbers, codes are names, and an answer holds the fields that the real relay
// must show.

import type { JsonFields } from '../../../wire/json-fields.ts';

export interface Ask {
  readonly who: number;
  readonly route: 'host' | 'poll' | 'join' | 'input';
  /** Request body as sent, except that `code` is the name of a code and `st` the text of a seen state. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Expected visible answer; `state` is null if it must have none. */
export interface Expected {
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly state: Readonly<Record<string, unknown>> | null;
}

/** Answer of the model. `of`: host whose state it shows, `empty` for the empty state, null for none. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly of: number | 'empty' | null;
}

export interface Guest {
  readonly players: readonly JsonFields[];
  readonly fol: boolean;
  seen_ms: number;
  /** Time of the last contact as stored in the database. */
  stored_ms: number | null;
  listed: boolean;
}

interface SessionEvent {
  readonly seq: number;
  readonly kind: string;
  readonly name: string;
  readonly steps: number;
}

/** Session data; values from requests are kept unchanged. */
export interface Session {
  readonly host: number;
  generation: number;
  active: boolean;
  name: string;
  players: readonly JsonFields[];
  exp: JsonFields;
  round: unknown;
  ev: SessionEvent;
  reported: string;
  replay: boolean;
  guests: Map<number, Guest>;
  next_seq: number;
  polled_ms: number | null;
  /** Time of the last poll as stored in the database. */
  stored_ms: number | null;
  queue: { readonly seq: number; readonly at_ms: number; readonly item: Readonly<Record<string, unknown>> }[];
}

export interface Hold {
  readonly id: number;
  readonly ask: Ask;
  readonly host: number;
  readonly until_ms: number;
  readonly arrived: 'ok' | 'full' | 'offline';
  /** Whether the guest had joined when the request was held. */
  readonly joined: boolean;
  fresh: boolean;
}

export interface Model {
  readonly labels: readonly string[];
  now_ms: number;
  readonly sessions: Map<number, Session>;
  readonly codes: Map<string, { readonly host: number; readonly retired_ms: number | null }>;
  /** Host of each code ever issued. */
  readonly given: Map<string, number>;
  readonly rids: Map<string, { readonly body: string; readonly at_ms: number; readonly answer: Answer }>;
  answers: ({ readonly id: number } & Answer)[];
  held: Hold[];
}

export const newModel = (labels: readonly string[]): Model => ({
  labels,
  now_ms: 0,
  sessions: new Map(),
  codes: new Map(),
  given: new Map(),
  rids: new Map(),
  answers: [],
  held: [],
});

export const codeName = (host: number, generation: number): string => `code ${generation} of ${host}`;
export const codeOf = ({ host, generation }: Session): string => codeName(host, generation);
export const NO_EXPERIENCE: JsonFields = { mode: 0, gen: 0, cfg: {} };
export const NOTHING: SessionEvent = { seq: 0, kind: '', name: '', steps: 0 };
export const INVALID: Answer = { fields: { status: 'invalid' }, of: 'empty' };
export const isOnline = (model: Model, { active, polled_ms }: Session): boolean =>
  active && polled_ms !== null && model.now_ms - polled_ms < 45_000;

/** C12, C18: returns the session that a code leads to now. */
export function sessionOf(model: Model, code: unknown): Session | undefined {
  const row = model.codes.get(String(code));
  const leads = row && (row.retired_ms === null || model.now_ms - row.retired_ms < 600_000);
  return leads ? model.sessions.get(row.host) : undefined;
}

/**
 * R18: returns whether the players fit in addition to those already listed; C72: and at most sixteen guests are listed.
 */
export function fits({ players, guests }: Session, who: number, wanted: readonly JsonFields[]): boolean {
  const others = [...guests].filter(([guest, { listed }]) => listed && guest !== who);
  const taken = others.reduce((sum, [, guest]) => sum + guest.players.length, players.length);
  return others.length < 16 && taken + wanted.length <= 4;
}
