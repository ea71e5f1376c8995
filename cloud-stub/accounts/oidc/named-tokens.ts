// Named, expiring tokens for machines such as CI, which their owner can revoke (C115). Only a hash is stored, so each
// token is shown once.

import { createHash, randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { characters } from '../../../wire/relay/fields.ts';
import type { Author } from '../../store/author.ts';
import type { NamedToken } from '../database-accounts.ts';
import type { IdentityDatabase } from '../database.ts';

/** C115. */
export const TOKEN_DAYS = { min: 1, max: 366, default: 90 } as const;
const TOKENS_MAX = 20;
const NAME_CHARS_MAX = 64;
const DAY_S = 86_400;
/** Resolution of the last use: not every use writes to the database. */
const USED_TO_S = 3600;

/** Distinguishes them from signed tokens, and lets secret scanners find them. */
const PREFIX = 'tapin_';
const FORM = /^tapin_[\w-]{43}$/;

export interface NamedTokens {
  /** Returns the token, which is never shown again. Errors: `bad_value`; `too_many`. */
  create(owner: Author, name: string, days: number): Result<string>;
  list(owner: string): readonly NamedToken[];
  /** Returns false if the owner has no token with this id. */
  revoke(owner: string, id: string): boolean;
  /** Returns the owner; null if the token is invalid. */
  authorOf(token: string): Author | null;
}

export const createNamedTokens = (database: IdentityDatabase, unix_s: () => number): NamedTokens => ({
  create({ owner, label }, typed, days) {
    const name = typed.trim();
    const count = characters(name);
    if (count < 1 || count > NAME_CHARS_MAX || /[\p{C}\u2028\u2029]/u.test(name))
      return fail('bad_value', `A token name must have 1 to ${NAME_CHARS_MAX} characters on one line.`, 'token_name');
    if (!Number.isInteger(days) || days < TOKEN_DAYS.min || days > TOKEN_DAYS.max)
      return fail('bad_value', `A token can be valid for ${TOKEN_DAYS.min} to ${TOKEN_DAYS.max} days.`, 'days');
    const now_s = unix_s();
    if (database.tokens(owner).filter(({ expires_s }) => expires_s > now_s).length >= TOKENS_MAX)
      return fail('too_many', `You already have ${TOKENS_MAX} tokens. Revoke one first.`);
    const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const [hash, id] = [hashOf(token), randomBytes(6).toString('base64url')];
    database.addToken({
      hash,
      id,
      owner,
      label,
      name,
      created_s: now_s,
      expires_s: now_s + days * DAY_S,
      used_s: null,
    });
    return ok(token);
  },
  list: (owner) => database.tokens(owner).filter(({ expires_s }) => expires_s > unix_s()),
  revoke: (owner, id) => database.removeToken(owner, id),
  authorOf(token) {
    const known = FORM.test(token) ? database.token(hashOf(token)) : null;
    const now_s = unix_s();
    if (!known || known.expires_s <= now_s) return null;
    if (now_s - (known.used_s ?? 0) >= USED_TO_S) database.setTokenUsed(known.hash, now_s);
    const account = database.account(known.owner);
    if (!account) return { owner: known.owner, label: known.label };
    return { owner: known.owner, label: account.name, isThere: () => database.account(account.sub) !== null };
  },
});

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
