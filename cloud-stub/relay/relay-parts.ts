// What the routes of the relay stand on, and the shape of what they give.

import type { AnswerMemory } from './answer-memory.ts';
import type { CodeBook } from './code-book.ts';
import type { Hold } from './hold.ts';
import type { LabelBook } from './label-book.ts';
import type { SessionStore } from './session-store.ts';
import type { StateViews } from './state-views.ts';

export interface RelayParts {
  readonly store: SessionStore;
  readonly codes: CodeBook;
  readonly labels: LabelBook;
  readonly answers: AnswerMemory;
  readonly views: StateViews;
}

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
