// What a route gives: an answer, or a request that is held.

import type { Hold } from '../holds/hold.ts';
import type { AnswerFields, Seen, Watch } from '../engine.ts';

export interface Answer {
  readonly fields: AnswerFields;
  /** Whose state belongs to it: `empty` for the empty state (C26), null for none. */
  readonly state: Pick<Seen, 'session' | 'now_ms'> | 'empty' | null;
}

/** A request that is not answered before something happens or its time is over. */
export interface Holding {
  readonly hold: Hold;
  /** The session when it was taken. */
  readonly seen: Seen;
  /** Of it, from before that. */
  readonly watch: Watch;
}
