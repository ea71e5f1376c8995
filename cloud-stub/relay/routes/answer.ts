// Result of a route: an answer, or a request to hold.

import type { Hold } from '../holds/hold.ts';
import type { AnswerFields, SessionSnapshot, SessionWatch } from '../engine.ts';

export interface RelayAnswer {
  readonly fields: AnswerFields;
  /** State block of the answer: `empty` for the empty state (C26), null for none. */
  readonly state: Pick<SessionSnapshot, 'session' | 'now_ms'> | 'empty' | null;
}

/** A request that is answered only when something happens or its hold ends. */
export interface Holding {
  readonly hold: Hold;
  /** The session when the request was received. */
  readonly snapshot: SessionSnapshot;
  /** Watch on the session, opened before `snapshot` was taken. */
  readonly watch: SessionWatch;
}
