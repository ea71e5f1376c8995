// Passkeys of authors (C119, WebAuthn): adding one to an account, and signing in with it. A library, loaded on first
// use, verifies the browser's responses.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { characters } from '../../../wire/relay/fields.ts';
import type { Accounts } from '../accounts.ts';
import { authenticatorName } from './authenticator-names.ts';
import { tooOften, type Codes } from '../codes.ts';
import type { Account } from '../database-accounts.ts';
import type { Passkey } from './database-passkeys.ts';
import type { IdentityDatabase } from '../database.ts';
import type { IdentityLimits } from '../limits.ts';
import { passkeyAddedMail } from '../mail/texts.ts';
import { createChallenges, type Challenges } from './passkey-challenges.ts';
import { passkeyPlace } from './passkey-place.ts';

/** A browser's response is JSON. Errors: `bad_value`, `limited`, `too_many`. */
export interface Passkeys {
  /** Returns a sentence that says why browsers cannot create passkeys for this cloud; '' if they can. */
  problem(): string;
  list(owner: string): readonly Passkey[];
  /**
   * Returns the registration options as JSON if the password is correct; `session_hash`: hash of the web session that adds the
   * passkey.
   */
  beginAdding(owner: string, session_hash: string, password: string, address: string): Promise<Result<string>>;
  /** `name`: '' for the name of the authenticator. */
  add(owner: string, session_hash: string, answer: string, name: string): Promise<Result<void>>;
  /** Returns false if the owner has no passkey with this id. */
  remove(owner: string, id: string): boolean;
  /** Returns the authentication options as JSON; `interaction`: id of the sign-in interaction. */
  beginSignIn(interaction: string): Promise<string>;
  signIn(interaction: string, answer: string, address: string): Promise<Result<Account>>;
}

interface PasskeysOptions {
  readonly database: IdentityDatabase;
  readonly limits: IdentityLimits;
  readonly codes: Pick<Codes, 'send'>;
  readonly accounts: Pick<Accounts, 'isOwnPassword'>;
  readonly unix_s: () => number;
  /** Public origin of the cloud. */
  readonly origin: () => string;
}

const PASSKEYS_MAX = 20;
const NAME_CHARS_MAX = 64;
/** COSE ids of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const WRONG = 'This passkey was not accepted. Try again or use your password.';
const TOO_MANY = `You already have ${PASSKEYS_MAX} passkeys. Remove one first.`;
const NOT_ADDED = 'The passkey was not added. Start again.';

const credential = { id: v.string(), rawId: v.string(), type: v.literal('public-key') };
const clientExtensionResults = v.object({});
const MADE = v.object({
  ...credential,
  clientExtensionResults,
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.optional(v.array(v.pipe(v.string(), v.maxLength(32))), []),
  }),
});
const SIGNED = v.object({
  ...credential,
  clientExtensionResults,
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.string(),
  }),
});

export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { database, unix_s, origin } = options;
  const challenges = createChallenges(unix_s);
  return {
    ...adding(options, challenges),
    ...signingIn(options, challenges),
    problem: () => passkeyPlace(origin()).problem,
    list: (owner) => database.passkeys(owner),
    remove: (owner, id) => database.removePasskey(owner, id),
  };
}

function adding(
  { database, codes, accounts, unix_s, origin }: PasskeysOptions,
  challenges: Challenges,
): Pick<Passkeys, 'beginAdding' | 'add'> {
  const isFull = (owner: string): boolean => database.passkeys(owner).length >= PASSKEYS_MAX;
  return {
    async beginAdding(owner, session_hash, password, address) {
      const proven = await accounts.isOwnPassword(owner, password, address);
      if (!proven.ok) return proven;
      const account = database.account(owner);
      if (!account) return fail('bad_value', 'This account no longer exists.');
      if (isFull(owner)) return fail('too_many', TOO_MANY);
      const { rp_id, problem } = passkeyPlace(origin());
      if (problem !== '') return fail('bad_value', problem);
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const options = await generateRegistrationOptions({
        rpName: 'FooGolf',
        rpID: rp_id,
        userName: account.email,
        userDisplayName: account.name,
        userID: new Uint8Array(Buffer.from(owner)),
        challenge: bytesOf(challenges.make(addingPage(session_hash))),
        excludeCredentials: database.passkeys(owner).map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return ok(JSON.stringify(options));
    },
    async add(owner, session_hash, answer, typed) {
      const challenge = challenges.take(addingPage(session_hash));
      if (challenge === null) return fail('bad_value', 'This page has expired or was already submitted. Start again.');
      const name = typed.trim();
      if (characters(name) > NAME_CHARS_MAX || /[\p{C}\u2028\u2029]/u.test(name))
        return fail(
          'bad_value',
          `A passkey name can have at most ${NAME_CHARS_MAX} characters on one line.`,
          'passkey_name',
        );
      const made = await madeBy(answer, challenge, origin());
      const account = database.account(owner);
      if (!made || !account) return fail('bad_value', NOT_ADDED);
      if (isFull(owner)) return fail('too_many', TOO_MANY);
      const { aaguid, ...kept } = made;
      const passkey = { ...kept, owner, name: name || authenticatorName(aaguid), created_s: unix_s(), used_s: null };
      if (!database.addPasskey(passkey)) return fail('bad_value', NOT_ADDED);
      void codes.send(passkeyAddedMail(account.email, passkey.name, origin()));
      return ok(undefined);
    },
  };
}

function signingIn(
  { database, limits, unix_s, origin }: PasskeysOptions,
  challenges: Challenges,
): Pick<Passkeys, 'beginSignIn' | 'signIn'> {
  /** Returns the account whose passkey signed the challenge, if the signature is valid. */
  const signedBy = async (answer: string, challenge: string | null): Promise<Account | null> => {
    const signed = readJson(SIGNED, answer);
    const passkey = signed && database.passkey(signed.id);
    if (!passkey || challenge === null || textOf(signed.response.userHandle) !== passkey.owner) return null;
    const counter = await counterOf(signed, passkey, challenge, origin());
    // Another request may have removed or used it in the meantime.
    if (counter === null || !database.setPasskeyUsed(passkey.id, passkey.counter, counter, unix_s())) return null;
    return database.account(passkey.owner);
  };
  return {
    async beginSignIn(interaction) {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({
        rpID: passkeyPlace(origin()).rp_id,
        challenge: bytesOf(challenges.make(signInPage(interaction))),
        userVerification: 'required',
      });
      return JSON.stringify(options);
    },
    async signIn(interaction, answer, address) {
      const challenge = challenges.take(signInPage(interaction));
      const wait_s = limits.tryFrom(address);
      if (wait_s !== null) return tooOften(wait_s);
      const account = await signedBy(answer, challenge);
      if (!account) return fail('bad_value', WRONG);
      limits.wasRightFrom(address);
      return ok(account);
    },
  };
}

const addingPage = (session_hash: string): string => `adding ${session_hash}`;
const signInPage = (interaction: string): string => `sign-in ${interaction}`;

/**
 * Returns null unless the response is a new passkey of this origin, created for this challenge with user verification.
 */
async function madeBy(answer: string, expectedChallenge: string, address: string) {
  const response = readJson(MADE, answer);
  if (!response) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { rp_id: expectedRPID, origin: expectedOrigin } = passkeyPlace(address);
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, supportedAlgorithmIDs: ALGORITHMS };
  // Throws on any verification error.
  const verified = await verifyRegistrationResponse({ response, ...expected }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential: made, aaguid } = verified.registrationInfo;
  const { id, publicKey: public_key, counter } = made;
  return { id, public_key, counter, transports: response.response.transports, aaguid };
}

/** Returns the new signature counter; null if the passkey did not sign this challenge for this origin. */
async function counterOf(
  response: v.InferOutput<typeof SIGNED>,
  { id, public_key, counter, transports }: Passkey,
  expectedChallenge: string,
  address: string,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { rp_id: expectedRPID, origin: expectedOrigin } = passkeyPlace(address);
  const known = { id, publicKey: public_key, counter, transports: [...transports] };
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, credential: known };
  const verified = await verifyAuthenticationResponse({ response, ...expected }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** Returns null if the text is not JSON or does not match the schema. */
function readJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : null;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64url, 'base64url'));
const textOf = (base64url: string): string => Buffer.from(base64url, 'base64url').toString();
