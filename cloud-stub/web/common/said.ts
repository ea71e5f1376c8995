// Confirmations on pages: `?said=` selects one of the page's own sentences and accepts no other value.

import type { HttpRequest } from '../../http/route.ts';
import { html, type Html } from './html.ts';

/** Messages that any page may show to a user who just signed in. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  'not-done': 'Nothing was done because you were signed out. You are signed in now: try again.',
  'signed-in': 'You are signed in. What you typed is still in the other tab.',
};

export const noticeOf = (
  { query }: Pick<HttpRequest, 'query'>,
  sentences: Readonly<Record<string, string>>,
): Html | null => {
  const key = query.get('said') ?? '';
  const sentence = new Map(Object.entries({ ...EVERYWHERE, ...sentences })).get(key);
  return sentence === undefined ? null : html`<p class="said" role="status">${sentence}</p>`;
};
