// The account page: each change, what it requires, and what it ends.

import test from 'ava';
import { createAuthorOf } from '../../../../cloud-stub/store/authors.ts';
import { ANN, beginSignIn } from '../../../support/store/identity-world.ts';
import { readFields } from '../../../../wire/json-fields.ts';
import { author, person, publish, siteWorld, supporter, type SiteWorld } from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

const withToken = (world: SiteWorld, token: string, path = '/extensions', method = 'GET', body?: unknown) =>
  fetch(`${world.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const signsIn = async ({ origin }: SiteWorld, credentials: { email: string; password: string }): Promise<boolean> => {
  const someone = person(origin);
  await someone.open('/own');
  await someone.submit('sign-in', { email: credentials.email, password: credentials.password });
  return someone.shown().url.pathname === '/own';
};

test('[C115] a new name appears on later publications', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await publish(ann);
  await ann.open('/account');
  await ann.fill('/account/name', { name: 'FooGolf' });
  t.regex(ann.shown().problem ?? '', /reserved for FooGolf/);
  await ann.fill('/account/name', { name: 'Ann M.' });
  const code = await publish(ann);
  t.is((await fetch(`${world.origin}/e/${code}`)).headers.get('x-extension-author'), 'Ann%20M.');
});

test('[C115] a new password needs the old one and signs out all other sessions', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const elsewhere = person(world.origin);
  await elsewhere.open('/own');
  await elsewhere.submit('sign-in', { ...ANN });
  const password = 'a much longer one';
  await ann.open('/account');
  await ann.fill('/account/password', { current: 'wrong', password });
  t.is(ann.shown().problem, 'Wrong password.');
  await ann.fill('/account/password', { current: ANN.password, password: 'password12' });
  t.regex(ann.shown().problem ?? '', /too common/);
  await ann.fill('/account/password', { current: ANN.password, password });
  t.is(ann.shown().url.search, '?said=password');
  t.regex(world.mails()[0]?.subject ?? '', /FooGolf password was changed/);
  await elsewhere.open('/own');
  t.regex(elsewhere.shown().text, /<h1>Sign in<\/h1>/);
  await ann.open('/own');
  t.is(ann.shown().url.pathname, '/own');
  t.false(await signsIn(world, ANN));
  t.true(await signsIn(world, { ...ANN, password }));
});

test('[C115] five wrong passwords on the account page lock the account too', async (t) => {
  const world = await siteWorld(t, { limited: true });
  const ann = await author(world);
  await ann.open('/account');
  for (let n = 0; n < 5; n++) await ann.fill('/account/password', { current: 'wrong', password: 'a much longer one' });
  await ann.fill('/account/password', { current: ANN.password, password: 'a much longer one' });
  t.regex(ann.shown().problem ?? '', /Try again in 3 min/);
});

test('[C115] a new address needs the password and a mailed code, and the old address is notified', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const email = 'ann@new.example';
  await ann.open('/account');
  await ann.fill('/account/address', { current: 'wrong', email });
  t.is(ann.shown().problem, 'Wrong password.');
  await ann.fill('/account/address', { current: ANN.password, email });
  t.is(world.mails()[0]?.to, email);
  const code = world.code();
  await ann.fill('/account/confirm-address', { email, code: '000000' });
  t.is(ann.shown().problem, 'Wrong code. Check the mail and try again.');
  t.true(await signsIn(world, ANN));
  await ann.fill('/account/confirm-address', { email, code });
  t.is(ann.shown().url.search, '?said=address');
  t.like(world.mails()[0], { to: ANN.email, subject: 'The address of your FooGolf account was changed' });
  const { text = '' } = world.mails()[0] ?? {};
  t.true(text.includes(`set a new password and restore your address at ${world.origin}/account at once`));
  t.true(text.includes(`contact the operator of the cloud at ${world.origin}`));
  t.false(await signsIn(world, ANN));
  t.true(await signsIn(world, { ...ANN, email }));
});

test('[C115] refuses a taken address without revealing it on the page', async (t) => {
  const world = await siteWorld(t);
  const bob = { ...ANN, email: 'bob@example.com', name: 'Bob' };
  await author(world, bob);
  const ann = await author(world);
  await ann.open('/account');
  const free = await ann.fill('/account/address', { current: ANN.password, email: 'free@example.com' });
  await ann.open('/account');
  const taken = await ann.fill('/account/address', { current: ANN.password, email: bob.email });
  const alike = (text: string, email: string): string =>
    text.replaceAll(email, '').replaceAll(/name="form_id" value="[^"]+"/g, '');
  t.is(alike(taken.text, bob.email), alike(free.text, 'free@example.com'));
  t.like(world.mails()[0], { to: bob.email, subject: 'You already have a FooGolf account' });
  await ann.fill('/account/confirm-address', { email: bob.email, code: '123456' });
  t.not(ann.shown().problem, null);
  t.true(await signsIn(world, bob));
});

test('[C115] a named token publishes, is shown once, stored as a hash, and valid until revoked', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/account');
  t.is(
    (await ann.fill('/account/token', { current: 'wrong', token_name: 'CI', days: '30' })).problem,
    'Wrong password.',
  );
  const { text } = await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days: '30' });
  const token = /tapin_[\w-]{43}/.exec(text)?.[0] ?? '';
  const made = await withToken(world, token, '/extensions', 'POST', { text: luaOf(), description: 'By CI.' });
  t.is(made.status, 201);
  t.is(readFields(await made.text())?.['author'], 'Ann Miller');
  await ann.open('/account');
  t.false(ann.shown().text.includes(token));
  t.is((await withToken(world, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status, 401);
  const id = /name="id" value="([\w-]+)"/.exec(ann.shown().text)?.[1] ?? '';
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  await bob.open('/account');
  await bob.fill('/account/revoke', { id });
  t.is((await withToken(world, token)).status, 200, 'another author cannot revoke it');
  await ann.fill('/account/revoke', { id });
  t.is((await withToken(world, token)).status, 401);
});

test('[C115] a token expires after the chosen number of days', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await world.clock.advance(1000); // so that it is not swept at its expiry
  await ann.open('/account');
  const { text } = await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days: '1' });
  const token = /tapin_[\w-]{43}/.exec(text)?.[0] ?? '';
  await world.clock.advance(86_399_000);
  t.is((await withToken(world, token)).status, 200);
  await world.clock.advance(1000);
  t.is((await withToken(world, token)).status, 401);
});

for (const [days, status] of [
  ['0', 400],
  ['1', 200],
  ['366', 200],
  ['367', 400],
  ['1.5', 400],
  ['many', 400],
] as const)
  test(`[C115] answers a token for ${days} days with ${status}`, async (t) => {
    const ann = await author(await siteWorld(t));
    await ann.open('/account');
    t.is((await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days })).status, status);
  });

test('[C115] limits an account to twenty tokens', async (t) => {
  const ann = await author(await siteWorld(t));
  await ann.open('/account');
  for (let n = 0; n < 20; n++)
    t.is((await ann.fill('/account/token', { current: ANN.password, token_name: `${n}`, days: '9' })).status, 200);
  t.regex(
    (await ann.fill('/account/token', { current: ANN.password, token_name: '21', days: '9' })).problem ?? '',
    /already have 20 tokens/,
  );
});

test('[C115] lists a signed-in machine and signs it out', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const sign_in = await beginSignIn(world.origin);
  await ann.open(sign_in.url);
  const { url } = await ann.submit('consent', {});
  const { refresh_token = '' } = await sign_in.tokens(url);
  await ann.open('/account');
  t.regex(ann.shown().text, /tapin command line, last used/);
  const id = /sign-out-place"[^]*?name="id" value="([\w-]+)"/.exec(ann.shown().text)?.[1] ?? '';
  await ann.fill('/account/sign-out-place', { id });
  t.is(ann.shown().url.search, '?said=place');
  const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'tapin-cli', refresh_token });
  t.is((await fetch(`${world.origin}/id/token`, { method: 'POST', body })).status, 400);
});

test('[C115] an export has the account, its token names, and every version with its script', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  await ann.open('/account');
  await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days: '30' });
  await ann.open('/own/export');
  t.regex(ann.shown().headers.get('content-disposition') ?? '', /attachment/);
  t.like(readFields(ann.shown().text), {
    account: { email: ANN.email, name: ANN.name },
    tokens: [{ name: 'CI' }],
    extensions: [{ id: code, versions: [{ version: 1, text: luaOf({ name: 'Ladder' }), notes: 'The first one.' }] }],
  });
  t.notRegex(ann.shown().text, /argon2|password|"hash"/);
});

test('[C115] a deleted account leaves nothing, and FooGolf gets its extensions, so devices keep them', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann);
  await ann.open('/account');
  const { text } = await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days: '30' });
  const token = /tapin_[\w-]{43}/.exec(text)?.[0] ?? '';
  await ann.fill('/account/delete', { extensions: 'give', current: 'wrong' });
  t.is(ann.shown().problem, 'Wrong password.');
  await ann.fill('/account/delete', { extensions: 'give', current: ANN.password });
  t.is(ann.shown().url.pathname, '/account/deleted');
  t.false(await signsIn(world, ANN));
  t.is((await withToken(world, token)).status, 401);
  t.is((await fetch(`${world.origin}/e/${code}`)).status, 200);
  t.like(world.store.view(code), { ok: true, value: { extension: { owner: 'foogolf' } } });
});

test('[C115] a deletion may include the extensions, except defaults', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const [gone, stays] = [await publish(ann, { name: 'Gone' }), await publish(ann, { name: 'Stays' })];
  const sam = await supporter(world);
  await sam.open(`/support/extension/${stays}`);
  await sam.fill(`/support/extension/${stays}`, { action: 'default', version: '1' });
  await ann.open('/account');
  await ann.fill('/account/delete', { extensions: 'remove', current: ANN.password });
  t.is((await fetch(`${world.origin}/e/${gone}`)).status, 410);
  t.is((await fetch(`${world.origin}/e/${stays}`)).status, 200);
  t.like(world.store.view(stays), { ok: true, value: { extension: { owner: 'foogolf' } } });
});

test('[C115] rejects a signed token once its account is deleted', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const sign_in = await beginSignIn(world.origin);
  await ann.open(sign_in.url);
  const { url } = await ann.submit('consent', {});
  const { access_token } = await sign_in.tokens(url);
  const authorOf = createAuthorOf(
    () => [world.identity.issuer()],
    () => world.clock.unix_s(),
  );
  t.true((await authorOf(access_token)).ok);
  await ann.open('/account');
  await ann.fill('/account/delete', { extensions: 'give', current: ANN.password });
  t.like(await authorOf(access_token), {
    ok: false,
    error: { message: 'The account of this token no longer exists.' },
  });
});
