// The isolate port: runs a module apart from everything else, where it can be ended at once.
//
// Contract
// - `start` makes an isolate of the module that the port was given. It never throws; what does not come to be is told by the
//   first answer.
// - `request` asks it something that can be copied; answers come in the order of the requests, each exactly once, and never
//   before `request` has returned. A module that takes longer than ANSWER_MS_MAX for an answer is ended: that request and all
//   that wait behind it fail with `isolate_slow`; one that breaks fails with `isolate_broken`. After that nothing runs any more.
// - `end` ends it at once, whatever it does. No answer comes after that.

import type { Result } from '../../wire/errors.ts';

/** How long a module may take for an answer; for its first one it is loaded too. */
export interface AnswerLimits {
  readonly first_ms: number;
  readonly each_ms: number;
}

/** A callback that spends its whole budget takes some 30 ms on a desktop, and four times as long on a Raspberry Pi. */
export const ANSWER_MS_MAX = 500;
/** The first answer takes longer: the module is loaded for it. */
export const FIRST_ANSWER_MS_MAX = 5000;

export interface Isolate {
  /**
   * @param message Something that can be copied (the structured clone of HTML).
   * @param done Called once, in the order of the requests, never before this has returned, and never after `end`. Errors: `isolate_slow`
   * after ANSWER_MS_MAX (FIRST_ANSWER_MS_MAX for the first), `isolate_broken`; nothing runs any more then.
   */
  request(message: unknown, done: (answer: Result<unknown>) => void): void;
  /** At once, whatever it does. */
  end(): void;
}

export interface Isolates {
  /** Never throws: what does not come to be is told by the first answer. */
  start(): Isolate;
}

/** What a module that runs in an isolate exports as `createIsolated`. */
export type CreateIsolated = () => Promise<(message: unknown) => unknown>;
