// Two accounts signed in with one browser: the second gets in, and the session of the first stays.

import test from 'ava';
import * as client from 'openid-client';
import type { SignUpForm } from '../../../cloud-stub/accounts/accounts.ts';
import {
  ANN,
  beginSignIn,
  createVisitor,
  identityWorld,
  signUp,
  type Shown,
} from '../../support/store/identity-world.ts';
import { author, SAM, siteWorld, supporter } from '../../support/store/site-world.ts';

const BOB: SignUpForm = { email: 'bob@example.com', name: 'Bob', password: 'a hole in one and a half' };

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

const titleOf = ({ text }: Shown): string => /<h1>([^<]*)/.exec(text)?.[1] ?? '';

test('[C116] an author signs in to support in the same browser and keeps the author session', async (t) => {
  const world = await siteWorld(t);
  const [sam, ann] = [await supporter(world), await author(world)];
  await ann.open('/support');
  const form = { email: SAM.email, password: SAM.password };
  const inside = await ann.submit('support-sign-in', { ...form, otp: sam.otp(1) });
  t.deepEqual([inside.status, inside.url.pathname], [200, '/support']);
  t.regex((await ann.open('/account')).text, /ann@example\.com/);
  t.is((await ann.open('/support')).url.pathname, '/support');
});

test('[C116] a supporter signs in as an author in the same browser and stays signed in to support', async (t) => {
  const world = await siteWorld(t);
  const [sam] = [await supporter(world), await author(world)];
  await sam.open('/support');
  await sam.fill('/support/sign-out', {});
  await sam.open('/support');
  await sam.submit('support-sign-in', { email: SAM.email, password: SAM.password, otp: sam.otp(1) });
  await sam.open('/own');
  const inside = await sam.submit('sign-in', { ...ANN });
  t.deepEqual([inside.status, inside.url.pathname], [200, '/own']);
  t.is((await sam.open('/support')).url.pathname, '/support');
});

test('[C116] an author cannot get into support, signed in or with a password', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/support');
  const again = await ann.submit('sign-in', { ...ANN });
  t.deepEqual([again.status, titleOf(again)], [200, 'Sign in to support']);
  await ann.submit('support-sign-in', { ...ANN, otp: '000000' });
  t.regex(ann.shown().problem ?? '', /Wrong address, password or code/);
  t.false(ann.cookies.has('tapin-support'));
});

test('[C110] a second author signs in by the command line in a browser of the first', async (t) => {
  const world = await identityWorld(t);
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin), BOB);
  const browser = createVisitor(world.origin);
  const first = await beginSignIn(world.origin);
  const { refresh_token = '' } = await first.tokens(await signUp(world, browser, first));
  const second = await beginSignIn(world.origin);
  const page = await browser.open(second.url);
  t.regex(page.text, /signed in as <strong>Ann Miller/);
  const [, other = ''] = /href="([^"]+)">Sign in with another account/.exec(page.text) ?? [];
  t.is(titleOf(await browser.open(other)), 'Sign in');
  t.regex((await browser.submit('sign-in', { ...BOB })).text, /signed in as <strong>Bob</);
  const tokens = await second.tokens((await browser.submit('consent', {})).url);
  t.is(tokens.claims()?.['name'], 'Bob');
  const renewed = await client.refreshTokenGrant(first.config, refresh_token);
  t.is(renewed.claims()?.['name'], 'Ann Miller');
});

test('[C110] two sign-ins started at the same time in one browser both succeed', async (t) => {
  const world = await identityWorld(t);
  for (const user of [ANN, BOB])
    await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin), user);
  const browser = createVisitor(world.origin);
  const page = await browser.open((await beginSignIn(world.origin)).url);
  const late = new Map(browser.cookies);
  await browser.open((await beginSignIn(world.origin)).url);
  await browser.submit('sign-in', { ...ANN });
  for (const name of ['_interaction', '_interaction.sig', '_interaction_resume', '_interaction_resume.sig'])
    browser.cookies.set(name, late.get(name) ?? '');
  const inside = await browser.send(`${page.url.pathname}/sign-in`, { ...BOB });
  t.regex(inside.text, /signed in as <strong>Bob</);
});

test('[C110] a consent page is void once another account has signed in', async (t) => {
  const world = await identityWorld(t);
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin), BOB);
  const browser = createVisitor(world.origin);
  await signUp(world, browser, await beginSignIn(world.origin));
  const page = await browser.open((await beginSignIn(world.origin)).url);
  const late = new Map(browser.cookies);
  await browser.open((await beginSignIn(world.origin)).url);
  await browser.submit('sign-in', { ...BOB });
  for (const name of ['_interaction', '_interaction.sig', '_interaction_resume', '_interaction_resume.sig'])
    browser.cookies.set(name, late.get(name) ?? '');
  const refused = await browser.send(`${page.url.pathname}/consent`, {});
  t.deepEqual([refused.url.origin, refused.status], [world.origin, 400]);
  t.regex((await browser.open((await beginSignIn(world.origin)).url)).text, /signed in as <strong>Bob</);
});

test('[C110] a second author signs in on another machine through a browser of the first', async (t) => {
  const world = await identityWorld(t);
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin), BOB);
  const browser = createVisitor(world.origin);
  const { config } = await beginSignIn(world.origin);
  await signUp(world, browser, await beginSignIn(world.origin));
  const authorization = await client.initiateDeviceAuthorization(config, { scope: 'openid profile' });
  const page = await browser.open('/id/device');
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  await browser.send('/id/device', { xsrf, user_code: authorization.user_code, confirm: 'yes' });
  await browser.submit('sign-in', { ...BOB });
  t.is(titleOf(await browser.submit('consent', {})), 'Signed in');
  const { device_code } = authorization;
  const tokens = await client.genericGrantRequest(config, DEVICE_CODE, { device_code });
  t.is(tokens.claims()?.['name'], 'Bob');
});
