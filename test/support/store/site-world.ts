// A cloud with its pages on a real port: store, accounts, author site and support, with a mailbox, a virtual clock, and
// visitors.

import type { ExecutionContext } from 'ava';
import { Secret, TOTP } from 'otpauth';
import type { Route } from '../../../cloud-stub/http/route.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { openIdentityDatabase } from '../../../cloud-stub/accounts/database.ts';
import { createIdentity, type IdentityService } from '../../../cloud-stub/accounts/endpoint.ts';
import type { SignUpForm } from '../../../cloud-stub/accounts/accounts.ts';
import type { Mail } from '../../../cloud-stub/accounts/mail/mailer.ts';
import { createOutbox } from '../../../cloud-stub/accounts/mail/mailer-outbox.ts';
import { refusalPage } from '../../../cloud-stub/web/common/refusal-page.ts';
import { decisionMails } from '../../../cloud-stub/web/author/decision-mails.ts';
import { siteRoutes } from '../../../cloud-stub/web/author/routes.ts';
import type { PublishCheck } from '../../../cloud-stub/store/check.ts';
import { openStoreDatabase, type StoreDatabase } from '../../../cloud-stub/store/database.ts';
import { createStoreEndpoint, type StoreEndpoint } from '../../../cloud-stub/store/endpoint.ts';
import { supportRoutes } from '../../../cloud-stub/web/support/routes.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import type { Result } from '../../../wire/errors.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { allSiteFiles } from '../../../bin/web/site-files.ts';
import { ANN, createVisitor, type Shown, type Visitor } from './identity-world.ts';
import { fakeCheck, luaOf, SUPPORT_KEY, type Manifest } from './store-world.ts';

export interface SiteWorld {
  readonly origin: string;
  readonly pages: readonly Route[];
  readonly clock: VirtualClock;
  readonly identity: IdentityService;
  readonly store: StoreEndpoint['store'];
  /** Sent mails, newest first. */
  readonly mails: () => readonly Mail[];
  /** Returns the six-digit code in the newest mail. */
  readonly code: () => string;
}

interface SiteWorldOptions {
  readonly limited?: boolean;
  /** Whether sent mails are also shown on a page, as without a mail server; `mails` always returns them. */
  readonly has_outbox?: boolean;
  readonly check?: PublishCheck;
  /** Wraps the database of the store. */
  readonly onDatabase?: (database: StoreDatabase) => StoreDatabase;
  /** Whether the cloud may log errors. */
  readonly may_fail?: boolean;
  /** Host name of the cloud: browsers make no passkeys for an IP address. */
  readonly host_name?: '127.0.0.1' | 'localhost';
  /** Public address, if it differs. */
  readonly public_url?: string;
}

/** Starts the cloud with a clock set to the current time, since clients check cookies and tokens. */
export async function siteWorld(
  t: Pick<ExecutionContext, 'teardown'> & { fail(message: string): unknown },
  options: SiteWorldOptions = {},
): Promise<SiteWorld> {
  const { limited = false, has_outbox = true, check = fakeCheck, host_name = '127.0.0.1' } = options;
  const clock = createVirtualClock();
  clock.setWall({ synced: true, unix_s: Math.floor(Date.now() / 1000) });
  const log = createMemoryLog(clock);
  log.onLine(({ level, text }) => level === 'error' && !options.may_fail && t.fail(text));
  const outbox = createOutbox(() => {});
  let url = '';
  const origin = (): string => options.public_url ?? url;
  const unix_s = (): number => clock.unix_s();
  const identity = createIdentity({
    database: opened(openIdentityDatabase(':memory:')),
    clock,
    log,
    mailer: outbox,
    outbox: has_outbox ? outbox : null,
    limited,
    origin,
  });
  const endpoint = createStoreEndpoint({
    database: (options.onDatabase ?? ((each) => each))(opened(openStoreDatabase(':memory:'))),
    clock,
    log,
    random: createSeededRandom(1, 'site'),
    check,
    checks_at_once: 1,
    issuers: () => [identity.issuer()],
    namedAuthorOf: (token) => identity.tokens.authorOf(token),
    supportIssuer: () => identity.supportIssuer(),
    support_key: SUPPORT_KEY,
    tell: decisionMails(identity, origin),
    limited,
  });
  const resources = { store: endpoint.store, limits: endpoint.limits, identity, unix_s, origin, first_text: luaOf() };
  const pages = [
    ...siteRoutes({ ...resources, files: allSiteFiles() }),
    ...supportRoutes({ ...resources, devices: () => 7 }),
  ];
  const cloud = { router: createRouter([...endpoint.routes, ...pages]), release: () => {}, refusalPage };
  const server = opened(await openCloudServer(cloud, { host: '127.0.0.1', port: 0, log }, [identity.mount]));
  url = server.url.replace('127.0.0.1', host_name);
  t.teardown(async () => {
    await server.close();
    endpoint.close();
    identity.close();
  });
  const mails = (): readonly Mail[] => outbox.mails();
  const code = (): string => /^\d{6}/.exec(mails()[0]?.subject ?? '')?.[0] ?? '';
  return { origin: url, pages, clock, identity, store: endpoint.store, mails, code };
}

function opened<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Visitor who fills in the forms of the current page. */
export interface Person extends Visitor {
  /** Sends a form of a page of this cloud, with the hidden fields of the current page. */
  fill(path: string, fields: Readonly<Record<string, string>>): Promise<Shown>;
  /** Returns the page that was shown last. */
  shown(): Shown;
}

export function person(origin: string): Person {
  const visitor = createVisitor(origin);
  let last: Shown = { url: new URL(origin), status: 0, text: '', problem: null, headers: new Headers() };
  const keep = async (shown: Promise<Shown>): Promise<Shown> => (last = await shown);
  return {
    cookies: visitor.cookies,
    open: (url) => keep(visitor.open(url)),
    submit: (to, fields) => keep(visitor.submit(to, fields)),
    send: (path, fields) => keep(visitor.send(path, fields)),
    fill: (path, fields) => keep(visitor.send(path, { ...hiddenFields(last), ...fields })),
    shown: () => last,
  };
}

/** Returns the hidden fields of the first form of a page. */
export const hiddenFields = ({ text }: Shown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['form_token', 'form_id'].flatMap((name) => {
      const value = new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** Signs up a new author and opens the page of their extensions. */
export async function author(world: SiteWorld, user = ANN): Promise<Person> {
  const ann = person(world.origin);
  await ann.open('/own');
  await ann.submit('sign-up', { ...user });
  await ann.submit('confirm', { email: user.email, code: world.code() });
  return ann;
}

/** Publishes an extension that `fakeCheck` accepts. @returns Its code. */
export const publish = (ann: Person, manifest: Manifest = {}, more = ''): Promise<string> =>
  publishText(ann, luaOf(manifest, more));

export async function publishText(ann: Person, text: string, description = 'Putts of three feet.'): Promise<string> {
  await ann.open('/own/new');
  const { url } = await ann.fill('/own/new', { text, description, notes: 'The first one.' });
  return url.pathname.split('/')[2] ?? '';
}

export const SAM: SignUpForm = { email: 'sam@example.com', name: 'Sam', password: 'green grass of home' };

export interface SupportPerson extends Person {
  /** Returns the authenticator's code `steps` half-minutes from now. */
  otp(steps?: number): string;
}

/** Signs in a new member of support. */
export async function supporter(world: SiteWorld, user = SAM, is_main = true): Promise<SupportPerson> {
  const sam = person(world.origin);
  const invited = await world.identity.support.invite({ ...user, is_main }, `${world.origin}/support/join`);
  const code = invited.ok ? invited.value : '';
  const { text } = await sam.send('/support/join', { email: user.email, code });
  const secret = Secret.fromBase32((/<code>([A-Z\d ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', ''));
  const otp = (steps = 0): string =>
    new TOTP({ secret }).generate({ timestamp: (world.clock.unix_s() + 30 * steps) * 1000 });
  await sam.send('/support/join', { email: user.email, code, password: user.password, otp: otp() });
  return { ...sam, otp };
}

/** Signs in with a form of the provider, and stops before the page that redeems the code. @returns Its address, and the browser's cookies. */
export async function heldBack(
  origin: string,
  begin: string | URL,
  step: 'sign-in' | 'support-sign-in',
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly back: URL; readonly cookies: ReadonlyMap<string, string> }> {
  const visitor = createVisitor(origin);
  const { url } = await visitor.open(begin);
  let next = new URL(`${url.href}/${step}`);
  let sent: RequestInit = { method: 'POST', body: new URLSearchParams(fields) };
  while (!next.pathname.endsWith('/signed-in')) {
    const cookie = cookieLine(visitor.cookies);
    const answer: Response = await fetch(next, { ...sent, headers: { cookie }, redirect: 'manual' });
    next = new URL(answer.headers.get('location') ?? '', next);
    sent = {};
  }
  return { back: next, cookies: visitor.cookies };
}

export const cookieLine = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
