// The page of one's account (C115): name, password, address, passkeys, where one is signed in, tokens for machines, export, and the end of it.

import type { HttpAnswer } from '../http/answers.ts';
import type { Route } from '../http/route.ts';
import type { Account, NamedToken } from '../identity/database-accounts.ts';
import type { Identity } from '../identity/endpoint.ts';
import { PASSWORD_CHARS } from '../identity/form-rules.ts';
import { PASSKEY_SCRIPT } from '../identity/pages/pages.ts';
import { TOKEN_DAYS } from '../identity/named-tokens.ts';
import { html, type Html } from '../pages/html.ts';
import { counted, dayOf, pageAnswer, problemOf, seeOther, timeOf } from '../pages/page.ts';
import type { Result } from '../../wire/errors.ts';
import { exportOf } from './export.ts';
import { currentField, newPasskeyForm, passkeySection } from './passkey-section.ts';
import { guarded, tokenField, type AuthorForm, type AuthorVisit, type OwnPagesParts } from './author-visit.ts';

export interface AccountPagesParts extends OwnPagesParts {
  readonly identity: Pick<Identity, 'accounts' | 'visits' | 'tokens' | 'passkeys' | 'places'>;
  /** Who has extensions that an account leaves behind. */
  readonly heir: string;
}

type Form = ReadonlyMap<string, string>;

export function accountPages(parts: AccountPagesParts): readonly Route[] {
  const { get, post } = guarded(parts);
  return [
    { path: '/account', methods: { GET: get((visit) => accountPage(parts, visit, {})) } },
    ...Object.entries({ ...changes(parts), ...passkeyChanges(parts), ...ends(parts) }).map(([name, sent]) => ({
      path: `/account/${name}`,
      methods: { POST: post(sent) },
    })),
    { path: '/own/export', methods: { GET: get((visit) => exportOf(parts, visit)) } },
  ];
}

const said = (what: string): HttpAnswer => seeOther(`/account?said=${what}`);

/** Shows the page again with what is wrong, or says what was done. */
const answered = (parts: AccountPagesParts, visit: AuthorVisit, result: Result<unknown>, what: string): HttpAnswer =>
  result.ok ? said(what) : accountPage(parts, visit, { problem: result.error.message });

function changes(parts: AccountPagesParts): Readonly<Record<string, AuthorForm>> {
  const { accounts, tokens } = parts.identity;
  const field = (form: Form, name: string): string => form.get(name) ?? '';
  return {
    name: (visit, form) => answered(parts, visit, accounts.changeName(visit.author.owner, field(form, 'name')), 'name'),
    async password(visit, form) {
      const { owner } = visit.author;
      const typed = { current: field(form, 'current'), password: field(form, 'password') };
      const { address } = visit.request;
      const changed = await accounts.changePassword(owner, typed, address, visit.signed_in.visit.hash);
      return answered(parts, visit, changed, 'password');
    },
    async address(visit, form) {
      const typed = { current: field(form, 'current'), email: field(form, 'email') };
      const asked = await accounts.changeAddress(visit.author.owner, typed, visit.request.address);
      if (!asked.ok) return accountPage(parts, visit, { problem: asked.error.message });
      return accountPage(parts, visit, { awaited_address: typed.email });
    },
    'confirm-address'(visit, form) {
      const confirmed = accounts.confirmAddress(visit.author.owner, field(form, 'code'));
      if (confirmed.ok) return said('address');
      return accountPage(parts, visit, { problem: confirmed.error.message, awaited_address: field(form, 'email') });
    },
    async token(visit, form) {
      // It outlives the visit, so who sits down at somebody's browser can't take one along.
      const proven = await accounts.isOwnPassword(visit.author.owner, field(form, 'current'), visit.request.address);
      if (!proven.ok) return accountPage(parts, visit, { problem: proven.error.message });
      const made = tokens.create(visit.author, field(form, 'token_name'), Number(field(form, 'days')));
      if (!made.ok) return accountPage(parts, visit, { problem: made.error.message });
      return accountPage(parts, visit, { new_token: made.value });
    },
    revoke(visit, form) {
      tokens.revoke(visit.author.owner, field(form, 'id'));
      return said('revoked');
    },
  };
}

function passkeyChanges(parts: AccountPagesParts): Readonly<Record<string, AuthorForm>> {
  const { passkeys } = parts.identity;
  return {
    async passkey(visit, form) {
      const { author, signed_in, request } = visit;
      const password = form.get('current') ?? '';
      const begun = await passkeys.beginAdding(author.owner, signed_in.visit.hash, password, request.address);
      if (!begun.ok) return accountPage(parts, visit, { problem: begun.error.message });
      return accountPage(parts, visit, { passkey_options: begun.value });
    },
    async 'add-passkey'(visit, form) {
      const { author, signed_in } = visit;
      const [answer, name] = [form.get('response') ?? '', form.get('passkey_name') ?? ''];
      return answered(parts, visit, await passkeys.add(author.owner, signed_in.visit.hash, answer, name), 'passkey');
    },
    'remove-passkey'(visit, form) {
      passkeys.remove(visit.author.owner, form.get('id') ?? '');
      return said('passkey-removed');
    },
  };
}

function ends({ identity, store, heir, ...rest }: AccountPagesParts): Readonly<Record<string, AuthorForm>> {
  const { accounts, places } = identity;
  return {
    'sign-out-place'(visit, form) {
      places.end(visit.author.owner, form.get('id') ?? '');
      return said('place');
    },
    'sign-out-everywhere'(visit) {
      places.endAll(visit.author.owner);
      identity.visits.endOthers(visit.author.owner, visit.signed_in.visit.hash);
      return said('everywhere');
    },
    async delete(visit, form) {
      const { owner, label } = visit.author;
      const parts = { identity, store, heir, ...rest };
      const proven = await accounts.isOwnPassword(owner, form.get('current') ?? '', visit.request.address);
      if (!proven.ok) return accountPage(parts, visit, { problem: proven.error.message });
      if (form.get('extensions') === 'remove') store.removeAll(owner, heir, label);
      else store.transfer(owner, heir, null, label);
      accounts.removeAccount(owner);
      return seeOther('/');
    },
  };
}

interface Shown {
  readonly problem?: string;
  /** A token that was made just now; it is not shown again. */
  readonly new_token?: string;
  /** From which the browser makes a passkey. */
  readonly passkey_options?: string;
  /** To which a code was sent. */
  readonly awaited_address?: string;
}

const SAID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: 'Your name is changed.',
    password: 'Your password is changed, and you are signed out everywhere else.',
    address: 'Your address is changed.',
    revoked: 'The token is revoked.',
    passkey: 'The passkey is added: the page for signing in has a button for it.',
    'passkey-removed': 'The passkey is removed, and signs in no more. Forget it where it is kept, too.',
    place: 'That machine is signed out.',
    everywhere: 'You are signed out everywhere else.',
  }),
);

function accountPage(
  parts: AccountPagesParts,
  visit: AuthorVisit,
  { problem = '', new_token, passkey_options, awaited_address }: Shown,
): HttpAnswer {
  const { identity, links } = parts;
  const account = identity.accounts.account(visit.author.owner);
  if (!account) return seeOther('/');
  const done = SAID.get(visit.request.query.get('said') ?? '');
  return pageAnswer({
    title: 'Account',
    links: links(visit.request),
    current: '/account',
    scripts: identity.passkeys.trouble() === '' ? [PASSKEY_SCRIPT] : [],
    status: problem === '' ? 200 : 400,
    content: html`${done === undefined ? null : html`<p class="said" role="status">${done}</p>`} ${problemOf(problem)}
      ${new_token === undefined ? null : newTokenCard(new_token)}
      ${awaited_address === undefined ? null : addressCodeForm(visit, awaited_address)}
      ${passkey_options === undefined ? null : newPasskeyForm(visit, passkey_options)}
      <form method="post" action="/sign-out" class="actions">
        ${tokenField(visit)}
        <span>You are signed in as <strong>${account.name}</strong>.</span>
        <button class="second">Sign out</button>
      </form>
      <div class="two">
        <div>${nameForm(visit, account)} ${addressForm(visit, account)}</div>
        <div>${passwordForm(visit)}</div>
      </div>
      ${passkeySection(visit, identity.passkeys)}
      <h2>Tokens for machines</h2>
      ${tokenList(visit, identity.tokens.list(account.sub))} ${tokenForm(visit)}
      <h2>Where you are signed in</h2>
      ${placeList(visit, parts)}
      <h2>Leave</h2>
      ${deleteForm(visit)}`,
  });
}

const nameForm = (visit: AuthorVisit, { name }: Account): Html =>
  html`<form method="post" action="/account/name">
    <h2>Name</h2>
    ${tokenField(visit)}
    <label for="name">Name</label>
    <p class="hint" id="name-hint">Others read it beside what you publish from now on.</p>
    <input
      id="name"
      name="name"
      autocomplete="nickname"
      required
      maxlength="64"
      value="${name}"
      aria-describedby="name-hint"
    />
    <button class="second">Change the name</button>
  </form>`;

const addressForm = (visit: AuthorVisit, { email }: Account): Html =>
  html`<form method="post" action="/account/address">
    <h2>E-mail address</h2>
    ${tokenField(visit)}
    <p>Now it is ${email}.</p>
    <label for="email">New address</label>
    <input id="email" name="email" type="email" autocomplete="email" required />
    ${currentField('address-current')}
    <button class="second">Send a code there</button>
  </form>`;

const addressCodeForm = (visit: AuthorVisit, email: string): Html =>
  html`<form method="post" action="/account/confirm-address">
    <h2>Confirm the new address</h2>
    ${tokenField(visit)}
    <input type="hidden" name="email" value="${email}" />
    <label for="code">Code</label>
    <p class="hint" id="code-hint">
      We sent a mail to ${email}. Its code has six digits, and is good for half an hour.
    </p>
    <input
      id="code"
      name="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="12"
      required
      aria-describedby="code-hint"
    />
    <button>Change the address</button>
  </form>`;

const passwordForm = (visit: AuthorVisit): Html =>
  html`<form method="post" action="/account/password">
    <h2>Password</h2>
    ${tokenField(visit)} ${currentField('password-current')}
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
      aria-describedby="password-hint"
    />
    <button class="second">Change the password</button>
  </form>`;

const newTokenCard = (token: string): Html =>
  html`<section class="card" aria-label="The new token">
    <h2>The new token</h2>
    <p class="quote"><code>${token}</code></p>
    <p>Keep it now: it is not shown again. A machine has it as <code>TAPIN_TOKEN</code>.</p>
  </section>`;

const tokenList = (visit: AuthorVisit, tokens: readonly NamedToken[]): Html =>
  tokens.length === 0
    ? html`<p>There are none.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Tokens">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Made</th>
              <th>Last used</th>
              <th>Good until</th>
              <th>Revoke</th>
            </tr>
          </thead>
          <tbody>
            ${tokens.map(
              ({ id, name, created_s, used_s, expires_s }) =>
                html`<tr>
                  <td>${name}</td>
                  <td>${dayOf(created_s)}</td>
                  <td>${used_s === null ? 'never' : dayOf(used_s)}</td>
                  <td>${dayOf(expires_s)}</td>
                  <td>
                    <div class="actions">
                      <form method="post" action="/account/revoke">
                        ${tokenField(visit)}<input type="hidden" name="id" value="${id}" />
                        <button class="danger" aria-label="Revoke ${name}">Revoke</button>
                      </form>
                    </div>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

const tokenForm = (visit: AuthorVisit): Html =>
  html`<form method="post" action="/account/token">
    ${tokenField(visit)}
    <p>With a token a machine such as CI publishes in your name, without a password.</p>
    <label for="token_name">Name of the token</label>
    <input id="token_name" name="token_name" required maxlength="64" autocomplete="off" />
    <label for="days">Days for which it is good</label>
    <input
      id="days"
      name="days"
      type="number"
      min="${TOKEN_DAYS.min}"
      max="${TOKEN_DAYS.max}"
      value="${TOKEN_DAYS.default}"
      required
    />
    ${currentField('token-current')}
    <button class="second">Make a token</button>
  </form>`;

function placeList(visit: AuthorVisit, { identity }: AccountPagesParts): Html {
  const { owner } = visit.author;
  const machines = identity.places.of(owner);
  const browsers = identity.visits.of(owner).length;
  return html`<p>${counted(browsers, 'browser')}, this one among them.</p>
    ${
      machines.length === 0
        ? html`<p>No machine is signed in by <code>tapin login</code>.</p>`
        : html`<ul>
            ${machines.map(
              ({ id, renewed_s }) =>
                html`<li class="actions">
                  <span>The command line of tapin, last used ${timeOf(renewed_s)} UTC</span>
                  <form method="post" action="/account/sign-out-place">
                    ${tokenField(visit)}<input type="hidden" name="id" value="${id}" />
                    <button class="second">Sign it out</button>
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

const deleteForm = (visit: AuthorVisit): Html =>
  html`<details>
    <summary>Delete the account</summary>
    <form method="post" action="/account/delete">
      ${tokenField(visit)}
      <p><a href="/own/export">Export everything</a> first: it can’t be undone.</p>
      <fieldset>
        <legend>What becomes of my extensions?</legend>
        <p>
          <label
            ><input type="radio" name="extensions" value="give" checked />FooGolf has them from then on, and devices
            keep them.</label
          >
        </p>
        <p>
          <label
            ><input type="radio" name="extensions" value="remove" />They are deleted, and devices remove them. Those
            that are on every device stay, and FooGolf has them.</label
          >
        </p>
      </fieldset>
      ${currentField('delete-current')}
      <button class="danger">Delete my account for ever</button>
    </form>
  </details>`;
