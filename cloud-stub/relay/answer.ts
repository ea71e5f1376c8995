// Who asks the relay, and what a route gives: an answer, or a request that is held.

import type { Hold } from './hold.ts';

/** Who asks, and when. */
export interface Caller {
  readonly device: string;
  readonly now_ms: number;
}

/** An answer with HTTP status 200, but for its state block. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>> & { readonly status: string };
  /** Whose session's state belongs to it: a host's id, `''` for the empty state (C26), null for none. */
  readonly state_of: string | null;
}

/** A request that is not answered before something happens or its time is over. */
export interface Holding {
  readonly hold: Hold;
}
