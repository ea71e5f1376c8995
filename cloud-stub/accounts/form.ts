// Reads the body of a form that a page of this origin sent.

import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/body.ts';
import { formFields, isFormType } from '../http/form-body.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';

/**
 * Returns null if the body is not a form or comes from a page of another origin. Rejects if it is too long or has too
 * many fields.
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const from = request.headers['sec-fetch-site'];
  return from === undefined || from === 'same-origin' ? readAnyForm(request) : null;
}

/** Reads the form without checking its origin. */
export async function readAnyForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const type = request.headers['content-type'] ?? '';
  if (!isFormType(type)) return null;
  const fields = formFields(type, await readBody(request, BODY_BYTES_MAX));
  return fields && new URLSearchParams(fields.map(([name, value]) => [name, value]));
}
