// Our own pages in responses of the OIDC library.

import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Hidden, AccountPage } from '../pages/pages.ts';

export function show(context: KoaContextWithOIDC, { headers, body }: AccountPage): void {
  context.set(headers);
  context.body = body;
}

/** Returns the hidden fields of a form to the library's route `route`. */
export function hiddenOf({ oidc }: KoaContextWithOIDC, route: 'code_verification' | 'end_session_confirm'): Hidden {
  const secret: unknown = oidc.session?.['state']?.['secret'];
  return { action: oidc.urlFor(route), xsrf: typeof secret === 'string' ? secret : '' };
}
