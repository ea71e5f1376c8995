// The body of a form that a page of this origin has sent.

import type { IncomingMessage } from 'node:http';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';

const FORM = /^application\/x-www-form-urlencoded\b/i;

/** Null for what is no form, is longer than one may be, or comes from a page of another origin. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const from = request.headers['sec-fetch-site'];
  return from === undefined || from === 'same-origin' ? readAnyForm(request) : null;
}

/** Also from a page of another origin. */
export async function readAnyForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  if (!FORM.test(request.headers['content-type'] ?? '')) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    parts.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(parts).toString());
}
