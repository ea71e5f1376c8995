// Support members, invitations, and how to join (C116).

import { encodeQR } from 'qr';
import type { HttpAnswer } from '../../http/answers.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { Invitation } from '../../accounts/database-accounts.ts';
import { authenticatorUri } from '../../accounts/support-accounts.ts';
import { emailKey, PASSWORD_CHARS } from '../../accounts/form-rules.ts';
import { mailSentence, type MailPlace } from '../common/code-field.ts';
import { shownForm, type FormProblem } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { noticeOf } from '../common/said.ts';
import { tableOf } from '../common/table.ts';
import { dayOf, pageAnswer, problemOf, seeOther } from '../common/page.ts';
import { formIdField, readOpenForm, type Form } from '../common/form.ts';
import { onceKey, type Once } from '../common/once.ts';
import { refusedPage, shown, tokenField, type SupportPagesDeps, type SupportVisit } from './support-visit.ts';

const noticesFor = (place: MailPlace): Readonly<Record<string, string>> => ({
  invited: `${mailSentence(place, 'Invitation sent.', 'the invitation')} It is valid for a week.`,
  removed: 'This address no longer has a support account or an invitation.',
});

export function peoplePage(
  { identity }: SupportPagesDeps,
  visit: SupportVisit,
  refused: FormProblem | null = null,
): HttpAnswer {
  const { is_main } = visit.account;
  const removeOf = (email: string): Html | string => (is_main ? removeForm(visit, email) : '–');
  return shown(visit, {
    title: 'People',
    current: '/support/people',
    has_problem: refused !== null,
    status: refused === null ? 200 : 400,
    content: html`${noticeOf(visit.request, noticesFor(identity.mail_place))} ${shownForm('people', refused).problem}
    ${tableOf(
      'People',
      ['Name', 'Address', 'Since', 'May invite', 'Remove'],
      [
        ...identity.support
          .accounts()
          .map(({ sub, name, email, created_s, is_main: may_invite }) => [
            name,
            email,
            dayOf(created_s),
            may_invite ? 'yes' : 'no',
            sub === visit.account.sub ? '–' : removeOf(email),
          ]),
        ...identity.support
          .invitations()
          .map(({ name, email, expires_s }) => [
            name,
            email,
            html`invited, until ${dayOf(expires_s)}`,
            '–',
            removeOf(email),
          ]),
      ],
    )}
    ${is_main ? inviteForm(visit, refused) : null}`,
  });
}

const removeForm = (visit: SupportVisit, email: string): Html =>
  html`<details>
    <summary aria-label="Remove ${email}">Remove</summary>
    <form method="post" action="/support/people" class="in-row">
      ${tokenField(visit)}<input type="hidden" name="remove" value="${email}" />
      <p>Signs this person out at once. They need a new invitation to return.</p>
      <button class="danger" aria-label="Remove ${email} now">Remove now</button>
    </form>
  </details>`;

function inviteForm(visit: SupportVisit, refused: FormProblem | null): Html {
  const form = shownForm('invite', refused);
  return html`<form method="post" action="/support/people">
    <h2>Invite a support member</h2>
    ${tokenField(visit)} ${form.problem}
    <label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="off"
      required
      value="${form.typed('email')}"
      ${form.about('email')}
    />
    <label for="name">Name</label>
    <p class="hint" id="name-hint">Shown in the log and next to approvals.</p>
    <input
      id="name"
      name="name"
      autocomplete="off"
      required
      maxlength="64"
      value="${form.typed('name')}"
      ${form.about('name', 'name-hint')}
    />
    <p>
      <label class="choice"
        ><input
          type="checkbox"
          name="is_main"
          value="yes"
          ${form.typed('is_main') === 'yes' ? html`checked` : null}
        />May invite others and manage FooGolf’s own extensions</label
      >
    </p>
    <button class="second">Send an invitation</button>
  </form>`;
}

export async function changePeople(deps: SupportPagesDeps, visit: SupportVisit, form: Form): Promise<HttpAnswer> {
  const { support } = deps.identity;
  if (!visit.account.is_main)
    return refusedPage(visit, 403, 'Only a main support account can invite and remove people.');
  const leaver = form.get('remove');
  if (leaver !== undefined) {
    if (emailKey(leaver) === visit.account.email_key)
      return peoplePage(deps, visit, {
        form: 'people',
        problem: 'You can’t remove yourself. Ask another main account.',
        typed: form,
      });
    if (support.remove(leaver)) deps.store.notePerson('remove', leaver, visit.account.name);
    return seeOther('/support/people?said=removed');
  }
  const invitee = {
    email: form.get('email') ?? '',
    name: form.get('name') ?? '',
    is_main: form.get('is_main') === 'yes',
  };
  const invited = await support.invite(invitee, `${deps.origin()}/support/join`);
  if (invited.ok) {
    deps.store.notePerson('invite', invitee.email, visit.account.name);
    return seeOther('/support/people?said=invited');
  }
  const { message, field } = invited.error;
  return peoplePage(deps, visit, { form: 'invite', problem: message, field, typed: form });
}

const JOIN_LINKS = [['/support', 'Sign in']] as const;

const joinPage = (content: Html, problem: string): HttpAnswer =>
  pageAnswer({
    title: 'Join FooGolf support',
    links: JOIN_LINKS,
    current: '',
    has_problem: problem !== '',
    status: problem === '' ? 200 : 400,
    content: html`${problemOf(problem)} ${content}`,
  });

const codeForm = (email: string): Html =>
  html`<form method="post" action="/support/join">
    ${formIdField()}
    <label for="email">E-mail address</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
    <label for="code">Code</label>
    <p class="hint" id="code-hint">Twelve letters and digits from your invitation mail.</p>
    <input
      id="code"
      name="code"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      required
      aria-describedby="code-hint"
    />
    <button>Continue</button>
  </form>`;

function authenticatorForm(invitation: Invitation, code: string): Html {
  const { email, name, otp_secret } = invitation;
  const picture = encodeQR(authenticatorUri(invitation), 'svg');
  const secret = otp_secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return html`<form method="post" action="/support/join" class="two">
    ${formIdField()}
    <div>
      <h2>1. Authenticator app</h2>
      <p>Welcome, ${name}. Scan this QR code with an authenticator app, or enter the secret below it.</p>
      <img
        class="qr"
        alt="The secret as a QR code"
        src="data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}"
      />
      <p><code>${secret}</code></p>
    </div>
    <div>
      <h2>2. Account</h2>
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="code" value="${code}" />
      <label for="password">Password</label>
      <p class="hint" id="password-hint">At least ${PASSWORD_CHARS.min} characters. A few words work well.</p>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        aria-describedby="password-hint"
      />
      <label for="otp">Current authenticator code</label>
      <input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required />
      <button>Join</button>
    </div>
  </form>`;
}

export const showJoin = (): HttpAnswer => joinPage(codeForm(''), '');

export async function join(deps: SupportPagesDeps, request: HttpRequest, once: Once<HttpAnswer>): Promise<HttpAnswer> {
  const refused = deps.signing_in.refuseBody(request);
  if (refused) return refused;
  const form = await readOpenForm(request);
  if (!form) return joinPage(codeForm(''), 'Not a form of this page.');
  const key = onceKey(request.path, form);
  return key ? once.answer(key, () => joinBy(deps, request, form)) : joinBy(deps, request, form);
}

async function joinBy(
  { identity, store, signing_in }: SupportPagesDeps,
  request: HttpRequest,
  form: Form,
): Promise<HttpAnswer> {
  const [email = '', code = '', password = '', otp = ''] = ['email', 'code', 'password', 'otp'].map((name) => form.get(name) ?? ''); // oxfmt-ignore
  const invited = identity.support.invited(email, code, request.address);
  if (!invited.ok) return joinPage(codeForm(email), invited.error.message);
  if (!form.has('password')) return joinPage(authenticatorForm(invited.value, code), '');
  const joined = await identity.support.join({ email, code, password, otp }, request.address);
  if (!joined.ok) return joinPage(authenticatorForm(invited.value, code), joined.error.message);
  store.notePerson('join', joined.value.email, joined.value.name);
  return signing_in.welcome(joined.value.sub);
}
