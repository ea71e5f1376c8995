// Who may ask for tokens of authors, and what for.

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
