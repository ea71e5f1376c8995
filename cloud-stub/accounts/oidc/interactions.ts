// Interactions between a client's request and its answer: the pages on which a user signs up, signs in and consents. A
// cookie ties each to one request of one browser; a form from another site arrives without it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Grant, InteractionResults, Provider } from 'oidc-provider';
import { isFields } from '../../../wire/json-fields.ts';
import type { Result } from '../../../wire/errors.ts';
import type { Accounts } from '../accounts.ts';
import type { Account } from '../database-accounts.ts';
import { SUPPORT_CLIENT } from './clients.ts';
import { readForm } from '../form.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { SupportAccounts } from '../support-accounts.ts';
import {
  confirmContent,
  consentContent,
  errorPage,
  forgotContent,
  pageOf,
  PASSKEY_SCRIPT,
  resetContent,
  signInContent,
  signUpContent,
  supportSignInContent,
  type AccountPage,
  type Typed,
} from '../pages/pages.ts';
import type { MailPlace } from '../../web/common/code-field.ts';
import type { Html } from '../../web/common/html.ts';

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly details: Details;
  /** Base path of the interaction's pages. */
  readonly at: string;
  readonly form: URLSearchParams;
  /** IP address of the request. */
  readonly address: string;
}

/** Accounts that may sign in. */
interface People {
  readonly accounts: Accounts;
  readonly support: Pick<SupportAccounts, 'signIn' | 'knownAs'>;
  readonly passkeys: Pick<Passkeys, 'trouble' | 'beginSignIn' | 'signIn'>;
  readonly mail_place: MailPlace;
}

/** The page to show next, or 'over' if the response has been sent. */
type Next = AccountPage | 'over';
type Step = (visit: Visit) => Next | Promise<Next>;

/** Handles `/interaction/…`; `rest`: the remaining path. */
export type Interactions = (
  request: IncomingMessage,
  response: ServerResponse,
  rest: string,
  address: string,
) => Promise<void>;

export function createInteractions(provider: Provider, people: People): Interactions {
  const steps = { GET: shownSteps(people), POST: sentSteps(provider, people) };
  return async (request, response, rest, address) => {
    const [uid = '', name = '', ...more] = rest.split('/');
    const { method = '' } = request;
    const step = method === 'GET' || method === 'POST' ? stepIn(steps[method], name) : undefined;
    if (!step || more.length > 0) return sendPage(response, 404, errorPage('Page not found.'));
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (details?.uid !== uid)
      return sendPage(response, 400, errorPage('This page has expired or belongs to another browser.'));
    const form = method === 'POST' ? await readForm(request) : new URLSearchParams();
    if (!form) return sendPage(response, 400, errorPage('Not a form of this page.'));
    const next = await step({ request, response, details, at: `/id/interaction/${uid}`, form, address });
    if (next !== 'over') sendPage(response, 200, next);
  };
}

/** Forms that these pages submit. */
const SENT_STEPS = [
  'passkey-options',
  'passkey',
  'sign-in',
  'support-sign-in',
  'sign-up',
  'confirm',
  'forgot',
  'reset',
  'consent',
  'cancel',
] as const;
type SentStep = (typeof SENT_STEPS)[number];

/** Form routes, below the provider. */
export const INTERACTION_FORMS: readonly string[] = SENT_STEPS.map((step) => `/interaction/:uid/${step}`);

const stepIn = (steps: Readonly<Record<string, Step>>, name: string): Step | undefined =>
  Object.hasOwn(steps, name) ? steps[name] : undefined;

export function sendPage(response: ServerResponse, status: number, { headers, body }: AccountPage): void {
  response.writeHead(status, headers).end(body);
}

const NOTHING_TYPED: Typed = { problem: '', email: '', name: '' };
const typedIn = (form: URLSearchParams): Typed => ({
  problem: '',
  email: form.get('email') ?? '',
  name: form.get('name') ?? '',
});

/** Returns a page whose form may redirect to the client. */
const page = ({ details }: Visit, title: string, content: Html, scripts: readonly string[] = []): AccountPage =>
  pageOf(title, content, originOfClient(details), scripts);

function signInPage(visit: Visit, { passkeys }: People, typed: Typed): AccountPage {
  const has_passkeys = passkeys.trouble() === '';
  const content = signInContent(visit.at, typed, has_passkeys);
  return page(visit, 'Sign in', content, has_passkeys ? [PASSKEY_SCRIPT] : []);
}

function originOfClient({ params }: Details): string {
  const redirect = params['redirect_uri'];
  return typeof redirect === 'string' && URL.canParse(redirect) ? new URL(redirect).origin : '';
}

const isForSupport = ({ details }: Visit): boolean => details.params['client_id'] === SUPPORT_CLIENT;

const supportPage = (visit: Visit, typed: Typed): AccountPage =>
  page(visit, 'Sign in to support', supportSignInContent(visit.at, typed));

const firstPage = (visit: Visit, people: People): AccountPage =>
  isForSupport(visit) ? supportPage(visit, NOTHING_TYPED) : signInPage(visit, people, NOTHING_TYPED);

const shownSteps = (people: People): Readonly<Record<string, Step>> => ({
  '': (visit) =>
    visit.details.prompt.name === 'consent' ? consentPage(visit, people.accounts) : firstPage(visit, people),
  'sign-in': (visit) => firstPage(visit, people),
  'sign-up': (visit) => page(visit, 'Create an account', signUpContent(visit.at, NOTHING_TYPED)),
  forgot: (visit) => page(visit, 'Forgot your password?', forgotContent(visit.at, NOTHING_TYPED)),
});

function consentPage(visit: Visit, accounts: Accounts): AccountPage {
  const account = accounts.account(visit.details.session?.accountId ?? '');
  return page(visit, 'Allow this?', consentContent(visit.at, 'The tapin command line', account?.name ?? ''));
}

type Enter = (visit: Visit, account: Result<Account>, again: (problem: string) => AccountPage) => Next | Promise<Next>;

/** Steps for passkeys, which only authors have: support signs in with its authenticator. */
const passkeySteps = (people: People, enter: Enter): Readonly<Record<'passkey-options' | 'passkey', Step>> => ({
  async 'passkey-options'(visit) {
    if (isForSupport(visit)) return supportPage(visit, NOTHING_TYPED);
    const options = await people.passkeys.beginSignIn(visit.details.uid);
    visit.response.writeHead(200, JSON_HEADERS).end(options);
    return 'over';
  },
  async passkey(visit) {
    if (isForSupport(visit)) return supportPage(visit, NOTHING_TYPED);
    const { form, details, address } = visit;
    const account = await people.passkeys.signIn(details.uid, form.get('response') ?? '', address);
    return enter(visit, account, (problem) => signInPage(visit, people, { ...NOTHING_TYPED, problem }));
  },
});

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function sentSteps(provider: Provider, people: People): Readonly<Record<SentStep, Step>> {
  const { accounts, support, mail_place } = people;
  const finish = async ({ request, response }: Visit, result: InteractionResults) => {
    // A new sign-in must not inherit the consent of the previous account.
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: !result.login });
    return 'over' as const;
  };
  const enter: Enter = (visit, account, again) =>
    account.ok ? finish(visit, { login: { accountId: account.value.sub } }) : again(account.error.message);
  return {
    ...passkeySteps(people, enter),
    async 'sign-in'(visit) {
      const { form, address } = visit;
      const typed = typedIn(form);
      const account = await accounts.signIn({ email: typed.email, password: form.get('password') ?? '' }, address);
      return enter(visit, account, (problem) => signInPage(visit, people, { ...typed, problem }));
    },
    async 'support-sign-in'(visit) {
      const { form, address } = visit;
      const [email = '', password = '', otp = ''] = ['email', 'password', 'otp'].map((name) => form.get(name) ?? '');
      const account = await support.signIn({ email, password, otp }, address, knownIn(visit.request));
      if (account.ok) visit.response.setHeader('Set-Cookie', knownCookie(support.knownAs(account.value.sub), visit));
      return enter(visit, account, (problem) => supportPage(visit, { problem, email, name: '' }));
    },
    async 'sign-up'(visit) {
      const { form, at, details, address } = visit;
      const typed = typedIn(form);
      const { email, name } = typed;
      const sent = await accounts.signUp(details.uid, { email, name, password: form.get('password') ?? '' }, address);
      if (sent.ok) return page(visit, 'Confirm your address', confirmContent(at, typed, mail_place));
      return page(visit, 'Create an account', signUpContent(at, { ...typed, problem: sent.error.message }));
    },
    confirm(visit) {
      const { form, at, details } = visit;
      const account = accounts.confirm(details.uid, form.get('code') ?? '');
      const again = (problem: string): AccountPage =>
        page(visit, 'Confirm your address', confirmContent(at, { ...typedIn(form), problem }, mail_place));
      return enter(visit, account, again);
    },
    forgot(visit) {
      const { form, at, details, address } = visit;
      const typed = typedIn(form);
      const asked = accounts.forgot(details.uid, typed.email, address);
      if (asked.ok) return page(visit, 'Set a new password', resetContent(at, typed, mail_place));
      return page(visit, 'Forgot your password?', forgotContent(at, { ...typed, problem: asked.error.message }));
    },
    async reset(visit) {
      const { form, at, details } = visit;
      const account = await accounts.reset(details.uid, form.get('code') ?? '', form.get('password') ?? '');
      const again = (problem: string): AccountPage =>
        page(visit, 'Set a new password', resetContent(at, { ...typedIn(form), problem }, mail_place));
      return enter(visit, account, again);
    },
    async consent(visit) {
      // Without a sign-in there is nothing to consent to, and a grant would be left behind.
      if (visit.details.prompt.name !== 'consent') return errorPage('Nothing to allow.');
      return finish(visit, { consent: { grantId: await (await grantOf(provider, visit)).save() } });
    },
    cancel: (visit) => finish(visit, { error: 'access_denied', error_description: 'The user denied the request.' }),
  };
}

const KNOWN_COOKIE = 'tapin-support-known';
const KNOWN_S = 365 * 86_400;

/** Returns '' for a browser in which no support member has signed in. */
const knownIn = ({ headers }: IncomingMessage): string =>
  new RegExp(`(?:^|; *)${KNOWN_COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';

function knownCookie(known_as: string, { request }: Visit): string {
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `${KNOWN_COOKIE}=${known_as}; Path=/id; Max-Age=${KNOWN_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the grant with everything that the client requests and does not have yet. */
async function grantOf(provider: Provider, { details }: Visit): Promise<Grant> {
  const { grantId, prompt, params, session } = details;
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const ids = { accountId: session?.accountId ?? '', clientId: String(params['client_id']) };
  const grant = known ?? new provider.Grant(ids);
  const { missingOIDCScope: scopes, missingResourceScopes: resources } = prompt.details;
  if (Array.isArray(scopes)) grant.addOIDCScope(scopes.join(' '));
  if (isFields(resources))
    for (const [resource, wanted] of Object.entries(resources))
      if (Array.isArray(wanted)) grant.addResourceScope(resource, wanted.join(' '));
  return grant;
}
