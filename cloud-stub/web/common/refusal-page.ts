// Refusals as pages for browsers; other clients get the same sentence as JSON.

import type { HttpAnswer } from '../../http/answers.ts';
import { readFields } from '../../../wire/json-fields.ts';
import { html } from './html.ts';
import { pageAnswer } from './page.ts';

/**
 * Converts a refusal made by `failureAnswer` to a page. Returns null if the client did not request a page: only
 * browsers accept HTML.
 */
export function refusalPage(accept: string | undefined, refused: HttpAnswer): HttpAnswer | null {
  if (!accept?.includes('text/html')) return null;
  const { status, headers, body } = refused;
  const sentence = readFields(Buffer.from(body).toString())?.['message'];
  const { Allow } = headers;
  return pageAnswer({
    title: status === 404 ? 'Page not found' : 'That did not work',
    links: [['/', 'Extensions']],
    current: '',
    status,
    headers: Allow === undefined ? {} : { Allow },
    content: html`<p>${typeof sentence === 'string' ? sentence : 'The server refused the request.'}</p>
      <p><a class="button" href="/">Browse extensions</a></p>`,
  });
}
