// Error pages for browsers whose requests the OIDC library refuses. Machines receive the library's OAuth 2.0 error
// code.

import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { show } from './oidc/library-pages.ts';
import { errorPage, type AccountPage } from './pages/pages.ts';

interface Refused {
  readonly error: string;
  readonly error_description?: string | undefined;
}

const BY_CODE: Readonly<Record<string, string>> = {
  invalid_client: 'This cloud does not know the program that sent you here.',
  invalid_redirect_uri: 'The program that sent you here gave a return address that does not belong to it.',
};
/** Messages by the parameter that the library names when it refuses a sign-out. */
const BY_PARAMETER: readonly (readonly [parameter: RegExp, sentence: string])[] = [
  [
    /post_logout_redirect_uri/,
    'You were not signed out: the program that sent you here gave a return address that does not belong to it.',
  ],
  [/id_token_hint/, 'You were not signed out: the program that sent you here did not prove which user it signs out.'],
];
const NOT_UNDERSTOOD = 'This cloud does not understand the request of the program that sent you here.';

export function showRefused(context: KoaContextWithOIDC, refused: Refused, thrown: Error): void {
  show(context, pageOf(context.oidc.route, refused, thrown));
}

function pageOf(route: string, { error, error_description = '' }: Refused, thrown: Error): AccountPage {
  if (error === 'server_error') return errorPage('Internal server error; see the server log.');
  if (thrown instanceof errors.SessionNotFound || route === 'end_session_confirm')
    return errorPage('This page has expired or belongs to another browser.');
  const named = BY_PARAMETER.find(([parameter]) => route === 'end_session' && parameter.test(error_description));
  return errorPage(BY_CODE[error] ?? named?.[1] ?? NOT_UNDERSTOOD, error);
}
