// Account page (C115), each form with its error.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Account, NamedToken } from '../../accounts/database-accounts.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import { PASSWORD_CHARS } from '../../accounts/form-rules.ts';
import { PASSKEY_SCRIPT } from '../../accounts/pages/pages.ts';
import { TOKEN_DAYS } from '../../accounts/oidc/named-tokens.ts';
import { CODE_HINT, codeField, mailSentence, noMail, type MailPlace } from '../common/code-field.ts';
import { shownForm, type FormProblem } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { counted, dayOf, pageAnswer, seeOther, timeOf } from '../common/page.ts';
import { noticeOf } from '../common/said.ts';
import { tableOf } from '../common/table.ts';
import { tokenField, type AuthorVisit, type OwnPagesDeps } from './author-visit.ts';
import { currentField, newPasskeyForm, passkeySection } from './passkey-section.ts';

export interface AccountPagesDeps extends OwnPagesDeps {
  readonly identity: Pick<
    IdentityService,
    'accounts' | 'web_sessions' | 'tokens' | 'passkeys' | 'cli_sessions' | 'mail_place'
  >;
  /** Account that receives the extensions of a deleted one. */
  readonly heir: string;
}

export interface ShownAccount {
  readonly refused?: FormProblem;
  /** A newly created token; never shown again. */
  readonly new_token?: string;
  /** Registration options for a new passkey. */
  readonly passkey_options?: string;
  /** Address to which a code was sent. */
  readonly awaited_address?: string;
}

const NOTICES: Readonly<Record<string, string>> = {
  name: 'Name changed.',
  password: 'Password changed. You are signed out everywhere else.',
  address: 'Address changed.',
  revoked: 'Token revoked.',
  passkey: 'Passkey added. You can use it on the sign-in page.',
  'passkey-removed': 'Passkey removed. Also delete it from your device or password manager.',
  place: 'Machine signed out.',
  everywhere: 'You are signed out everywhere else.',
};

export function accountPage(
  deps: AccountPagesDeps,
  visit: AuthorVisit,
  { refused: refused_form, new_token, passkey_options, awaited_address }: ShownAccount = {},
): HttpAnswer {
  const { identity, links } = deps;
  const refused = refused_form ?? null;
  const has_problem = refused !== null && refused.problem !== '';
  const account = identity.accounts.account(visit.author.owner);
  if (!account) return seeOther('/');
  return pageAnswer({
    title: 'Account',
    links: links(visit.request),
    current: '/account',
    scripts: identity.passkeys.problem() === '' ? [PASSKEY_SCRIPT] : [],
    has_problem,
    status: has_problem ? 400 : 200,
    content: html`${noticeOf(visit.request, NOTICES)} ${new_token === undefined ? null : newTokenCard(new_token)}
      ${awaited_address === undefined ? null : addressCodeForm(visit, identity.mail_place, awaited_address, refused)}
      ${passkey_options === undefined ? null : newPasskeyForm(visit, passkey_options)}
      <form method="post" action="/sign-out" class="actions">
        ${tokenField(visit)}
        <span>You are signed in as <strong>${account.name}</strong>.</span>
        <button class="second">Sign out</button>
      </form>
      <div class="two">
        <div>${nameForm(visit, account, refused)} ${addressForm(visit, account, refused)}</div>
        <div>${passwordForm(visit, refused)}</div>
      </div>
      ${passkeySection(visit, identity.passkeys, refused)}
      <h2>Tokens for machines</h2>
      ${tokenList(visit, identity.tokens.list(account.sub))} ${tokenForm(visit, refused)}
      <h2>Where you are signed in</h2>
      ${placeList(visit, deps)}
      <h2>Leave</h2>
      ${deleteForm(visit, refused)}`,
  });
}

type Refused = FormProblem | null;

function nameForm(visit: AuthorVisit, { name }: Account, refused: Refused): Html {
  const form = shownForm('name', refused);
  return html`<form method="post" action="/account/name">
    <h2>Name</h2>
    ${tokenField(visit)} ${form.problem}
    <label for="name">Name</label>
    <p class="hint" id="name-hint">Shown next to what you publish from now on.</p>
    <input
      id="name"
      name="name"
      autocomplete="nickname"
      required
      maxlength="64"
      value="${form.typed('name', name)}"
      ${form.about('name', 'name-hint')}
    />
    <button class="second">Change name</button>
  </form>`;
}

function addressForm(visit: AuthorVisit, { email }: Account, refused: Refused): Html {
  const form = shownForm('address', refused);
  return html`<form method="post" action="/account/address">
    <h2>E-mail address</h2>
    ${tokenField(visit)} ${form.problem}
    <p>Current address: ${email}</p>
    <label for="email">New address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      required
      value="${form.typed('email')}"
      ${form.about('email')}
    />
    ${currentField('address', form)}
    <button class="second">Send a code</button>
  </form>`;
}

function addressCodeForm(visit: AuthorVisit, place: MailPlace, email: string, refused: Refused): Html {
  const form = shownForm('confirm-address', refused);
  return html`<form method="post" action="/account/confirm-address">
    <h2>Confirm the new address</h2>
    ${tokenField(visit)} ${form.problem}
    <input type="hidden" name="email" value="${email}" />
    ${codeField(mailSentence(place, `We sent a mail to ${email}.`, `the mail to ${email}`), form.about('code', CODE_HINT))}
    <button>Change address</button>
    <p>${noMail(place)}</p>
  </form>`;
}

function passwordForm(visit: AuthorVisit, refused: Refused): Html {
  const form = shownForm('password', refused);
  return html`<form method="post" action="/account/password">
    <h2>Password</h2>
    ${tokenField(visit)} ${form.problem} ${currentField('password', form)}
    <label for="password">New password</label>
    <p class="hint" id="password-hint">
      At least ${PASSWORD_CHARS.min} characters. You are signed out everywhere else.
    </p>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      ${form.about('password', 'password-hint')}
    />
    <button class="second">Change password</button>
  </form>`;
}

const newTokenCard = (token: string): Html =>
  html`<section class="card" aria-label="New token">
    <h2>New token</h2>
    <p class="quote"><code>${token}</code></p>
    <p>Copy it now: it is not shown again. Set it on the machine as <code>TAPIN_TOKEN</code>.</p>
  </section>`;

const tokenList = (visit: AuthorVisit, tokens: readonly NamedToken[]): Html =>
  tokens.length === 0
    ? html`<p>No tokens.</p>`
    : tableOf(
        'Tokens',
        ['Name', 'Created', 'Last used', 'Expires', 'Revoke'],
        tokens.map(({ id, name, created_s, used_s, expires_s }) => [
          name,
          dayOf(created_s),
          used_s === null ? 'never' : dayOf(used_s),
          dayOf(expires_s),
          html`<form method="post" action="/account/revoke" class="in-row">
            ${tokenField(visit)}<input type="hidden" name="id" value="${id}" />
            <button class="danger" aria-label="Revoke ${name}">Revoke</button>
          </form>`,
        ]),
      );

function tokenForm(visit: AuthorVisit, refused: Refused): Html {
  const form = shownForm('token', refused);
  return html`<form method="post" action="/account/token">
    ${tokenField(visit)} ${form.problem}
    <p>With a token, a machine such as CI can publish in your name without a password.</p>
    <label for="token_name">Token name</label>
    <input
      id="token_name"
      name="token_name"
      required
      maxlength="64"
      autocomplete="off"
      value="${form.typed('token_name')}"
      ${form.about('token_name')}
    />
    <label for="days">Valid for (days)</label>
    <input
      id="days"
      name="days"
      type="text"
      inputmode="numeric"
      value="${form.typed('days', `${TOKEN_DAYS.default}`)}"
      required
      ${form.about('days')}
    />
    ${currentField('token', form)}
    <button class="second">Create a token</button>
  </form>`;
}

function placeList(visit: AuthorVisit, { identity }: AccountPagesDeps): Html {
  const { owner } = visit.author;
  const machines = identity.cli_sessions.of(owner);
  const browsers = identity.web_sessions.of(owner).length;
  return html`<p>${counted(browsers, 'browser')}, including this one.</p>
    ${
      machines.length === 0
        ? html`<p>No machine is signed in with <code>tapin login</code>.</p>`
        : html`<ul>
            ${machines.map(
              ({ id, renewed_s }) =>
                html`<li class="actions">
                  <span>The tapin command line, last used ${timeOf(renewed_s)} UTC</span>
                  <form method="post" action="/account/sign-out-place">
                    ${tokenField(visit)}<input type="hidden" name="id" value="${id}" />
                    <button class="second">Sign out this machine</button>
                  </form>
                </li>`,
            )}
          </ul>`
    }
    <div class="actions">
      <form method="post" action="/account/sign-out-everywhere">
        ${tokenField(visit)}<button class="second">Sign out everywhere else</button>
      </form>
    </div>`;
}

const LEFT: Readonly<Record<string, string>> = {
  give: 'Give them to FooGolf. Devices keep them, and your name stays on what you published.',
  remove: 'Delete them, also from devices. Those on every device go to FooGolf and keep your name.',
};

function deleteForm(visit: AuthorVisit, refused: Refused): Html {
  const form = shownForm('delete', refused);
  const chosen = form.typed('extensions', 'give');
  return html`<details ${refused?.form === 'delete' ? html`open` : null}>
    <summary>Delete the account</summary>
    <form method="post" action="/account/delete">
      ${tokenField(visit)} ${form.problem}
      <p><a href="/own/export">Export everything</a> first: this can’t be undone.</p>
      <fieldset>
        <legend>What happens to your extensions?</legend>
        ${Object.entries(LEFT).map(
          ([value, text]) =>
            html`<p>
              <label
                ><input
                  type="radio"
                  name="extensions"
                  value="${value}"
                  ${value === chosen ? html`checked` : null}
                />${text}</label
              >
            </p>`,
        )}
      </fieldset>
      ${currentField('delete', form)}
      <button class="danger">Delete my account permanently</button>
    </form>
  </details>`;
}
