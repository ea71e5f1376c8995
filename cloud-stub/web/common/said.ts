// What a page says of what was done just before: `?said=` names one of its own sentences, and nothing else.

import type { HttpRequest } from '../../http/route.ts';
import { html, type Html } from './html.ts';

/** What any page of somebody who has just signed in may say. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  'not-done': 'What you sent was not done, because you were not signed in any more. You are now: do it again.',
  'signed-in': 'You are signed in. What you were about to send is still in the other tab.',
};

export const saidOf = (
  { query }: Pick<HttpRequest, 'query'>,
  sentences: Readonly<Record<string, string>>,
): Html | null => {
  const said = query.get('said') ?? '';
  const sentence = new Map(Object.entries({ ...EVERYWHERE, ...sentences })).get(said);
  return sentence === undefined ? null : html`<p class="said" role="status">${sentence}</p>`;
};
