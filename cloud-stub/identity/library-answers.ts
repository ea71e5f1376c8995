// Answers of the provider's library that are none for a browser here: pages that a script sends on, which our pages do not let in, and an
// address with nothing at it.

import type { Provider } from 'oidc-provider';
import { isFields } from '../../wire/json-fields.ts';
import { refusal, type HttpAnswer } from '../http/answers.ts';
import { refusalPage } from '../pages/refusal-page.ts';

/** A code comes back in the query: `form_post` is refused as the standard has it (OAuth 2.0 Multiple Response Type Encoding Practices). */
export function withoutFormPost(provider: Provider): void {
  provider.use(async (context, next) => {
    const { query } = context;
    // The library has it on in any case; one that it does not know it refuses.
    if ([query['response_mode']].flat().includes(FORM_POST))
      context.query = { ...query, response_mode: `no_${FORM_POST}` };
    await next();
    const { body } = context;
    const modes = isFields(body) ? body['response_modes_supported'] : null;
    if (isFields(body) && Array.isArray(modes))
      context.body = { ...body, response_modes_supported: modes.filter((mode) => mode !== FORM_POST) };
  });
}

const FORM_POST = 'form_post';

/** In words for a browser, and for a machine as at any other address of this cloud. */
export function nothingHere(accept: string | undefined): HttpAnswer {
  const refused = refusal('not_found', 'There is nothing at this address.');
  return refusalPage(accept, refused) ?? refused;
}

export function refuseNothing(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    if (context.status !== 404 || context.body !== undefined) return;
    const { status, headers, body } = nothingHere(context.get('accept'));
    context.status = status;
    context.set(headers);
    context.body = Buffer.from(body);
  });
}
