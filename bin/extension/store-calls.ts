// Author requests to an extension store.

import { request } from 'undici';
import { fail, messageOf, ok, type ErrorCode, type Result } from '../../wire/errors.ts';
import { isFields, readFields, type JsonFields } from '../../wire/json-fields.ts';
import { authorToken } from './signed-in.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends an author's request and returns the answer, {} for an empty one. Errors: any token error; any code of OF_ONE
 * and `bad_request`, with the store's own message; `http_failed`.
 */
export async function callStore(
  cloud: string,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Result<JsonFields>> {
  const token = await authorToken(cloud);
  if (!token.ok) return token;
  try {
    const answer = await request(`${cloud}${path}`, {
      method,
      headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 204) return ok({});
    const fields = readFields(text);
    if (answer.statusCode < 300 && isFields(fields)) return ok(fields);
    return fail(codeOf(fields?.['error']), sentenceOf(fields?.['message'], answer.statusCode));
  } catch (thrown) {
    return fail('http_failed', `${cloud} can't be reached: ${messageOf(thrown)}.`);
  }
}

/** Errors about a single extension, which callers distinguish from the rest. */
const OF_ONE: readonly ErrorCode[] = ['gone', 'not_found', 'not_owner'];
const codeOf = (error: unknown): ErrorCode => OF_ONE.find((each) => each === error) ?? 'bad_request';

const sentenceOf = (message: unknown, status: number): string =>
  typeof message === 'string' ? message : `No extension store at this address (HTTP ${status}).`;
