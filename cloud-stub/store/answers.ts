// What the store answers with, whatever carries it: a status, headers, and the bytes of a body.

import type { OperatingError } from '../../wire/errors.ts';
import { HTTP_STATUS, type StoreCode, type StoreFailure } from './failures.ts';

export interface StoreAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

type Headers = Readonly<Record<string, string>>;

const NOTHING = new Uint8Array();
const COMMON = { 'X-Content-Type-Options': 'nosniff' } as const;

export const jsonAnswer = (status: number, data: unknown, headers: Headers = {}): StoreAnswer => ({
  status,
  headers: { ...COMMON, 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(data)),
});

export const emptyAnswer = (status: number, headers: Headers = {}): StoreAnswer => ({
  status,
  headers: { ...COMMON, ...headers },
  body: NOTHING,
});

/** A text as it is; caches ask whether it is still so. */
export const textAnswer = (body: Uint8Array, headers: Headers): StoreAnswer => ({
  status: 200,
  headers: { ...COMMON, 'Cache-Control': 'no-cache', 'Content-Type': 'text/plain; charset=utf-8', ...headers },
  body,
});

export const failureAnswer = ({ code, message, line }: StoreFailure, headers: Headers = {}): StoreAnswer =>
  jsonAnswer(HTTP_STATUS[code], { error: code, message, ...(line === undefined ? {} : { line }) }, headers);

/** What is wrong with a request's shape. */
export const badRequest = ({ message }: Pick<OperatingError, 'message'>): StoreAnswer =>
  refusal('bad_request', message);

export const refusal = (code: StoreCode, message: string): StoreAnswer => failureAnswer({ code, message });

export const limited = (wait_s: number): StoreAnswer =>
  failureAnswer(
    { code: 'limited', message: `That was too much; come again in ${wait_s} s.` },
    { 'Retry-After': `${wait_s}` },
  );

/** 401 with what is asked for (RFC 6750). A caller who showed nothing is told no error. */
export function unauthorized(realm: string, message: string, shown: boolean): StoreAnswer {
  const error = shown ? `, error="invalid_token", error_description="${message}"` : '';
  return failureAnswer({ code: 'unauthorized', message }, { 'WWW-Authenticate': `Bearer realm="${realm}"${error}` });
}
