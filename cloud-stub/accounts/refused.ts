// Error pages for browsers whose requests the OIDC library refuses. Machines receive the library's OAuth 2.0 error
// code.

import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { show } from './oidc/library-pages.ts';
import { errorPage, type Page } from './pages/pages.ts';

interface Refused {
  readonly error: string;
  readonly error_description?: string | undefined;
}

const BY_CODE: Readonly<Record<string, string>> = {
  invalid_client: 'The program that sent you here is not known to this cloud.',
  invalid_redirect_uri: 'The program that sent you here wants you back at an address that is not known to be its own.',
};
/** Messages by the parameter that the library names when it refuses a sign-out. */
const BY_PARAMETER: readonly (readonly [parameter: RegExp, sentence: string])[] = [
  [
    /post_logout_redirect_uri/,
    'Nobody was signed out: the program that sent you here wants you to go on to an address that is not known to be its own.',
  ],
  [/id_token_hint/, 'Nobody was signed out: the program that sent you here does not prove whom it wants to sign out.'],
];
const NOT_UNDERSTOOD = 'The program that sent you here asks for something that this cloud does not understand.';

export function showRefused(context: KoaContextWithOIDC, refused: Refused, thrown: Error): void {
  show(context, pageOf(context.oidc.route, refused, thrown));
}

function pageOf(route: string, { error, error_description = '' }: Refused, thrown: Error): Page {
  if (error === 'server_error') return errorPage('The server failed; its log says why.');
  if (thrown instanceof errors.SessionNotFound || route === 'end_session_confirm')
    return errorPage('This page is too old, or of another browser.');
  const named = BY_PARAMETER.find(([parameter]) => route === 'end_session' && parameter.test(error_description));
  return errorPage(BY_CODE[error] ?? named?.[1] ?? NOT_UNDERSTOOD, error);
}
