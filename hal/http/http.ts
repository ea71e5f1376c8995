// The http port: requests to servers, one answer each.
//
// Contract
// - `post` and `get` send once and never follow a redirect. `done` is called at most once, never before the call has returned, and
//   never after the request was cancelled.
// - Any answer of a server is an answer, whatever its status; `text` is its body as UTF-8. No answer is `http_unsent` where there was
//   no connection, so that the server has nothing of it, and `http_failed` where it may have got there; a body beyond
//   ANSWER_BYTES_MAX, or beyond what a `get` allows, is `http_too_large`, each with one sentence. A `post` that does not
//   want a body is answered as soon as the status is there, with an empty text; what follows is thrown away.
// - Cancelling closes the request's connection, so that the server may notice; whether it does nobody knows. A request that has been
//   answered can't be cancelled any more: nothing happens.
// - The port has no time-outs: whoever waits knows how long, and cancels.

import type { Result } from '../../wire/errors.ts';

type Headers = Readonly<Record<string, string>>;

export interface HttpRequest {
  /** With scheme, host and path. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The status is enough where this is false. */
  readonly wants_body?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface HttpGet {
  /** With scheme, host, path and query. */
  readonly url: string;
  readonly headers: Headers;
  /** Of the body of the answer. */
  readonly bytes_max: number;
}

/** What is there, as bytes, and what the server says of it. */
export interface HttpDocument {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface Http {
  /**
   * Sends once, and follows no redirect.
   * @param done Gets the answer, whatever its status, or `http_unsent`, `http_failed`, or `http_too_large` beyond ANSWER_BYTES_MAX; at most once, never
   * before this has returned.
   * @returns Cancels the request: `done` is not called any more.
   */
  post(request: HttpRequest, done: (answer: Result<HttpAnswer>) => void): () => void;
  /**
   * As `post`, for what is there as bytes.
   * @param done As for `post`; `http_too_large` beyond the request's own `bytes_max`.
   * @returns Cancels the request: `done` is not called any more.
   */
  get(request: HttpGet, done: (answer: Result<HttpDocument>) => void): () => void;
}

export const ANSWER_BYTES_MAX = 65_536;
