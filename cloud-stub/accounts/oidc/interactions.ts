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

interface InteractionContext {
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
  readonly passkeys: Pick<Passkeys, 'problem' | 'beginSignIn' | 'signIn'>;
  readonly mail_place: MailPlace;
}

/** The page to show next, or 'over' if the response has been sent. */
type Next = AccountPage | 'over';
type Step = (context: InteractionContext) => Next | Promise<Next>;

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
const page = (
  { details }: InteractionContext,
  title: string,
  content: Html,
  scripts: readonly string[] = [],
): AccountPage => pageOf(title, content, originOfClient(details), scripts);

function signInPage(context: InteractionContext, { passkeys }: People, typed: Typed): AccountPage {
  const has_passkeys = passkeys.problem() === '';
  const content = signInContent(context.at, typed, has_passkeys);
  return page(context, 'Sign in', content, has_passkeys ? [PASSKEY_SCRIPT] : []);
}

function originOfClient({ params }: Details): string {
  const redirect = params['redirect_uri'];
  return typeof redirect === 'string' && URL.canParse(redirect) ? new URL(redirect).origin : '';
}

const isForSupport = ({ details }: InteractionContext): boolean => details.params['client_id'] === SUPPORT_CLIENT;

const supportPage = (context: InteractionContext, typed: Typed): AccountPage =>
  page(context, 'Sign in to support', supportSignInContent(context.at, typed));

const firstPage = (context: InteractionContext, people: People): AccountPage =>
  isForSupport(context) ? supportPage(context, NOTHING_TYPED) : signInPage(context, people, NOTHING_TYPED);

const shownSteps = (people: People): Readonly<Record<string, Step>> => ({
  '': (context) =>
    context.details.prompt.name === 'consent' ? consentPage(context, people.accounts) : firstPage(context, people),
  'sign-in': (context) => firstPage(context, people),
  'sign-up': (context) => page(context, 'Create an account', signUpContent(context.at, NOTHING_TYPED)),
  forgot: (context) => page(context, 'Forgot your password?', forgotContent(context.at, NOTHING_TYPED)),
});

function consentPage(context: InteractionContext, accounts: Accounts): AccountPage {
  const account = accounts.account(context.details.session?.accountId ?? '');
  return page(context, 'Allow this?', consentContent(context.at, 'The tapin command line', account?.name ?? ''));
}

type Enter = (
  context: InteractionContext,
  account: Result<Account>,
  again: (problem: string) => AccountPage,
) => Next | Promise<Next>;

/** Steps for passkeys, which only authors have: support signs in with its authenticator. */
const passkeySteps = (people: People, enter: Enter): Readonly<Record<'passkey-options' | 'passkey', Step>> => ({
  async 'passkey-options'(context) {
    if (isForSupport(context)) return supportPage(context, NOTHING_TYPED);
    const options = await people.passkeys.beginSignIn(context.details.uid);
    context.response.writeHead(200, JSON_HEADERS).end(options);
    return 'over';
  },
  async passkey(context) {
    if (isForSupport(context)) return supportPage(context, NOTHING_TYPED);
    const { form, details, address } = context;
    const account = await people.passkeys.signIn(details.uid, form.get('response') ?? '', address);
    return enter(context, account, (problem) => signInPage(context, people, { ...NOTHING_TYPED, problem }));
  },
});

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

function sentSteps(provider: Provider, people: People): Readonly<Record<SentStep, Step>> {
  const { accounts, support, mail_place } = people;
  const finish = async ({ request, response }: InteractionContext, result: InteractionResults) => {
    // A new sign-in must not inherit the consent of the previous account.
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: !result.login });
    return 'over' as const;
  };
  const enter: Enter = (context, account, again) =>
    account.ok ? finish(context, { login: { accountId: account.value.sub } }) : again(account.error.message);
  return {
    ...passkeySteps(people, enter),
    async 'sign-in'(context) {
      const { form, address } = context;
      const typed = typedIn(form);
      const account = await accounts.signIn({ email: typed.email, password: form.get('password') ?? '' }, address);
      return enter(context, account, (problem) => signInPage(context, people, { ...typed, problem }));
    },
    async 'support-sign-in'(context) {
      const { form, address } = context;
      const [email = '', password = '', otp = ''] = ['email', 'password', 'otp'].map((name) => form.get(name) ?? '');
      const account = await support.signIn({ email, password, otp }, address, knownIn(context.request));
      if (account.ok)
        context.response.setHeader('Set-Cookie', knownCookie(support.knownAs(account.value.sub), context));
      return enter(context, account, (problem) => supportPage(context, { problem, email, name: '' }));
    },
    async 'sign-up'(context) {
      const { form, at, details, address } = context;
      const typed = typedIn(form);
      const { email, name } = typed;
      const sent = await accounts.signUp(details.uid, { email, name, password: form.get('password') ?? '' }, address);
      if (sent.ok) return page(context, 'Confirm your address', confirmContent(at, typed, mail_place));
      return page(context, 'Create an account', signUpContent(at, { ...typed, problem: sent.error.message }));
    },
    confirm(context) {
      const { form, at, details } = context;
      const account = accounts.confirm(details.uid, form.get('code') ?? '');
      const again = (problem: string): AccountPage =>
        page(context, 'Confirm your address', confirmContent(at, { ...typedIn(form), problem }, mail_place));
      return enter(context, account, again);
    },
    forgot(context) {
      const { form, at, details, address } = context;
      const typed = typedIn(form);
      const sent = accounts.forgot(details.uid, typed.email, address);
      if (sent.ok) return page(context, 'Set a new password', resetContent(at, typed, mail_place));
      return page(context, 'Forgot your password?', forgotContent(at, { ...typed, problem: sent.error.message }));
    },
    async reset(context) {
      const { form, at, details } = context;
      const account = await accounts.reset(details.uid, form.get('code') ?? '', form.get('password') ?? '');
      const again = (problem: string): AccountPage =>
        page(context, 'Set a new password', resetContent(at, { ...typedIn(form), problem }, mail_place));
      return enter(context, account, again);
    },
    async consent(context) {
      // Without a sign-in there is nothing to consent to, and a grant would be left behind.
      if (context.details.prompt.name !== 'consent') return errorPage('Nothing to allow.');
      return finish(context, { consent: { grantId: await (await grantOf(provider, context)).save() } });
    },
    cancel: (context) => finish(context, { error: 'access_denied', error_description: 'The user denied the request.' }),
  };
}

const KNOWN_COOKIE = 'tapin-support-known';
const KNOWN_S = 365 * 86_400;

/** Returns '' for a browser in which no support member has signed in. */
const knownIn = ({ headers }: IncomingMessage): string =>
  new RegExp(`(?:^|; *)${KNOWN_COOKIE}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';

function knownCookie(known_as: string, { request }: InteractionContext): string {
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `${KNOWN_COOKIE}=${known_as}; Path=/id; Max-Age=${KNOWN_S}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the grant with everything that the client requests and does not have yet. */
async function grantOf(provider: Provider, { details }: InteractionContext): Promise<Grant> {
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
