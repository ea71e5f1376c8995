// What `tapin extension publish` does: checks a file here, then gives it to a store, as a new extension or as another version of one.

import { request } from 'undici';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { readExtension } from '../simulation/extension-script/extension-file.ts';
import { exitWith } from './process.ts';
import { authorToken } from './signed-in.ts';

export interface PublishOptions {
  readonly cloud: string;
  readonly description?: string;
  readonly code?: string;
}

export async function publish(file: string, options: PublishOptions): Promise<void> {
  const text = await readCheckedText(file);
  if (!text.ok) return exitWith(text.error);
  const token = await authorToken(options.cloud);
  if (!token.ok) return exitWith(token.error);
  const published = await send(token.value, text.value, options);
  if (!published.ok) return exitWith(published.error);
  process.stdout.write(`${published.value}\n`);
}

/** The file's text, if the store would take it. */
async function readCheckedText(file: string): Promise<Result<string>> {
  const extension = await readExtension(file);
  return extension.ok ? ok(Buffer.from(extension.value.bytes).toString()) : extension;
}

/** The new record as a line of JSON, or the store's own sentence. */
async function send(
  token: string,
  text: string,
  { cloud, code, description }: PublishOptions,
): Promise<Result<string>> {
  try {
    const { statusCode, body } = await request(`${cloud}/extensions${code === undefined ? '' : `/${code}`}`, {
      method: code === undefined ? 'POST' : 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, ...(description === undefined ? {} : { description }) }),
    });
    const answer = await body.text();
    return statusCode < 300 ? ok(answer) : fail('bad_request', sentenceOf(answer, statusCode));
  } catch (thrown) {
    return fail('http_failed', `${cloud} can't be reached: ${messageOf(thrown)}.`);
  }
}

function sentenceOf(answer: string, status: number): string {
  const message = readFields(answer)?.['message'];
  if (typeof message === 'string') return message;
  return `What answers there is not the store (HTTP ${status}): check its address.`;
}
