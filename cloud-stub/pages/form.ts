// The forms of pages of this cloud: taken from a page of the same visit, and from no other site.

import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../http/route.ts';
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
  html`<input type="hidden" name="${FORM_TOKEN}" value="${form_token}" />
    <input type="hidden" name="${FORM_ID}" value="${randomUUID()}" />`;

/** A file is the text in it. Null for what no page of this visit has sent. */
export async function readForm(request: HttpRequest, form_token: string): Promise<Form | null> {
  const sent = await readOpenForm(request);
  return sent?.get(FORM_TOKEN) === form_token ? sent : null;
}

/** Of a page for which nobody is signed in. Null for what another site has sent, or is no form. */
export async function readOpenForm({ header, body }: HttpRequest): Promise<Form | null> {
  const from = header('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin') return null;
  return fieldsOf(header('content-type') ?? '', body);
}

async function fieldsOf(type: string, body: Uint8Array): Promise<Form | null> {
  try {
    const headers = { 'content-type': type };
    const data = await new Response(Buffer.from(body), { headers }).formData();
    const fields = new Map<string, string>();
    for (const [name, value] of data) fields.set(name, typeof value === 'string' ? value : await textOf(value));
    return fields;
  } catch {
    return null;
  }
}

/** A browser sends an empty file where none was chosen. What is no UTF-8 is refused further on: its characters were replaced. */
const textOf = async (file: Blob): Promise<string> => file.text();
