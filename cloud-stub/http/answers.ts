// What the cloud answers with, whatever carries it: a status, headers, and the bytes of a body.

import type { OperatingError } from '../../wire/errors.ts';
import { HTTP_STATUS, type RefusalCode } from './status.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as the text that it is, where it is one: a socket takes it in one piece with the head. */
  readonly text?: string;
  /** In place of a body that is too much to hold: gives one part after the other, each once the caller has taken the one before. */
  readonly parts?: (send: SendPart) => Promise<void>;
}

/** The bytes may be changed once it is done; it fails where the caller has gone. */
export type SendPart = (bytes: Uint8Array) => Promise<void>;

/** Why something is refused. */
export interface Refusal extends OperatingError {
  readonly code: RefusalCode;
  /** The line of the text that is to blame, from 1; null where it is none. Only of publish checks. */
  readonly line?: number | null;
}

type Headers = Readonly<Record<string, string>>;

const NOTHING = new Uint8Array();
const COMMON = { 'X-Content-Type-Options': 'nosniff' } as const;

export const jsonAnswer = (status: number, data: unknown, headers: Headers = {}): HttpAnswer =>
  jsonTextAnswer(status, JSON.stringify(data), headers);

/** `text`: JSON that is written already. */
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

/** A text as it is; caches ask whether it is still so. */
export const textAnswer = (body: Uint8Array, headers: Headers): HttpAnswer => ({
  status: 200,
  headers: { ...COMMON, 'Cache-Control': 'no-cache', 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body,
});

/** Whether an If-None-Match names this tag; weak ones are compared as if they were not. */
export const namesTag = (if_none_match: string | undefined, tag: string): boolean =>
  (if_none_match ?? '').split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));

/** Of what is only so for now. */
const COME_AGAIN: Headers = { 'Retry-After': '10' };

export const failureAnswer = ({ code, message, line }: Refusal, headers: Headers = {}): HttpAnswer =>
  jsonAnswer(
    HTTP_STATUS[code],
    { error: code, message, ...(line === undefined ? {} : { line }) },
    HTTP_STATUS[code] === 503 ? { ...COME_AGAIN, ...headers } : headers,
  );

/** What is wrong with a request's shape. */
export const badRequest = ({ message }: Pick<OperatingError, 'message'>): HttpAnswer => refusal('bad_request', message);

export const refusal = (code: RefusalCode, message: string): HttpAnswer => failureAnswer({ code, message });

export const limited = (wait_s: number): HttpAnswer =>
  failureAnswer(
    { code: 'limited', message: `That was too much; come again in ${wait_s} s.` },
    { 'Retry-After': `${wait_s}` },
  );

/** The body is longer than the address takes. */
export const bodyTooLarge = (bytes_max: number): HttpAnswer =>
  refusal('too_large', `The body has more than ${bytes_max} bytes.`);

/** 401 with what is asked for (RFC 6750). A caller who showed nothing is told no error. */
export function unauthorized(realm: string, message: string, shown: boolean): HttpAnswer {
  const error = shown ? `, error="invalid_token", error_description="${message}"` : '';
  return failureAnswer({ code: 'unauthorized', message }, { 'WWW-Authenticate': `Bearer realm="${realm}"${error}` });
}
