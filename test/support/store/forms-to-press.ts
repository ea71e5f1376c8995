// Every form of the cloud, filled in in a real browser, with the expected result of one press of its button.

import { createServer } from 'node:http';
import { once } from 'node:events';
import type { ExecutionContext } from 'ava';
import * as client from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { ANN, beginSignIn } from './identity-world.ts';
import { portOf } from '../process/port-of.ts';
import { author, publish, SAM, siteWorld, supporter, type Person, type SiteWorld } from './site-world.ts';
import { luaOf } from './store-world.ts';

interface Scene {
  readonly world: SiteWorld;
  readonly page: Page;
  /** Signs in an author with a new account in the browser. */
  author(): Promise<Person>;
  /** Creates an author account without signing in, and returns its email address. */
  account(): Promise<string>;
  /** Signs in a member of support in the browser. */
  support(): Promise<Person>;
  type(fields: Readonly<Record<string, string>>, form?: string): Promise<void>;
  /** Opens a path of the cloud. */
  open(path: string): Promise<void>;
  /** Address of a local client that the browser is redirected to. */
  readonly redirect_uri: string;
}

export interface Pressed {
  readonly button: Locator;
  /** Text shown at the end. */
  readonly shows: string | RegExp;
  /** Counts the effects of the form; must return one. */
  readonly done?: () => number | Promise<number>;
}

type FormToPress = readonly [form: string, show: (scene: Scene) => Promise<Pressed>];

const button = ({ page }: Scene, name: string): Locator => page.getByRole('button', { name, exact: true });
/**
 * Counts mails to an address from now on; the outbox keeps the newest 20. The newest author's is
 * `ann<number>@example.com`.
 */
function mailsTo({ world }: Scene, address: RegExp): () => number {
  const before = new Set(world.mails());
  return () => world.mails().filter((mail) => !before.has(mail) && address.test(mail.to)).length;
}
/** Returns a function that counts the increase from now on. */
async function more(count: () => number | Promise<number>): Promise<() => Promise<number>> {
  const before = await count();
  return async () => (await count()) - before;
}

const signInRows: readonly FormToPress[] = [
  [
    'sign-up',
    async (scene) => {
      await scene.open('/own');
      await scene.page.getByRole('link', { name: 'Create an account' }).click();
      await scene.type({ email: 'new@example.com', name: 'New', password: ANN.password });
      return {
        button: button(scene, 'Send me a code'),
        shows: 'Confirm your address',
        done: mailsTo(scene, /^new@/),
      };
    },
  ],
  [
    'confirm',
    async (scene) => {
      await scene.type({ code: scene.world.code() });
      return { button: button(scene, 'Create my account'), shows: 'My extensions' };
    },
  ],
  [
    'sign-in',
    async (scene) => {
      const email = await scene.account();
      await scene.open('/own');
      await scene.type({ email, password: ANN.password });
      return { button: button(scene, 'Sign in'), shows: 'My extensions' };
    },
  ],
  [
    'a wrong password',
    async (scene) => {
      const email = await scene.account();
      await scene.open('/own');
      await scene.type({ email, password: 'not this one' });
      return { button: button(scene, 'Sign in'), shows: /Wrong address or password/ };
    },
  ],
  [
    'forgot',
    async (scene) => {
      const email = await scene.account();
      await scene.open('/own');
      await scene.page.getByRole('link', { name: 'Forgot your password?' }).click();
      await scene.type({ email });
      const done = mailsTo(scene, new RegExp(`^${email}$`));
      return { button: button(scene, 'Send me a code'), shows: 'Set a new password', done };
    },
  ],
  [
    'reset',
    async (scene) => {
      await scene.type({ code: scene.world.code(), password: 'another row of putts' });
      return { button: button(scene, 'Set password and sign in'), shows: 'My extensions' };
    },
  ],
  [
    'consent',
    async (scene) => {
      await scene.author();
      const { url } = await beginSignIn(scene.world.origin, { redirect_uri: scene.redirect_uri });
      await scene.page.goto(url.href);
      return { button: button(scene, 'Allow'), shows: 'The browser is back' };
    },
  ],
  [
    'cancel',
    async (scene) => {
      await scene.author();
      const { url } = await beginSignIn(scene.world.origin, { redirect_uri: scene.redirect_uri });
      await scene.page.goto(url.href);
      return { button: button(scene, 'Cancel'), shows: 'The browser is back' };
    },
  ],
  [
    'device: the code',
    async (scene) => {
      const { config } = await beginSignIn(scene.world.origin, { redirect_uri: scene.redirect_uri });
      const { user_code } = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
      await scene.author();
      await scene.open('/id/device');
      await scene.type({ user_code });
      return { button: button(scene, 'Continue'), shows: 'Is this your machine?' };
    },
  ],
  [
    'device: the machine',
    async (scene) => ({ button: button(scene, 'Yes, continue'), shows: /^(Allow this\?|Signed in)$/ }),
  ],
  [
    'session/end/confirm',
    async (scene) => {
      await scene.author();
      await scene.open('/id/session/end?client_id=tapin-site');
      return { button: button(scene, 'Sign out'), shows: 'Signed out' };
    },
  ],
  [
    'support-sign-in',
    async (scene) => {
      const sam = await supporter(scene.world, { ...SAM, email: `sam${Math.random()}@example.com` });
      await scene.page.context().clearCookies();
      await scene.open('/support');
      await scene.world.clock.advance(60_000);
      const email = scene.world.identity.support.accounts().at(-1)?.email ?? '';
      await scene.type({ email, password: SAM.password, otp: sam.otp() });
      return { button: button(scene, 'Sign in'), shows: /^You are signed in as/ };
    },
  ],
];

/** Opens the account page and fills in one of its forms. */
const account =
  (form: string, fields: Readonly<Record<string, string>>, name: string, shows: string | RegExp): FormToPress[1] =>
  async (scene) => {
    await scene.author();
    await scene.open('/account');
    if (form === 'delete') await scene.page.getByText('Delete the account').click();
    await scene.type(fields, `form[action="/account/${form}"]`);
    return { button: scene.page.locator(`form[action="/account/${form}"]`).getByRole('button', { name }), shows };
  };

/** Opens the page of the author's own extension. */
const extension =
  (
    name: string | RegExp,
    shows: string | RegExp,
    to = '',
    before?: (scene: Scene, ann: Person, code: string) => Promise<void>,
  ): FormToPress[1] =>
  async (scene) => {
    const ann = await scene.author();
    const code = await publish(ann);
    await before?.(scene, ann, code);
    await scene.open(`/own/${code}${to}`);
    if (name === 'Delete') await scene.page.getByText('Delete extension', { exact: true }).click();
    return { button: scene.page.getByRole('button', { name }), shows };
  };

const current = ANN.password;
const siteRows: readonly FormToPress[] = [
  [
    'new',
    async (scene) => {
      await scene.author();
      await scene.open('/own/new');
      await scene.page.locator('.cm-content').waitFor();
      await scene.type({ description: 'Putts of three feet.' });
      const done = await more(() => scene.world.store.counts().extensions);
      return { button: button(scene, 'Publish'), shows: /^Extension published/, done };
    },
  ],
  ['edit', extension('Publish', 'New version published.', '/edit')],
  [
    'changes',
    extension('Publish this version again', 'New version published.', '/changes?v=1', async (_scene, ann, code) => {
      await ann.open(`/own/${code}/edit`);
      await ann.fill(`/own/${code}/edit`, { text: luaOf({ name: 'Other' }), description: 'x', notes: '' });
    }),
  ],
  ['request', extension('Request a listing', /^Support will review it/)],
  [
    'withdraw',
    extension('Withdraw the request', 'The extension is not listed.', '', async (_scene, ann, code) => {
      await ann.open(`/own/${code}`);
      await ann.fill(`/own/${code}/request`, {});
    }),
  ],
  [
    'release',
    extension(/^Release version 2/, /^Devices get the newest version/, '', async ({ world }, ann, code) => {
      await ann.open(`/own/${code}`);
      await ann.fill(`/own/${code}/request`, {});
      const sam = await supporter(world, { ...SAM, email: 'releases@example.com' });
      const page = `/support/extension/${code}`;
      await sam.open(page);
      await sam.fill(page, { action: 'approve', version: '1' });
      await sam.fill(page, { action: 'unlist', version: '1', reason: 'Not now.' });
      await ann.fill(`/own/${code}/edit`, { text: luaOf({ name: 'Ladder 2' }), description: 'x', notes: '' });
    }),
  ],
  ['delete an extension', extension('Delete', /^Extension deleted\. Its code/)],
  [
    'sign-out',
    async (scene) => {
      await scene.author();
      await scene.open('/account');
      return { button: button(scene, 'Sign out'), shows: 'You are signed out' };
    },
  ],
  ['name', account('name', { name: 'Ann Other' }, 'Change name', 'Name changed.')],
  [
    'password',
    async (scene) => {
      const pressed = await account(
        'password',
        { current, password: 'another row of putts' },
        'Change',
        /^Password changed/,
      )(scene);
      return { ...pressed, done: mailsTo(scene, /^ann/) };
    },
  ],
  [
    'a password that is refused',
    account('password', { current: 'not this one', password: 'x' }, 'Change', 'Wrong password.'),
  ],
  ['address', account('address', { email: 'other@example.com', current }, 'Send', 'Confirm the new address')],
  [
    'confirm-address',
    async (scene) => {
      await scene.type({ code: scene.world.code() }, 'form[action="/account/confirm-address"]');
      return { button: button(scene, 'Change address'), shows: 'Address changed.' };
    },
  ],
  ['token', account('token', { token_name: 'ci', current }, 'Create', /^Copy it now/)],
  [
    'revoke',
    async (scene) => {
      await scene.open('/account');
      return { button: button(scene, 'Revoke ci'), shows: 'Token revoked.' };
    },
  ],
  ['sign-out-everywhere', account('sign-out-everywhere', {}, 'Sign out', 'You are signed out everywhere else.')],
  ['delete the account', account('delete', { current }, 'Delete', 'Account deleted')],
];

const supportRows: readonly FormToPress[] = [
  [
    'decide',
    async (scene) => {
      const ann = await author(scene.world, { ...ANN, email: 'decided@example.com' });
      const code = await publish(ann);
      await scene.support();
      await scene.open(`/support/extension/${code}`);
      await scene.page.getByLabel(/^Put on every device/).check();
      return { button: scene.page.locator('button:visible', { hasText: 'Decide' }), shows: /^Done\./ };
    },
  ],
  [
    'comment',
    async (scene) => {
      await scene.type({ comment: 'Asks for much.' });
      return {
        button: button(scene, 'Comment'),
        shows: /^Done\./,
        done: () => scene.page.getByRole('cell', { name: 'Asks for much.' }).count(),
      };
    },
  ],
  [
    'people: invite',
    async (scene) => {
      await scene.support();
      await scene.open('/support/people');
      await scene.type({ email: 'bea@example.com', name: 'Bea' });
      return {
        button: button(scene, 'Send an invitation'),
        shows: /^(Invitation sent|This cloud sends no mail)/,
        done: mailsTo(scene, /^bea@/),
      };
    },
  ],
  [
    'people: remove',
    async (scene) => {
      await scene.page.locator('summary').last().click();
      return { button: button(scene, 'Remove bea@example.com now'), shows: /^This address no longer has/ };
    },
  ],
  [
    'support sign-out',
    async (scene) => {
      await scene.support();
      await scene.open('/support');
      return { button: button(scene, 'Sign out'), shows: 'You are signed out' };
    },
  ],
  [
    'join: the code',
    async (scene) => {
      const cy = { email: 'cy@example.com', name: 'Cy', is_main: false };
      const invited = await scene.world.identity.support.invite(cy, 'x');
      await scene.page.context().clearCookies();
      await scene.open('/support/join');
      await scene.type({ email: cy.email, code: invited.ok ? invited.value : '' });
      return { button: button(scene, 'Continue'), shows: '2. Account' };
    },
  ],
  [
    'join: the account',
    async (scene) => {
      const secret = Secret.fromBase32(((await scene.page.locator('code').textContent()) ?? '').replaceAll(' ', ''));
      const otp = new TOTP({ secret }).generate({ timestamp: scene.world.clock.unix_s() * 1000 });
      await scene.type({ password: SAM.password, otp });
      return { button: button(scene, 'Join'), shows: /^You are signed in as/ };
    },
  ],
];

/** In this order: some rows start on the page where the previous one ends. */
export const FORMS: readonly FormToPress[] = [...signInRows, ...siteRows, ...supportRows];

export async function formScene(t: ExecutionContext, page: Page): Promise<Scene> {
  const world = await siteWorld(t, { has_outbox: false });
  const server = createServer((_request, response) => response.end('The browser is back')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  let people = 0;
  const bring = async (someone: Person): Promise<Person> => {
    await page.context().clearCookies();
    await page.context().addCookies([...someone.cookies].map(([name, value]) => ({ name, value, url: world.origin })));
    return someone;
  };
  const newAuthor = async (): Promise<readonly [Person, string]> => {
    const user = { ...ANN, email: `ann${++people}@example.com` };
    return [await author(world, user), user.email];
  };
  let sam: Person | null = null;
  return {
    world,
    page,
    redirect_uri: `http://127.0.0.1:${portOf(server)}/callback`,
    author: async () => bring((await newAuthor())[0]),
    async account() {
      await page.context().clearCookies();
      return (await newAuthor())[1];
    },
    support: async () => bring((sam ??= await supporter(world))),
    async type(fields, form = 'form') {
      for (const [name, value] of Object.entries(fields))
        await page.locator(`${form} [name="${name}"]`).first().fill(value);
    },
    open: async (path) => void (await page.goto(`${world.origin}${path}`)),
  };
}
