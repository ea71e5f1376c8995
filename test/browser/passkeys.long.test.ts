// Passkeys in a real browser, with the built-in authenticator of the browser (virtual authenticator of WebDriver, over
// the DevTools protocol).

import type { Page } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { ANN } from '../support/store/identity-world.ts';
import { sitePage } from '../support/store/site-page.ts';
import { author, siteWorld, type SiteWorld } from '../support/store/site-world.ts';

interface Authenticator {
  /** Sets whether the authenticator can verify its user. */
  setVerified(is_verified: boolean): Promise<void>;
}

async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}

/** Signs in with the password and opens the account page. */
async function toAccount(page: Page, { origin }: SiteWorld): Promise<void> {
  await page.getByLabel('E-mail address').fill(ANN.email);
  await page.getByLabel('Password', { exact: true }).fill(ANN.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'My extensions' }).waitFor();
  await page.goto(`${origin}/account`);
}

async function addPasskey(page: Page, name: string): Promise<void> {
  const form = page.locator('form[action="/account/passkey"]');
  await form.getByLabel('Your password').fill(ANN.password);
  await form.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.locator('#passkey_name:focus').fill(name);
  await page.getByRole('button', { name: 'Create passkey' }).press('Enter');
}

const signOut = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign out', exact: true }).click();

async function signIn(page: Page, { origin }: SiteWorld): Promise<void> {
  await page.goto(`${origin}/account`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
}

browserTest(
  '[C119] an author adds a passkey, signs in with it, removes it, and can no longer sign in with it',
  async (t) => {
    const world = await siteWorld(t, { host_name: 'localhost' });
    await author(world);
    const { page, complaints } = await sitePage(t, `${world.origin}/own`);
    await addAuthenticator(page);
    await toAccount(page, world);
    await addPasskey(page, 'My laptop');
    await page.getByText('Passkey added').waitFor();
    await page.getByRole('cell', { name: 'My laptop', exact: true }).waitFor();
    await addPasskey(page, 'My laptop again');
    await page.getByText('This device already has a passkey for your account.').waitFor();
    await page.goto(`${world.origin}/account`);
    await signOut(page);
    await signIn(page, world);
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    t.is(await page.getByText('You are signed in as').textContent(), 'You are signed in as Ann Miller.');
    t.is(await page.getByRole('cell', { name: 'never', exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Remove My laptop' }).press('Enter');
    await page.getByText('Passkey removed').waitFor();
    await signOut(page);
    await signIn(page, world);
    await page.getByText('This passkey was not accepted. Try again or use your password.').waitFor();
    t.deepEqual(complaints, []);
  },
);

browserTest('[C119] reports a failed passkey sign-in, and allows another attempt', async (t) => {
  const world = await siteWorld(t, { host_name: 'localhost' });
  await author(world);
  const { page, complaints } = await sitePage(t, `${world.origin}/own`);
  const authenticator = await addAuthenticator(page);
  await toAccount(page, world);
  await addPasskey(page, '');
  await page.getByText('Passkey added').waitFor();
  await signOut(page);
  await authenticator.setVerified(false);
  await signIn(page, world);
  await page.getByText('No passkey received. Try again.').waitFor();
  await authenticator.setVerified(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[C119] without JavaScript no page offers a passkey, and the account page says why', async (t) => {
  const world = await siteWorld(t, { host_name: 'localhost' });
  await author(world);
  const { page } = await sitePage(t, `${world.origin}/own`, { javaScriptEnabled: false });
  t.false(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible());
  await toAccount(page, world);
  t.true(await page.getByText('This browser does not support passkeys or has JavaScript turned off.').isVisible());
  t.false(await page.getByRole('button', { name: 'Add a passkey' }).isVisible());
});

for (const { colorScheme, width } of LOOKS)
  browserTest(`[C119] the passkey pages pass the accessibility checks: ${colorScheme}, ${width} px`, async (t) => {
    const world = await siteWorld(t, { host_name: 'localhost' });
    await author(world);
    const viewport = { width, height: 720 };
    const { page } = await sitePage(t, `${world.origin}/own`, { colorScheme, viewport });
    const checkPage = async (name: string): Promise<void> => {
      t.deepEqual(await axeComplaints(page), [], name);
      t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
      const folder = process.env['TAPIN_PICTURES'];
      const path = `${folder}/passkeys-${name}-${colorScheme}-${width}.png`;
      if (folder) await page.screenshot({ path, fullPage: true });
    };
    const authenticator = await addAuthenticator(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await checkPage('sign-in');
    await toAccount(page, world);
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    await checkPage('none');
    await addPasskey(page, 'My laptop');
    await page.getByText('Passkey added').waitFor();
    await checkPage('added');
    await authenticator.setVerified(false);
    await addPasskey(page, 'My phone');
    await page.getByText('try again.').waitFor();
    await checkPage('refused');
    await signOut(page);
    await signIn(page, world);
    await page.getByText('No passkey received. Try again.').waitFor();
    await checkPage('sign-in-refused');
  });
