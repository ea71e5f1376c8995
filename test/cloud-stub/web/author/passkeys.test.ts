// Passkeys on the account and sign-in pages, without a browser.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import { readFields } from '../../../../wire/json-fields.ts';
import { author, person, publish, siteWorld, type Person, type SiteWorld } from '../../../support/store/site-world.ts';
import { createAuthenticator, type SoftAuthenticator } from '../../../support/store/soft-authenticator.ts';

const LOCALHOST = { host_name: 'localhost' } as const;
const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** Returns the creation options of a passkey on the account page. */
async function creationOptions(ann: Person, current = ANN.password): Promise<string> {
  await ann.open('/account');
  const { text } = await ann.fill('/account/passkey', { current });
  return unescaped(/data-passkey="add"[^>]*data-options="([^"]*)"/.exec(text)?.[1] ?? '');
}

async function addPasskey({ origin }: SiteWorld, ann: Person, passkey_name = 'My phone'): Promise<SoftAuthenticator> {
  const authenticator = createAuthenticator(origin);
  const response = authenticator.make(await creationOptions(ann));
  await ann.fill('/account/add-passkey', { response, passkey_name });
  return authenticator;
}

/** Signs in by passkey on a sign-in page. */
async function signIn(someone: Person, authenticator: SoftAuthenticator): Promise<Person> {
  const { text } = await someone.submit('passkey-options', {});
  await someone.submit('passkey', { response: authenticator.sign(text) });
  return someone;
}

test('[C119] an author adds a passkey, signs in with it, and removes it', async (t) => {
  const world = await siteWorld(t, LOCALHOST);
  const ann = await author(world);
  const authenticator = await addPasskey(world, ann);
  t.is(ann.shown().url.search, '?said=passkey');
  t.regex(ann.shown().text, />My phone<\/td>[^]*?>never<\/td>/);
  const elsewhere = person(world.origin);
  await elsewhere.open('/own');
  await signIn(elsewhere, authenticator);
  t.is(elsewhere.shown().url.pathname, '/own');
  await elsewhere.open('/account');
  t.notRegex(elsewhere.shown().text, />never<\/td>/);
  const id = /remove-passkey"[^]*?name="id" value="([\w-]+)"/.exec(elsewhere.shown().text)?.[1] ?? '';
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  await bob.open('/account');
  await bob.fill('/account/remove-passkey', { id });
  t.is(world.identity.passkeys.list(world.identity.accounts.accountOf(ANN.email)?.sub ?? '').length, 1);
  await ann.open('/account');
  await ann.fill('/account/remove-passkey', { id });
  t.is(ann.shown().url.search, '?said=passkey-removed');
  const again = person(world.origin);
  await again.open('/own');
  await signIn(again, authenticator);
  t.is(again.shown().problem, 'This passkey was not accepted. Try again or use your password.');
});

test('[C119] adding a passkey needs the password and a form of the page', async (t) => {
  const world = await siteWorld(t, LOCALHOST);
  const ann = await author(world);
  t.is(await creationOptions(ann, 'wrong'), '');
  t.is(ann.shown().problem, 'Wrong password.');
  const response = createAuthenticator(world.origin).make(await creationOptions(ann));
  t.is((await ann.send('/account/add-passkey', { response, passkey_name: '' })).status, 403);
  t.is((await ann.send('/account/passkey', { current: ANN.password })).status, 403);
});

test('[C119] a challenge is valid only on the page that requested it', async (t) => {
  const world = await siteWorld(t, LOCALHOST);
  const authenticator = await addPasskey(world, await author(world));
  const [one, other] = [person(world.origin), person(world.origin)];
  for (const someone of [one, other]) await someone.open('/own');
  const { text } = await one.submit('passkey-options', {});
  await other.submit('passkey-options', {});
  await other.submit('passkey', { response: authenticator.sign(text) });
  t.regex(other.shown().problem ?? '', /This passkey was not accepted/);
  await signIn(one, authenticator);
  t.is(one.shown().url.pathname, '/own');
});

test('[C119] a sign-in page allows only the passkey script', async (t) => {
  const { origin } = await siteWorld(t, LOCALHOST);
  const ann = person(origin);
  const { headers, text } = await ann.open('/own');
  t.is(
    headers.get('content-security-policy'),
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
      `form-action 'self' ${origin}; base-uri 'none'; frame-ancestors 'none'`,
  );
  t.deepEqual(text.match(/<script[^>]*>/g), ['<script type="module" src="/site/passkeys.js">']);
  const { headers: without } = await ann.open(`${ann.shown().url.href}/sign-up`);
  t.notRegex(without.get('content-security-policy') ?? '', /script|connect/);
});

test('[C119] support signs in with an authenticator code, never with an author passkey', async (t) => {
  const world = await siteWorld(t, LOCALHOST);
  const authenticator = await addPasskey(world, await author(world));
  const sam = person(world.origin);
  const { text } = await sam.open('/support');
  t.notRegex(text, /passkey/);
  const answer = await sam.submit('passkey-options', {});
  t.is(readFields(answer.text), null);
  const options = await world.identity.passkeys.beginSignIn(
    /interaction\/([^/]+)/.exec(answer.url.pathname)?.[1] ?? '',
  );
  await sam.submit('passkey', { response: authenticator.sign(options) });
  t.regex(sam.shown().text, /Sign in to support/);
});

test('[C119] explains why there are no passkeys at an IP address, and all else works', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const { text } = await ann.open('/account');
  t.regex(unescaped(text), /tapin cloud serve --public-url http:\/\/localhost:\d+ and open that address/);
  t.notRegex(text, /<script|data-passkey/);
  t.regex(
    (await ann.fill('/account/passkey', { current: ANN.password })).problem ?? '',
    /do not support passkeys on 127/,
  );
  t.regex(await publish(ann), /^\w{5}$/);
  const elsewhere = person(world.origin);
  const page = await elsewhere.open('/own');
  t.notRegex(page.text, /passkey/);
  t.notRegex(page.headers.get('content-security-policy') ?? '', /script|connect/);
  await elsewhere.submit('sign-in', { ...ANN });
  t.is(elsewhere.shown().url.pathname, '/own');
});

test('[C119] an export names the passkeys, without their keys', async (t) => {
  const world = await siteWorld(t, LOCALHOST);
  const ann = await author(world);
  const { id } = await addPasskey(world, ann);
  const { text } = await ann.open('/own/export');
  t.like(readFields(text), { passkeys: [{ name: 'My phone', used_s: null }] });
  t.false(text.includes(id) || text.includes('public_key'));
});
