// Signing out in a browser: on a page of this cloud, and on request of a client (OpenID Connect RP-Initiated Logout
// 1.0), with an independent client.

import test from 'ava';
import * as client from 'openid-client';
import { ANN, beginSignIn, createVisitor, type Shown } from '../../../support/store/identity-world.ts';
import { author, SAM, siteWorld, supporter, type Person, type SiteWorld } from '../../../support/store/site-world.ts';

const titleOf = ({ text }: Shown): string => /<h1>([^<]*)/.exec(text)?.[1] ?? '';

/** Signs in in this browser as `tapin login` does. */
async function commandLine(origin: string, ann: Person) {
  const { url, config, tokens } = await beginSignIn(origin);
  await ann.open(url);
  const { refresh_token = '' } = await tokens((await ann.submit('consent', {})).url);
  return { renewed: () => client.refreshTokenGrant(config, refresh_token) };
}

/** Signs an author in to the site, and returns a client with an ID token for it. */
async function signedIn(world: SiteWorld) {
  const { origin } = world;
  const ann = await author(world);
  const { url, config, tokens } = await beginSignIn(origin, { redirect_uri: `${origin}/signed-in` }, 'tapin-site');
  // Redeems the code here, because the page that usually does so did not request it.
  const { id_token = '' } = await tokens((await ann.open(url)).url);
  const home = `${origin}/`;
  const state = client.randomState();
  const leave = (params: Readonly<Record<string, string>>) => ann.open(client.buildEndSessionUrl(config, params));
  const press = async (logout: Readonly<Record<string, string>>): Promise<Shown> => {
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(ann.shown().text)?.[1] ?? '';
    return ann.send('/id/session/end/confirm', { xsrf, ...logout });
  };
  return { ann, config, id_token, home, state, leave, press };
}

const isInside = async (person: Person, path = '/own'): Promise<boolean> =>
  (await person.open(path)).url.pathname === path;

test('[C110] the command line stays signed in after its browser signs out', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const { renewed } = await commandLine(world.origin, ann);
  await ann.open('/account');
  await ann.fill('/sign-out', {});
  t.false(await isInside(ann));
  t.is((await renewed()).claims()?.['name'], 'Ann Miller');
});

test('[C110] a client signs a browser out and gets its state back; other sessions stay', async (t) => {
  const world = await siteWorld(t);
  const { ann, config, id_token, home, state, leave, press } = await signedIn(world);
  const { renewed } = await commandLine(world.origin, ann);
  t.is(config.serverMetadata().end_session_endpoint, `${world.origin}/id/session/end`);
  const elsewhere = createVisitor(world.origin);
  await elsewhere.open('/own');
  await elsewhere.submit('sign-in', { ...ANN });
  t.is(titleOf(await leave({ id_token_hint: id_token, post_logout_redirect_uri: home, state })), 'Sign out?');
  t.true(await isInside(ann), 'no confirmation yet');
  await leave({ id_token_hint: id_token, post_logout_redirect_uri: home, state });
  t.is((await press({ logout: 'yes' })).url.href, `${home}?state=${state}`);
  t.false(await isInside(ann));
  t.is(titleOf(await ann.open((await beginSignIn(world.origin)).url)), 'Sign in');
  t.is((await renewed()).claims()?.['name'], 'Ann Miller');
  t.is((await elsewhere.open('/own')).url.pathname, '/own');
});

test('[C110] staying signed in is confirmed and changes nothing', async (t) => {
  const world = await siteWorld(t);
  const { ann, id_token, home, state, leave, press } = await signedIn(world);
  await leave({ id_token_hint: id_token, post_logout_redirect_uri: home, state });
  const stayed = await press({});
  t.deepEqual([stayed.status, titleOf(stayed)], [200, 'You are still signed in']);
  t.true(await isInside(ann));
  t.is((await ann.open('/sign-in')).url.pathname, '/own', 'no password required');
});

test('[C110] a foreign address, an invalid hint or a hint of another client signs out no session', async (t) => {
  const world = await siteWorld(t);
  const { ann, id_token, home, leave } = await signedIn(world);
  const cases: readonly Readonly<Record<string, string>>[] = [
    { id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.example/' },
    { id_token_hint: id_token, post_logout_redirect_uri: `${home}/evil.example` },
    { post_logout_redirect_uri: 'https://evil.example/' },
    { id_token_hint: `${id_token.slice(0, -6)}AAAAAA`, post_logout_redirect_uri: home },
    { id_token_hint: 'nothing', post_logout_redirect_uri: home },
    { id_token_hint: id_token, client_id: 'tapin-cli' },
    { client_id: 'unknown', post_logout_redirect_uri: home },
  ];
  for (const params of cases) {
    const { status, url } = await leave(params);
    t.deepEqual([status, url.pathname], [400, '/id/session/end'], JSON.stringify(params));
  }
  t.true(await isInside(ann));
});

test('[C110] without a session, returns immediately to the client, and to no other address', async (t) => {
  const { origin } = await siteWorld(t);
  const { config } = await beginSignIn(origin, {}, 'tapin-site');
  const someone = createVisitor(origin);
  const leave = (params: Readonly<Record<string, string>>) => someone.open(client.buildEndSessionUrl(config, params));
  for (const has_session of [false, true]) {
    if (has_session) await someone.open('/id/device');
    t.is((await leave({ post_logout_redirect_uri: `${origin}/`, state: 'a b' })).url.href, `${origin}/?state=a+b`);
    t.is((await leave({ post_logout_redirect_uri: `${origin}/` })).url.href, `${origin}/`);
    t.is((await leave({ post_logout_redirect_uri: 'https://evil.example/' })).status, 400);
    t.is(titleOf(await leave({})), 'Signed out');
    t.is(titleOf(await someone.open('/id/session/end?post_logout_redirect_uri=https://evil.example/')), 'Signed out');
  }
});

test('[C110] asks before ending a web session whose provider session was replaced', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  const { ann, home, leave, press } = await signedIn(world);
  await ann.open('/support');
  await ann.submit('support-sign-in', { email: SAM.email, password: SAM.password, otp: sam.otp(1) });
  await ann.fill('/support/sign-out', {});
  t.is(titleOf(await leave({ post_logout_redirect_uri: home })), 'Sign out?');
  await press({});
  t.true(await isInside(ann));
  await leave({ post_logout_redirect_uri: home });
  t.is((await press({ logout: 'yes' })).url.href, home);
  t.false(await isInside(ann));
});

test('[C110] a client may request sign-out by POST from its own page', async (t) => {
  const world = await siteWorld(t);
  const { id_token, home, state } = await signedIn(world);
  const answer = await fetch(`${world.origin}/id/session/end`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: home, state }),
  });
  t.is(answer.status, 303);
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '', world.origin);
  t.is(pathname, '/id/session/end');
  t.deepEqual([...searchParams.values()], [id_token, home, state]);
  t.is((await fetch(`${world.origin}/id/session/end`, { method: 'POST' })).status, 400);
});
