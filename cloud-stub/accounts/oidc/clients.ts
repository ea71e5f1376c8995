// OAuth clients that may sign users in at this cloud, with their scopes.

import type { ClientMetadata } from 'oidc-provider';

/** Resource indicator of the store (RFC 8707). */
export const STORE_RESOURCE = 'urn:tapin:store';
/** Scope to publish, list, change and delete the author's own extensions. */
export const STORE_SCOPE = 'extensions';

/** Client of `tapin login`: public, without a secret, on any loopback port (RFC 8252). */
export const COMMAND_LINE: ClientMetadata = {
  client_id: 'tapin-cli',
  client_name: 'tapin command line',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
};

/** Resource indicator of the support API. */
export const SUPPORT_RESOURCE = 'urn:tapin:support';
export const SUPPORT_SCOPE = 'support';

export const SITE_CLIENT = 'tapin-site';
export const SUPPORT_CLIENT = 'tapin-support';

/** Paths to which the pages of this cloud return after signing in. */
export const SIGNED_IN_PATH: Readonly<Record<string, string>> = {
  [SITE_CLIENT]: '/signed-in',
  [SUPPORT_CLIENT]: '/support/signed-in',
};

/** Clients for the pages of this cloud at this origin; they need no consent. */
export const ownClients = (origin: string): readonly ClientMetadata[] =>
  [
    { client_id: SITE_CLIENT, client_name: 'FooGolf pages', home: '/' },
    { client_id: SUPPORT_CLIENT, client_name: 'FooGolf support pages', home: '/support' },
  ].map(({ home, ...client }) => ({
    ...client,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${origin}${SIGNED_IN_PATH[client.client_id] ?? home}`],
    post_logout_redirect_uris: [`${origin}${home}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }));
