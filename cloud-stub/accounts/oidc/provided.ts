// Provider instance with the currently published keys. The library reads its keys once, so a change creates a new
// instance. It is loaded on first use, since that takes half a second.

import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Log } from '../../../hal/log/log.ts';
import { localKeys, type IssuerKeys } from '../../store/authors.ts';
import type { Accounts } from '../accounts.ts';
import type { IdentityDatabase } from '../database.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import type { MailPlace } from '../../web/common/code-field.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { createSigningKeys, publicPartOf, type SigningKeys } from './signing-keys.ts';
import type { SupportAccounts } from '../support-accounts.ts';
import type { WebSessions } from '../web-sessions.ts';

interface Loaded {
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly interactions: Interactions;
  /** Redeems an authorization code of this client and returns its account; null if invalid. */
  redeem(client: string, code: string, verifier: string): Promise<string | null>;
}

export interface Provided {
  readonly keys: SigningKeys;
  provider(): Promise<Loaded>;
  /** Returns the keys that verify its tokens. */
  issuerKeys(): IssuerKeys;
  /** Reloads the provider if the published keys have changed. */
  refresh(): void;
}

interface ProvidedOptions {
  readonly database: IdentityDatabase;
  readonly log: Log;
  readonly unix_s: () => number;
  readonly issuer: () => string;
  readonly accounts: Accounts;
  readonly support: SupportAccounts;
  readonly web_sessions: WebSessions;
  readonly passkeys: Passkeys;
  readonly mail_place: MailPlace;
}

export function providing({ log, issuer, ...options }: ProvidedOptions): Provided {
  const keys = createSigningKeys(options.database, options.unix_s);
  let published = keys.current();
  let known = localKeys({ keys: published.map(publicPartOf) });
  let loading: Promise<Loaded> | null = null;
  const load = async (): Promise<Loaded> => {
    const { createProvider } = await import('./provider.ts');
    const provider = createProvider({ ...options, issuer: issuer(), keys: published });
    provider.on('server_error', (_context, error) => log.write('error', 'identity', error.message));
    const emitter: EventEmitter = provider;
    emitter.on('error', (error: Error) => log.write('error', 'identity', error.message));
    return {
      callback: provider.callback(),
      interactions: createInteractions(provider, options),
      redeem: (client, code, verifier) => redeemed(provider, client, code, verifier),
    };
  };
  return {
    keys,
    provider: () => (loading ??= load()),
    issuerKeys: () => known,
    refresh() {
      const now = keys.current();
      if (now.map(({ kid }) => kid).join() === published.map(({ kid }) => kid).join()) return;
      published = now;
      known = localKeys({ keys: published.map(publicPartOf) });
      loading = null;
    },
  };
}

/**
 * Redeems a code as the token endpoint does (RFC 6749, 4.1.3; RFC 7636, 4.6), but issues no tokens: pages of this
 * process need none.
 */
async function redeemed(provider: Provider, client: string, given: string, verifier: string): Promise<string | null> {
  const code = await provider.AuthorizationCode.find(given);
  if (!code || code.clientId !== client || !code.isValid || code.accountId === undefined) return null;
  if (code.codeChallenge !== createHash('sha256').update(verifier).digest('base64url')) return null;
  await code.consume();
  return code.accountId;
}
