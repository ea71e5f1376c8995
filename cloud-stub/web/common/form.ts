// Forms of the cloud's pages: accepted only from a page of the same web session, never from another site.

import { randomUUID } from 'node:crypto';
import { formFields, isFormType } from '../../http/form-body.ts';
import type { HttpRequest } from '../../http/route.ts';
import { html, type Html } from './html.ts';

/** C115: maximum size of a form body in bytes. Encoding makes a body longer than its text. */
export const FORM_BYTES_MAX = 524_288;

/** Values by field name. */
export type Form = ReadonlyMap<string, string>;

/** Name of the field that proves that a page of this web session sent the form. */
const FORM_TOKEN = 'form_token';
/** Name of the field that identifies one display of a form. */
export const FORM_ID = 'form_id';

/**
 * Returns the hidden fields of each form: the session's token, and an id so that a form sent twice is processed once.
 */
export const hiddenFields = (form_token: string): Html =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${form_token}" /> ${formIdField()}`;

/** Returns only the id field, for forms on pages without sign-in. The id differs each time the form is shown. */
export const formIdField = (): Html => html`<input type="hidden" name="${FORM_ID}" value="${randomUUID()}" />`;

/** Whether a page of the web session with this token sent the form. */
export const isFormOf = (form: Form, form_token: string): boolean => form.get(FORM_TOKEN) === form_token;

/**
 * Reads a form from a page without sign-in. Returns null, without reading the body, if another site sent it or if it is
 * not a form.
 */
export async function readOpenForm({ header, readBody }: HttpRequest): Promise<Form | null> {
  const from = header('sec-fetch-site');
  const type = header('content-type') ?? '';
  if ((from !== undefined && from !== 'same-origin') || !isFormType(type)) return null;
  const fields = formFields(type, Buffer.from(await readBody()));
  return fields && new Map(fields);
}
