// Who may have people sign in here, and what for.

import type { ClientMetadata } from 'oidc-provider';

/** The store as a client names it (RFC 8707). */
export const STORE_RESOURCE = 'urn:tapin:store';
/** To publish, list, change and delete one's own extensions. */
export const STORE_SCOPE = 'extensions';

/** `tapin login`: a public client, which has no secret and listens on any port of its own machine (RFC 8252). */
export const COMMAND_LINE: ClientMetadata = {
  client_id: 'tapin-cli',
  client_name: 'tapin on the command line',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  redirect_uris: ['http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
};

/** The support API as a client names it. */
export const SUPPORT_RESOURCE = 'urn:tapin:support';
export const SUPPORT_SCOPE = 'support';

export const SITE_CLIENT = 'tapin-site';
export const SUPPORT_CLIENT = 'tapin-support';

/** Where pages of this cloud have people come back to from signing in. */
export const SIGNED_IN_PATH: Readonly<Record<string, string>> = {
  [SITE_CLIENT]: '/signed-in',
  [SUPPORT_CLIENT]: '/support/signed-in',
};

/** The pages of this cloud itself, at this origin: nobody is asked whether to allow them anything. */
export const ownClients = (origin: string): readonly ClientMetadata[] =>
  [
    { client_id: SITE_CLIENT, client_name: 'the pages of FooGolf', home: '/' },
    { client_id: SUPPORT_CLIENT, client_name: 'the pages of support', home: '/support' },
  ].map(({ home, ...client }) => ({
    ...client,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${origin}${SIGNED_IN_PATH[client.client_id] ?? home}`],
    post_logout_redirect_uris: [`${origin}${home}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }));
