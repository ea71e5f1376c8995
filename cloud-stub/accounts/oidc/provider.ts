// Identity provider of authors and support (store §5): OpenID Connect with authorization code and PKCE. Imported on
// first use, since it loads the library.

import { randomBytes } from 'node:crypto';
import { errors, interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Accounts } from '../accounts.ts';
import { letOthersSignIn } from '../another-account.ts';
import type { IdentityDatabase } from '../database.ts';
import { DEVICE_FLOW } from './device-flow.ts';
import { adapterOn } from './oidc-adapter.ts';
import { refuseFullDisk, refuseNothing, withoutFormPost } from './library-answers.ts';
import { showRefused } from '../refused.ts';
import type { SigningKey } from './signing-keys.ts';
import { LOGOUT, endWebSessions } from './signing-out.ts';
import {
  COMMAND_LINE,
  ownClients,
  SITE_CLIENT,
  STORE_RESOURCE,
  STORE_SCOPE,
  SUPPORT_CLIENT,
  SUPPORT_RESOURCE,
  SUPPORT_SCOPE,
} from './clients.ts';
import { isOfSupport, type SupportAccounts } from '../support-accounts.ts';
import type { WebSessions } from '../web-sessions.ts';
import { STORE_AUDIENCE, SUPPORT_AUDIENCE } from '../../store/author.ts';

interface ProviderOptions {
  /** Value of the `iss` claim. */
  readonly issuer: string;
  readonly database: IdentityDatabase;
  readonly accounts: Pick<Accounts, 'account'>;
  readonly support: Pick<SupportAccounts, 'account'>;
  readonly web_sessions: Pick<WebSessions, 'find' | 'end'>;
  /** Published keys, the signing one first. */
  readonly keys: readonly SigningKey[];
  readonly unix_s: () => number;
}

const MINUTE_S = 60;
const DAY_S = 86_400;
/** C116: time after which support must sign in again with password and code. */
const SUPPORT_SIGNED_IN_S = DAY_S / 2;
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
  // The public origin is fixed (see endpoint.ts), so a request's own headers cannot change it.
  provider.proxy = true;
  refuseFullDisk(provider);
  refuseNothing(provider);
  withoutFormPost(provider);
  letOthersSignIn(provider);
  endWebSessions(provider, options.web_sessions);
  return provider;
}

function configurationOf(options: ProviderOptions): Configuration {
  const { issuer, database, accounts, support, keys, unix_s } = options;
  const accountOf = (sub: string) => accounts.account(sub) ?? support.account(sub);
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const;
  return {
    adapter: (model) => adapterOn(database, model, unix_s),
    clients: [COMMAND_LINE, ...ownClients(new URL(issuer).origin)],
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
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: LOGOUT,
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, client) => (client.clientId === SUPPORT_CLIENT ? SUPPORT_RESOURCE : STORE_RESOURCE),
        useGrantedResource: () => true,
        getResourceServerInfo(_context, resource, { clientId }) {
          const is_of_support = clientId === SUPPORT_CLIENT;
          if (resource !== (is_of_support ? SUPPORT_RESOURCE : STORE_RESOURCE)) throw new errors.InvalidTarget();
          return {
            scope: is_of_support ? SUPPORT_SCOPE : STORE_SCOPE,
            audience: is_of_support ? SUPPORT_AUDIENCE : STORE_AUDIENCE,
            accessTokenFormat: 'jwt',
            accessTokenTTL: TTL_S.AccessToken,
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    findAccount(_context, sub) {
      const account = accountOf(sub);
      if (!account) return undefined;
      const { name, email } = account;
      return { accountId: sub, claims: () => ({ sub, name, email, email_verified: true }) };
    },
    extraTokenClaims(_context, token) {
      const account = 'accountId' in token && token.accountId !== undefined ? accountOf(token.accountId) : null;
      return account ? { name: account.name } : undefined;
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // Tokens of a machine outlive the browser session in which they were allowed.
    expiresWithSession: async ({ oidc }) => oidc.client?.grantTypeAllowed('refresh_token') !== true,
    ttl: TTL_S,
    interactions: { url: (_context, { uid }) => `/id/interaction/${uid}`, policy: interactionPolicyOf() },
    loadExistingGrant: existingGrant,
    renderError: showRefused,
  };
}

/** Returns the policy that lets only authors sign in to author clients and only support to its client. */
function interactionPolicyOf() {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const check = new Check('another_account', 'another account is needed', ({ oidc }) => {
    const { session, client, result } = oidc;
    const for_support = client?.clientId === SUPPORT_CLIENT;
    const is_late = for_support && !result?.['login'] && session?.past(SUPPORT_SIGNED_IN_S);
    return is_late || isOfSupport(session?.accountId ?? '') !== for_support;
  });
  policy.get('login')?.checks.add(check);
  return policy;
}

/** Returns the user's grant to the client; our own pages receive theirs without consent. */
async function existingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider, result } = oidc;
  const given = result?.consent?.grantId ?? session?.grantIdFor(client?.clientId ?? '');
  if (given !== undefined) return provider.Grant.find(given);
  const [clientId, accountId] = [client?.clientId, session?.accountId];
  if ((clientId !== SITE_CLIENT && clientId !== SUPPORT_CLIENT) || accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope('openid profile email');
  if (clientId === SITE_CLIENT) grant.addResourceScope(STORE_RESOURCE, STORE_SCOPE);
  else grant.addResourceScope(SUPPORT_RESOURCE, SUPPORT_SCOPE);
  await grant.save();
  return grant;
}
