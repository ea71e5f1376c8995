// Operator commands of a cloud: rotates signing keys, transfers extensions, manages support staff, and manages tokens
// of names without an account (C118).

import * as v from 'valibot';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { sentenceOf, text } from '../wire/relay/fields.ts';
import { AUTHOR_CHARS_MAX } from './store/author.ts';
import type { IdentityService } from './accounts/endpoint.ts';
import { emailKey } from './accounts/form-rules.ts';
import type { Store } from './store/store.ts';

const order = v.variant('do', [
  v.object({ do: v.literal('rotate-keys'), at_once: v.boolean() }),
  v.object({ do: v.literal('transfer'), from: v.string(), to: v.string(), codes: v.array(v.string()) }),
  v.object({ do: v.literal('invite'), email: v.string(), name: v.string(), is_main: v.boolean() }),
  v.object({ do: v.literal('support') }),
  v.object({ do: v.literal('remove-support'), email: v.string() }),
  v.object({
    do: v.literal('make-token'),
    author: text({ min: 1, max: AUTHOR_CHARS_MAX }),
    name: v.string(),
    days: v.number(),
  }),
  v.object({ do: v.literal('tokens'), author: v.string() }),
  v.object({ do: v.literal('revoke-token'), author: v.string(), name: v.string() }),
  v.object({ do: v.literal('copy'), folder: v.string() }),
]);
export type AdminOrder = v.InferOutput<typeof order>;

export interface Administered {
  /** Null if accounts belong to an external issuer, or there are none. */
  readonly identity: IdentityService | null;
  readonly store: Store;
  /** Public origin of the cloud. */
  readonly origin: () => string;
  /** Copies each database into a folder, under its file name. Rejects if that fails. */
  readonly copyTo: (folder: string) => Promise<void>;
}

type WithAccounts = Administered & { readonly identity: IdentityService };

/** Actor in history entries. */
const OPERATOR = 'operator';

/** @returns The response data, as JSON. Errors: `bad_value`, `not_found` and any error of the command. */
export async function administer(deps: Administered, data: unknown): Promise<Result<unknown>> {
  const read = v.safeParse(order, data);
  if (!read.success) return fail('bad_value', sentenceOf(read.issues));
  const given = read.output;
  if (given.do === 'copy') return copy(deps, given.folder);
  const { identity } = deps;
  return identity ? done({ ...deps, identity }, given) : fail('bad_value', 'This cloud has no accounts.');
}

async function copy({ copyTo }: Administered, folder: string): Promise<Result<unknown>> {
  try {
    await copyTo(folder);
    return ok({});
  } catch (thrown) {
    return fail('data_unusable', `The cloud can't write to ${folder}: ${messageOf(thrown)}.`);
  }
}

async function done(deps: WithAccounts, given: Exclude<AdminOrder, { do: 'copy' }>): Promise<Result<unknown>> {
  const { identity } = deps;
  switch (given.do) {
    case 'rotate-keys':
      return ok({ signs_s: identity.rotateKeys(given.at_once) });
    case 'transfer':
      return transfer(deps, given);
    case 'invite': {
      const at = `${deps.origin()}/support/join`;
      const invited = await identity.support.invite(given, at);
      if (invited.ok) deps.store.notePerson('invite', given.email, OPERATOR);
      return invited.ok ? ok({ at, ...(identity.mail_place === 'outbox' ? { code: invited.value } : {}) }) : invited;
    }
    case 'support':
      return ok({ people: peopleOf(identity) });
    case 'remove-support':
      if (!identity.support.remove(given.email)) return fail('not_found', `${given.email} is not a member of support.`);
      deps.store.notePerson('remove', given.email, OPERATOR);
      return ok({});
    case 'make-token': {
      const made = identity.tokens.create({ owner: given.author, label: given.author }, given.name, given.days);
      return made.ok ? ok({ token: made.value }) : made;
    }
    case 'tokens':
      return ok({ tokens: tokensOf(deps, given.author) });
    case 'revoke-token':
      return revokeToken(deps, given);
  }
}

const peopleOf = ({ support }: IdentityService) => [
  ...support.accounts().map(({ email, name, is_main }) => ({ email, name, is_main, joined: true })),
  ...support.invitations().map(({ email, name, is_main }) => ({ email, name, is_main, joined: false })),
];

const tokensOf = ({ identity }: WithAccounts, author: string) =>
  identity.tokens
    .list(ownerOf(identity, author) ?? author)
    .map(({ name, created_s, used_s, expires_s }) => ({ name, created_s, used_s, expires_s }));

function revokeToken({ identity }: WithAccounts, { author, name }: { author: string; name: string }): Result<unknown> {
  const owner = ownerOf(identity, author) ?? author;
  const known = identity.tokens.list(owner).filter((token) => token.name === name);
  for (const { id } of known) identity.tokens.revoke(owner, id);
  return known.length > 0 ? ok({ revoked: known.length }) : fail('not_found', `${author} has no token ${name}.`);
}

function transfer(
  { identity, store }: WithAccounts,
  { from, to, codes }: Extract<AdminOrder, { do: 'transfer' }>,
): Result<unknown> {
  const [giver, taker] = [ownerOf(identity, from), ownerOf(identity, to)];
  if (giver === null) return fail('not_found', `No account has the address ${from}.`);
  if (taker === null) return fail('not_found', `No account has the address ${to}.`);
  const given = store.transfer(giver, taker, codes.length === 0 ? null : codes, OPERATOR);
  return given.length > 0 ? ok({ codes: given }) : fail('not_found', `${from} has no such extension.`);
}

/**
 * Returns the account with this address, or a token's author name unchanged. Null for an address without an account.
 */
function ownerOf({ accounts }: IdentityService, identifier: string): string | null {
  if (!identifier.includes('@')) return identifier;
  return accounts.accountOf(emailKey(identifier))?.sub ?? null;
}
