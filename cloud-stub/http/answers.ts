// Responses of the cloud, independent of the transport: a status, headers, and the bytes of a body.

import type { OperatingError } from '../../wire/errors.ts';
import { HTTP_STATUS, type RefusalCode } from './status.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Body as a string, if it is text: a socket writes it together with the head. */
  readonly text?: string;
  /**
   * Replaces a body that is too large to hold in memory: sends one part after another, each once the caller has
   * received the previous one.
   */
  readonly parts?: (send: SendPart) => Promise<void>;
}

/** Resolves when the bytes may be reused; rejects if the caller has disconnected. */
export type SendPart = (bytes: Uint8Array) => Promise<void>;

/** Reason for a refusal. */
export interface Refusal extends OperatingError {
  readonly code: RefusalCode;
  /** Line of the text at fault, from 1; null if none. Only for publish checks. */
  readonly line?: number | null;
}

type Headers = Readonly<Record<string, string>>;

const NOTHING = new Uint8Array();
const COMMON = { 'X-Content-Type-Options': 'nosniff' } as const;

export const jsonAnswer = (status: number, data: unknown, headers: Headers = {}): HttpAnswer =>
  jsonTextAnswer(status, JSON.stringify(data), headers);

/** `text`: serialized JSON. */
export const jsonTextAnswer = (status: number, text: string, headers: Headers = {}): HttpAnswer => ({
  status,
  headers: { ...COMMON, 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8', ...headers },
  text,
  get body() {
    return Buffer.from(text);
  },
});

export const emptyAnswer = (status: number, headers: Headers = {}): HttpAnswer => ({
  status,
  headers: { ...COMMON, ...headers },
  body: NOTHING,
});

/** Returns a plain text response that caches must revalidate. */
export const textAnswer = (body: Uint8Array, headers: Headers): HttpAnswer => ({
  status: 200,
  headers: { ...COMMON, 'Cache-Control': 'no-cache', 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** Whether an If-None-Match contains this tag; weak tags compare like strong ones. */
export const namesTag = (if_none_match: string | undefined, tag: string): boolean =>
  (if_none_match ?? '').split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));

/** Header for temporary failures. */
const COME_AGAIN: Headers = { 'Retry-After': '10' };

export const failureAnswer = ({ code, message, line }: Refusal, headers: Headers = {}): HttpAnswer =>
  jsonAnswer(
    HTTP_STATUS[code],
    { error: code, message, ...(line === undefined ? {} : { line }) },
    HTTP_STATUS[code] === 503 ? { ...COME_AGAIN, ...headers } : headers,
  );

/** Returns a 400 for a malformed request. */
export const badRequest = ({ message }: Pick<OperatingError, 'message'>): HttpAnswer => refusal('bad_request', message);

export const refusal = (code: RefusalCode, message: string): HttpAnswer => failureAnswer({ code, message });

export const limited = (wait_s: number): HttpAnswer =>
  failureAnswer(
    { code: 'limited', message: `Too many requests; try again in ${wait_s} s.` },
    { 'Retry-After': `${wait_s}` },
  );

/** Returns the answer to a body that is longer than the route accepts. */
export const bodyTooLarge = (bytes_max: number): HttpAnswer =>
  refusal('too_large', `The body is larger than ${bytes_max} bytes.`);

/** Returns a 401 with its challenge (RFC 6750), without an error code if the caller sent no credentials. */
export function unauthorized(realm: string, message: string, shown: boolean): HttpAnswer {
  const error = shown ? `, error="invalid_token", error_description="${message}"` : '';
  return failureAnswer({ code: 'unauthorized', message }, { 'WWW-Authenticate': `Bearer realm="${realm}"${error}` });
}
