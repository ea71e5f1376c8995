// Sign-up and sign-in in a real browser: using only the keyboard, in light and dark, on a small phone and a wide
// screen.

import { createServer } from 'node:http';
import { once } from 'node:events';
import { type ExecutionContext } from 'ava';
import * as client from 'openid-client';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { ANN, beginSignIn, identityWorld } from '../support/store/identity-world.ts';
import { portOf } from '../support/process/port-of.ts';
import { author, SAM, siteWorld, supporter } from '../support/store/site-world.ts';

/** Starts a local client and records the callback of the browser. */
async function comeBack(t: ExecutionContext) {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const server = createServer(({ url = '' }, response) => {
    response.end('You are signed in.');
    if (url.startsWith('/callback')) resolve(new URL(url, redirect));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const redirect = `http://127.0.0.1:${portOf(server)}/callback`;
  return { redirect_uri: redirect, came: promise };
}

browserTest('[C110] an author signs up by keyboard alone, and the browser returns to the client', async (t) => {
  const world = await identityWorld(t);
  const { redirect_uri, came } = await comeBack(t);
  const sign_in = await beginSignIn(world.origin, { redirect_uri });
  const page = await browser().newPage({ colorScheme: 'dark' });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(sign_in.url.href);
  const type = async (...fields: readonly string[]): Promise<void> => {
    for (const field of fields) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(field);
    }
    await page.keyboard.press('Enter');
  };
  await page.getByRole('link', { name: 'Create an account' }).press('Enter');
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await type(ANN.email, ANN.name, ANN.password);
  await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
  await type('000000');
  t.is(await page.getByRole('alert').textContent(), 'Wrong code. Check the mail and try again.');
  await type(world.code());
  await page.getByRole('heading', { name: 'Allow this?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const tokens = await sign_in.tokens(await came);
  t.is(tokens.claims()?.['name'], 'Ann Miller');
  t.deepEqual(complaints, []);
  await page.close();
});

browserTest(
  '[C116] an author signs in to support in the same browser, stays signed in, and signs out of both',
  async (t) => {
    const world = await siteWorld(t);
    const [sam, ann] = [await supporter(world), await author(world)];
    const page = await browser().newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.context().addCookies([...ann.cookies].map(([name, value]) => ({ name, value, url: world.origin })));
    await page.goto(`${world.origin}/support`);
    await page.getByLabel('E-mail address').fill(SAM.email);
    await page.getByLabel('Password').fill(SAM.password);
    await page.getByLabel('Authenticator code').fill(sam.otp(1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${world.origin}/support`);
    await page.goto(`${world.origin}/own`);
    t.is(page.url(), `${world.origin}/own`);
    const leave = new URL('/id/session/end?client_id=tapin-site&state=x', world.origin);
    leave.searchParams.set('post_logout_redirect_uri', `${world.origin}/`);
    await page.goto(leave.href);
    t.deepEqual(await axeComplaints(page), []);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('heading', { name: 'You are still signed in' }).waitFor();
    await page.goto(leave.href);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${world.origin}/?state=x`);
    await page.goto(`${world.origin}/own`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    t.deepEqual(complaints, []);
    await page.close();
  },
);

for (const { colorScheme, width } of LOOKS)
  browserTest(`[C110] the sign-in pages pass the accessibility checks: ${colorScheme}, ${width} px`, async (t) => {
    const world = await identityWorld(t);
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 720 } });
    const checkPage = async (name: string): Promise<void> => {
      t.deepEqual(await axeComplaints(page), [], name);
      t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
      const folder = process.env['TAPIN_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    };
    await page.goto((await beginSignIn(world.origin)).url.href);
    await checkPage('sign-in');
    const at = page.url();
    await page.getByLabel('E-mail address').fill(ANN.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await checkPage('wrong-password');
    for (const [path, name] of [
      ['/sign-up', 'sign-up'],
      ['/forgot', 'forgot'],
    ] as const) {
      await page.goto(`${at}${path}`);
      await checkPage(name);
    }
    await page.getByLabel('E-mail address').fill(ANN.email);
    await page.getByRole('button').click();
    await page.getByLabel('New password').waitFor();
    await checkPage('reset');
    await page.goto(`${at}/sign-up`);
    await page.getByLabel('E-mail address').fill(ANN.email);
    await page.getByLabel('Name').fill(ANN.name);
    await page.getByLabel('Password').fill(ANN.password);
    await page.getByRole('button').click();
    await checkPage('confirm');
    await page.getByLabel('Code').fill(world.code());
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await checkPage('consent');
    const { config } = await beginSignIn(world.origin);
    const { user_code } = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    await page.goto(`${world.origin}/id/device`);
    await checkPage('device');
    await page.getByLabel('Code').fill(user_code);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Is this your machine?' }).waitFor();
    await checkPage('device-confirm');
    await page.goto(`${world.origin}/id/outbox`);
    await checkPage('outbox');
    await page.close();
  });
