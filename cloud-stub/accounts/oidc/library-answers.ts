// Replaces responses of the OIDC library that do not suit browsers here: pages that a script submits, which our CSP
// blocks, and 404s without a body.

import type { Provider } from 'oidc-provider';
import { isFields } from '../../../wire/json-fields.ts';
import { refusal, type HttpAnswer } from '../../http/answers.ts';
import { refusalPage } from '../../web/common/refusal-page.ts';
import { isStorageFull, STORAGE_FULL } from '../../storage-room.ts';

/**
 * Refuses `form_post` as the standard requires (OAuth 2.0 Multiple Response Type Encoding Practices): codes are
 * returned in the query.
 */
export function withoutFormPost(provider: Provider): void {
  provider.use(async (context, next) => {
    const { query } = context;
    // The library always enables it, but refuses a mode that it does not know.
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

/** Returns a page for browsers; for machines, the same answer as at every other address of this cloud. */
const refusalFor = (accept: string | undefined, refused: HttpAnswer): HttpAnswer =>
  refusalPage(accept, refused) ?? refused;

export const nothingHere = (accept: string | undefined): HttpAnswer =>
  refusalFor(accept, refusal('not_found', 'Nothing at this address.'));

/** C136. */
export const fullDisk = (accept: string | undefined): HttpAnswer =>
  refusalFor(accept, refusal('storage_full', STORAGE_FULL));

export function refuseNothing(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    if (context.status !== 404 || context.body !== undefined) return;
    answer(context, nothingHere(context.get('accept')));
  });
}

/**
 * Answers requests that fail because the disk is full. The library answers some of these failures itself, and throws
 * the rest when it saves the session at the end.
 */
export function refuseFullDisk(provider: Provider): void {
  const without_room = new WeakSet();
  provider.on('server_error', (context, thrown) => {
    if (isStorageFull(thrown)) without_room.add(context);
  });
  provider.use(async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      if (!isStorageFull(thrown)) throw thrown;
      context.app.emit('error', thrown);
      without_room.add(context);
    }
    if (without_room.has(context)) answer(context, fullDisk(context.get('accept')));
  });
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

function answer(context: Context, { status, headers, body }: HttpAnswer): void {
  context.status = status;
  context.set(headers);
  context.body = Buffer.from(body);
}
