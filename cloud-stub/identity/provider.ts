// The identity provider of authors (store §5.1): OpenID Connect by code and PKCE. The library is loaded when somebody first asks for it.

import { randomBytes } from 'node:crypto';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { DEVICE_FLOW } from './device-flow.ts';
import { adapterOn } from './oidc-adapter.ts';
import { errorPage } from './pages/pages.ts';
import type { SigningKey } from './signing-keys.ts';
import { COMMAND_LINE, STORE_RESOURCE, STORE_SCOPE } from './clients.ts';
import { STORE_AUDIENCE } from '../store/author.ts';

export interface ProviderOptions {
  /** As it stands in `iss`. */
  readonly issuer: string;
  readonly database: IdentityDatabase;
  readonly accounts: Accounts;
  /** Those that are published, the one that signs first. */
  readonly keys: readonly SigningKey[];
  readonly unix_s: () => number;
}

const MINUTE_S = 60;
const DAY_S = 86_400;
const TTL_S = {
  AccessToken: 15 * MINUTE_S,
  AuthorizationCode: MINUTE_S,
  DeviceCode: 10 * MINUTE_S,
  IdToken: 15 * MINUTE_S,
  Interaction: 60 * MINUTE_S,
  Session: 14 * DAY_S,
  RefreshToken: 30 * DAY_S,
  Grant: 365 * DAY_S,
} as const;

export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configurationOf(options));
  // Where it is reached from outside is known: what a request says of its host decides nothing.
  provider.proxy = true;
  return provider;
}

function configurationOf({ database, accounts, keys, unix_s }: ProviderOptions): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;
  return {
    adapter: (model) => adapterOn(database, model, unix_s),
    clients: [COMMAND_LINE],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: { keys: [...keys] },
    cookies: {
      keys: [database.secret('cookie-key', () => randomBytes(32).toString('base64url'))],
      long: cookie,
      short: cookie,
    },
    scopes: ['openid', 'offline_access', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: {
      deviceFlow: DEVICE_FLOW,
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => STORE_RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: STORE_SCOPE,
          audience: STORE_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TTL_S.AccessToken,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    findAccount(_context, sub) {
      const account = accounts.account(sub);
      if (!account) return undefined;
      const { name, email } = account;
      return { accountId: sub, claims: () => ({ sub, name, email, email_verified: true }) };
    },
    extraTokenClaims(_context, token) {
      const account = 'accountId' in token && token.accountId !== undefined ? accounts.account(token.accountId) : null;
      return account ? { name: account.name } : undefined;
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: TTL_S,
    interactions: { url: (_context, { uid }) => `/id/interaction/${uid}` },
    renderError: (context, { error_description }) => renderProblem(context, error_description),
  };
}

function renderProblem(context: KoaContextWithOIDC, description: string | undefined): void {
  const { headers, body } = errorPage(`${description ?? 'this request makes no sense'}.`);
  context.set(headers);
  context.body = body;
}
