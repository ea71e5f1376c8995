// The http port: requests to servers, one answer each.
//
// Contract
// - `post` sends once and never follows a redirect. `done` is called at most once, never before `post` has returned, and never
//   after the request was cancelled.
// - Any answer of a server is an answer, whatever its status; `text` is its body as UTF-8. No answer is `http_failed`, a body
//   beyond ANSWER_BYTES_MAX is `http_too_large`, each with one sentence.
// - Cancelling closes the request's connection, so that the server may notice; whether it does nobody knows.
// - The port has no time-outs: whoever waits knows how long, and cancels.

import type { Result } from '../../wire/errors.ts';

export interface HttpRequest {
  /** With scheme, host and path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Http {
  /** What it gives back cancels the request. */
  post(request: HttpRequest, done: (answer: Result<HttpAnswer>) => void): () => void;
}

export const ANSWER_BYTES_MAX = 65_536;
