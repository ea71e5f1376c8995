// Web sessions: browsers signed in to pages of this cloud (C115). The cookie value is random, and only its hash is
// stored.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { WebSession } from './database-accounts.ts';
import type { IdentityDatabase } from './database.ts';

const HOUR_S = 3600;
/** Lifetime by client (C115). */
const LIFETIME_S: Readonly<Record<string, number>> = { 'tapin-site': 14 * 24 * HOUR_S, 'tapin-support': 12 * HOUR_S };

export interface WebSessions {
  /** @returns The cookie value. */
  begin(client: string, sub: string): string;
  /** Returns the web session of a cookie for these pages; null if none, or expired. */
  find(client: string, cookie: string): WebSession | null;
  end(cookie: string): void;
  /** Returns the web sessions of an account. */
  of(sub: string): readonly WebSession[];
  /** Ends the web sessions of an account except `kept_hash`. */
  endOthers(sub: string, kept_hash: string): void;
}

export const createWebSessions = (database: IdentityDatabase, unix_s: () => number): WebSessions => ({
  begin(client, sub) {
    const cookie = randomBytes(32).toString('base64url');
    const created_s = unix_s();
    const expires_s = created_s + (LIFETIME_S[client] ?? HOUR_S);
    database.addWebSession({ hash: hashOf(cookie), client, sub, created_s, expires_s });
    return cookie;
  },
  find(client, cookie) {
    const session = database.webSession(hashOf(cookie));
    return session && session.client === client && session.expires_s > unix_s() ? session : null;
  },
  end: (cookie) => database.removeWebSession(hashOf(cookie)),
  of: (sub) => database.webSessions(sub).filter(({ expires_s }) => expires_s > unix_s()),
  endOthers: (sub, kept_hash) => database.removeWebSessions(sub, kept_hash),
});

const hashOf = (cookie: string): string => createHash('sha256').update(cookie).digest('hex');

/** Returns the token that each form of a web session carries, so that no other site can send it. */
export const formTokenOf = (cookie: string): string => createHmac('sha256', cookie).update('form').digest('base64url');
