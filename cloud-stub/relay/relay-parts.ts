// What the routes of the relay stand on.

import type { AnswerMemory } from './answer-memory.ts';
import type { CodeBook } from './code-book.ts';
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
