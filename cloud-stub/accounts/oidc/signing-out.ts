// Sign-out requested by a client (OpenID Connect RP-Initiated Logout 1.0). The library validates the request. This
// module checks web sessions, since one may outlive the provider's session.

import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { SITE_CLIENT, SUPPORT_CLIENT } from './clients.ts';
import { hiddenOf, show } from './library-pages.ts';
import { signedOutPage, signOutPage, stillSignedInPage } from '../pages/pages.ts';
import type { WebSessions } from '../web-sessions.ts';

type KeptWebSessions = Pick<WebSessions, 'find' | 'end'>;
type LogoutFeature = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>;

const PAGES = [SITE_CLIENT, SUPPORT_CLIENT];

export const LOGOUT: LogoutFeature = {
  enabled: true,
  logoutSource: (context) => ask(context),
  postLogoutSuccessSource: (context) => show(context, signedOutPage()),
};

export function endWebSessions(provider: Provider, web_sessions: KeptWebSessions): void {
  provider.on('end_session.success', (context) => {
    if (isSigningOut(context)) for (const client of PAGES) web_sessions.end(context.cookies.get(client) ?? '');
  });
  provider.use<object, Pick<KoaContextWithOIDC, 'oidc'>>(async (context, next) => {
    await next();
    const { status, oidc } = context;
    if (status >= 400) return;
    if (oidc.route === 'end_session_confirm' && !isSigningOut(context)) stay(context);
    if (oidc.route === 'end_session' && oidc.session?.accountId === undefined) askOrGoOn(context, web_sessions);
  });
}

const isSigningOut = ({ oidc }: KoaContextWithOIDC): boolean => Boolean(oidc.params?.['logout']);

function ask(context: KoaContextWithOIDC): void {
  // Otherwise a user who stays signed in would lose the grants to this client.
  delete context.oidc.session?.state?.['clientId'];
  show(context, signOutPage(hiddenOf(context, 'end_session_confirm')));
}

function stay(context: KoaContextWithOIDC): void {
  context.remove('Location');
  context.status = 200;
  show(context, stillSignedInPage());
}

/**
 * Handles a sign-out without a provider session. The library would submit the form with a script, which our CSP blocks.
 */
function askOrGoOn(context: KoaContextWithOIDC, web_sessions: KeptWebSessions): void {
  if (PAGES.some((client) => web_sessions.find(client, context.cookies.get(client) ?? '') !== null))
    return ask(context);
  const { post_logout_redirect_uri: uri, state } = context.oidc.params ?? {};
  if (typeof uri !== 'string') return show(context, signedOutPage());
  const to = new URL(uri);
  if (typeof state === 'string') to.searchParams.set('state', state);
  context.status = 303;
  context.redirect(to.href);
}
