// HTTP port: sends requests to servers, one response each.
// Contract: `post` and `get` send once and never follow a redirect. `done` is called at most once, never before the
// call has returned, and never after the request was cancelled.
// Any response of a server is a success regardless of its status; `text` is its body as UTF-8. Without one the error is
// `http_unsent` if there was no connection, so the server has received nothing, and `http_failed` if the request may
// have arrived. A body beyond ANSWER_BYTES_MAX, or beyond the limit of a `get`, is `http_too_large`. Each error has one
// sentence.
// A `post` that does not want a body completes with an empty text as soon as the status is known; the body is
// discarded.
// Cancelling closes the request's connection, so the server may or may not notice. Cancelling a completed request does
// nothing.
// The port has no timeouts: the caller sets its own and cancels.

import type { Result } from '../../wire/errors.ts';

type Headers = Readonly<Record<string, string>>;

export interface HttpRequest {
  /** URL with scheme, host and path. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Whether the caller wants the body or only the status. Default: true. */
  readonly wants_body?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface HttpGet {
  /** URL with scheme, host, path and query. */
  readonly url: string;
  readonly headers: Headers;
  /** Maximum size of the response body. */
  readonly bytes_max: number;
}

/** Response body as bytes, with its status and headers. */
export interface HttpDocument {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface Http {
  /**
   * Sends once, and follows no redirect.
   * @param done Receives the response regardless of its status, or `http_unsent`, `http_failed`, or `http_too_large`
   * beyond ANSWER_BYTES_MAX; called at most once, never before this has returned.
   * @returns Cancels the request: `done` is no longer called.
   */
  post(request: HttpRequest, done: (answer: Result<HttpAnswer>) => void): () => void;
  /**
   * Like `post`, but fetches a body as bytes.
   * @param done As for `post`; `http_too_large` beyond the request's own `bytes_max`.
   * @returns Cancels the request: `done` is no longer called.
   */
  get(request: HttpGet, done: (answer: Result<HttpDocument>) => void): () => void;
}

export const ANSWER_BYTES_MAX = 65_536;
