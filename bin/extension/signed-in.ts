// Signs in and out at a cloud, and provides the author token for publishing.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { changeCredential, readCredential, type Credential } from './credentials.ts';
import { openBrowser } from '../process/open-browser.ts';
import { exitWith, printMessage } from '../process/process.ts';
import { visibleJson } from '../../wire/visible.ts';

export interface SignedInOptions {
  readonly cloud: string;
}

const TOKEN_VARIABLE = 'TAPIN_TOKEN';

export async function login({ cloud, device = false }: SignedInOptions & { readonly device?: boolean }): Promise<void> {
  const { signIn, signInByCode } = await import('./cloud-sign-in.ts');
  const signed_in = await (device
    ? signInByCode(cloud, (address, code) => printMessage(`Sign in at ${address} with the code ${code}`))
    : signIn(cloud, (address) => {
        printMessage(`Sign in at ${address}`);
        void openBrowser(address);
      }));
  if (!signed_in.ok) exitWith(signed_in.error);
  const kept = await changeCredential(cloud, async () => signed_in);
  if (!kept.ok) exitWith(kept.error);
  const { name, email } = signed_in.value;
  process.stdout.write(`Signed in at ${cloud} as ${name} <${email}>.\n`);
}

export async function logout({ cloud }: SignedInOptions): Promise<void> {
  const { revoke } = await import('./cloud-sign-in.ts');
  const forgotten = await changeCredential(cloud, async (known) => {
    if (!known) return fail('bad_value', `Not signed in at ${cloud}.`);
    const revoked = await revoke(cloud, known);
    if (!revoked.ok) printMessage(`${revoked.error.message} It was removed from this machine.`);
    return ok(null);
  });
  if (!forgotten.ok) exitWith(forgotten.error);
  process.stdout.write(`Signed out of ${cloud}.\n`);
}

export function whoami({ cloud, json = false }: SignedInOptions & { readonly json?: boolean }): void {
  const credential = readCredential(cloud);
  if (!credential.ok) exitWith(credential.error);
  if (!credential.value) exitWith({ code: 'unauthorized', message: notSignedIn(cloud) });
  const { name, email, sub } = credential.value;
  process.stdout.write(json ? `${visibleJson({ cloud, name, email, sub })}\n` : `${name} <${email}>\n`);
}

const notSignedIn = (cloud: string): string =>
  `Not signed in at ${cloud}: run tapin login --cloud ${cloud}, or set ${TOKEN_VARIABLE}.`;

/** Safety margin before expiry, so that a token does not expire in transit. */
const SPARE_S = 30;

/**
 * Returns the author token for a cloud: TAPIN_TOKEN, or the one of `tapin login`. Errors: `unauthorized`, `bad_value`,
 * `http_failed`.
 */
export async function authorToken(cloud: string): Promise<Result<string>> {
  const given = process.env[TOKEN_VARIABLE] ?? '';
  if (given !== '') return ok(given);
  const known = readCredential(cloud);
  if (!known.ok) return known;
  if (!known.value) return fail('unauthorized', notSignedIn(cloud));
  if (isFresh(known.value)) return ok(known.value.access_token);
  const { renewed } = await import('./cloud-sign-in.ts');
  const changed = await changeCredential(cloud, async (now) => {
    // Another process may have renewed it first.
    if (!now || isFresh(now)) return ok(now);
    return renewed(cloud, now);
  });
  if (!changed.ok && changed.error.code === 'unauthorized')
    return fail('unauthorized', `Your sign-in has ended: run tapin login --cloud ${cloud}.`);
  if (!changed.ok) return changed;
  return changed.value ? ok(changed.value.access_token) : fail('unauthorized', notSignedIn(cloud));
}

const isFresh = ({ expires_s }: Credential): boolean => expires_s - SPARE_S > Date.now() / 1000;
