// The forms of pages of this cloud: taken from a page of the same visit, and from no other site.

import { randomUUID } from 'node:crypto';
import { formFields, isFormType } from '../../http/form-body.ts';
import type { HttpRequest } from '../../http/route.ts';
import { html, type Html } from './html.ts';

/** C115: bytes of a form; one with a text is longer than the text by what its encoding adds. */
export const FORM_BYTES_MAX = 524_288;

/** Texts by the names of their fields. */
export type Form = ReadonlyMap<string, string>;

/** By which a form shows that a page of this visit has sent it. */
const FORM_TOKEN = 'form_token';
/** Which form of all that were shown it is. */
export const FORM_ID = 'form_id';

/** What each form has in it: that a page of this visit has sent it, and which of its forms it is, so that one sent twice is done once. */
export const hiddenFields = (form_token: string): Html =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${form_token}" /> ${formIdField()}`;

/** For a form of a page for which nobody is signed in. Another each time that the form is shown. */
export const formIdField = (): Html => html`<input type="hidden" name="${FORM_ID}" value="${randomUUID()}" />`;

/** Whether a page of the visit with this token has sent the form. */
export const isFormOf = (form: Form, form_token: string): boolean => form.get(FORM_TOKEN) === form_token;

/** The form of a page for which nobody is signed in. Null if another site sent it, or if it is no form; then its body is not read. */
export async function readOpenForm({ header, readBody }: HttpRequest): Promise<Form | null> {
  const from = header('sec-fetch-site');
  const type = header('content-type') ?? '';
  if ((from !== undefined && from !== 'same-origin') || !isFormType(type)) return null;
  const fields = formFields(type, Buffer.from(await readBody()));
  return fields && new Map(fields);
}
