// Isolate port: runs a module isolated from the rest of the device, so that it can be terminated immediately. Contract:
// `start` creates an isolate of the port's module. It never throws; the first answer reports a failed start. `request`
// sends a message that can be cloned; answers come in request order, each exactly once, and never before `request` has
// returned. A module that takes longer than ANSWER_MS_MAX for an answer is terminated: that request and all queued ones
// fail with `isolate_slow`; a module that crashes fails them with `isolate_broken`. After that the module no longer
// runs. `end` terminates the module immediately, even while it is busy. No answer comes after that.

import type { Result } from '../../wire/errors.ts';

/** Time limits for an answer; the first one includes loading the module. */
export interface AnswerLimits {
  readonly first_ms: number;
  readonly each_ms: number;
}

/**
 * Limit per answer. A callback that spends its whole budget takes about 30 ms on a desktop, and four times as long on a
 * Raspberry Pi.
 */
export const ANSWER_MS_MAX = 500;
/** Limit for the first answer, which includes loading the module. */
export const FIRST_ANSWER_MS_MAX = 5000;

export interface Isolate {
  /**
   * Sends a message.
   * @param message Any value that HTML structured clone supports.
   * @param done Called once, in request order, never before this has returned, and never after `end`. Errors:
   * `isolate_slow` after ANSWER_MS_MAX (FIRST_ANSWER_MS_MAX for the first), `isolate_broken`; nothing runs after
   * either.
   */
  request(message: unknown, done: (answer: Result<unknown>) => void): void;
  /** Terminates the module immediately, even while it is busy. */
  end(): void;
}

export interface Isolates {
  /** Starts an isolate. Never throws: the first answer reports a failure. */
  start(): Isolate;
}

/** Type of the `createIsolated` export of a module that runs in an isolate. */
export type CreateIsolated = () => Promise<(message: unknown) => unknown>;
