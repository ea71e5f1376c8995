// Handlers for changing and deleting an account (C115): name, password, address, passkeys, signed-in sessions, machine
// tokens.

import type { HttpAnswer } from '../../http/answers.ts';
import type { HttpRequest, Route } from '../../http/route.ts';
import type { Form } from '../common/form.ts';
import { html } from '../common/html.ts';
import { pageAnswer, seeOther } from '../common/page.ts';
import type { OperatingError, Result } from '../../../wire/errors.ts';
import { readTypedNumber } from '../../../wire/typed-number.ts';
import { accountPage, type AccountPagesDeps, type ShownAccount } from './account-page.ts';
import { guarded, type AuthorForm, type AuthorVisit } from './author-visit.ts';
import { exportOf } from './export.ts';

export function accountPages(deps: AccountPagesDeps): readonly Route[] {
  const { get, post } = guarded(deps);
  return [
    { path: '/account', methods: { GET: get((visit) => accountPage(deps, visit)) } },
    ...Object.entries({ ...changes(deps), ...passkeyChanges(deps), ...ends(deps) }).map(([name, sent]) => ({
      path: `/account/${name}`,
      methods: { POST: post(sent) },
    })),
    { path: DELETED, methods: { GET: (request) => deletedPage(deps, request) } },
    { path: '/own/export', methods: { GET: get((visit) => exportOf(deps, visit)) } },
  ];
}

const DELETED = '/account/deleted';

const deletedPage = ({ links, signing_in }: AccountPagesDeps, request: HttpRequest): HttpAnswer => {
  if (signing_in.of(request)) return seeOther('/account');
  return pageAnswer({
    title: 'Account deleted',
    links: links(request),
    current: '',
    content: html`<p>
        Your address, passkeys and tokens are deleted. Extensions that now belong to FooGolf keep your name.
      </p>
      <p><a class="button" href="/">Browse extensions</a></p>`,
  });
};

const redirectWith = (what: string): HttpAnswer => seeOther(`/account?said=${what}`);

/** Returns the possible answers to one form of the page. */
const answersTo = (deps: AccountPagesDeps, form: string, visit: AuthorVisit, typed: Form) => {
  const again = ({ message, field }: OperatingError, more: ShownAccount = {}): HttpAnswer =>
    accountPage(deps, visit, { ...more, refused: { form, problem: message, field, typed } });
  return {
    /** Shows the form again with its error. */
    again,
    /** Reports success, or shows the form again. */
    done: (result: Result<unknown>, what: string): HttpAnswer => (result.ok ? redirectWith(what) : again(result.error)),
  };
};

const inForm = (form: Form, name: string): string => form.get(name) ?? '';

function changes(deps: AccountPagesDeps): Readonly<Record<string, AuthorForm>> {
  const { accounts, tokens } = deps.identity;
  return {
    name: (visit, form) =>
      answersTo(deps, 'name', visit, form).done(accounts.changeName(visit.author.owner, inForm(form, 'name')), 'name'),
    async password(visit, form) {
      const { owner } = visit.author;
      const typed = { current: inForm(form, 'current'), password: inForm(form, 'password') };
      const { address } = visit.request;
      const changed = await accounts.changePassword(owner, typed, address, visit.signed_in.session.hash);
      return answersTo(deps, 'password', visit, form).done(changed, 'password');
    },
    async address(visit, form) {
      const typed = { current: inForm(form, 'current'), email: inForm(form, 'email') };
      const requested = await accounts.changeAddress(visit.author.owner, typed, visit.request.address);
      if (!requested.ok) return answersTo(deps, 'address', visit, form).again(requested.error);
      return accountPage(deps, visit, { awaited_address: typed.email, ...goOnAt('confirm-address', 'code') });
    },
    'confirm-address'(visit, form) {
      const confirmed = accounts.confirmAddress(visit.author.owner, inForm(form, 'code'));
      if (confirmed.ok) return redirectWith('address');
      const error = { ...confirmed.error, field: 'code' };
      const awaited_address = inForm(form, 'email');
      return answersTo(deps, 'confirm-address', visit, form).again(error, { awaited_address });
    },
    async token(visit, form) {
      const { again } = answersTo(deps, 'token', visit, form);
      // The token outlives the web session, so a passer-by at an open browser must not be able to create one.
      const proven = await accounts.isOwnPassword(visit.author.owner, inForm(form, 'current'), visit.request.address);
      if (!proven.ok) return again(proven.error);
      const made = tokens.create(
        visit.author,
        inForm(form, 'token_name'),
        readTypedNumber(inForm(form, 'days')) ?? Number.NaN,
      );
      if (!made.ok) return again(made.error);
      return accountPage(deps, visit, { new_token: made.value });
    },
    revoke(visit, form) {
      tokens.revoke(visit.author.owner, inForm(form, 'id'));
      return redirectWith('revoked');
    },
  };
}

/** Shows the next form, with the focus on its field. */
const goOnAt = (form: string, field: string): ShownAccount => ({
  refused: { form, field, problem: '', typed: new Map() },
});

function passkeyChanges(deps: AccountPagesDeps): Readonly<Record<string, AuthorForm>> {
  const { passkeys } = deps.identity;
  return {
    async passkey(visit, form) {
      const { author, signed_in, request } = visit;
      const password = inForm(form, 'current');
      const started = await passkeys.beginAdding(author.owner, signed_in.session.hash, password, request.address);
      if (!started.ok) return answersTo(deps, 'passkey', visit, form).again(started.error);
      return accountPage(deps, visit, { passkey_options: started.value });
    },
    async 'add-passkey'(visit, form) {
      const { author, signed_in } = visit;
      const [answer, name] = [inForm(form, 'response'), inForm(form, 'passkey_name')];
      const added = await passkeys.add(author.owner, signed_in.session.hash, answer, name);
      if (added.ok) return redirectWith('passkey');
      // The browser's response is now invalid: the user starts again with the password.
      return answersTo(deps, 'passkey', visit, form).again({ code: added.error.code, message: added.error.message });
    },
    'remove-passkey'(visit, form) {
      passkeys.remove(visit.author.owner, inForm(form, 'id'));
      return redirectWith('passkey-removed');
    },
  };
}

function ends(deps: AccountPagesDeps): Readonly<Record<string, AuthorForm>> {
  const { identity, store, heir } = deps;
  const { accounts, cli_sessions } = identity;
  return {
    'sign-out-place'(visit, form) {
      cli_sessions.end(visit.author.owner, inForm(form, 'id'));
      return redirectWith('place');
    },
    'sign-out-everywhere'(visit) {
      cli_sessions.endAll(visit.author.owner);
      identity.web_sessions.endOthers(visit.author.owner, visit.signed_in.session.hash);
      return redirectWith('everywhere');
    },
    async delete(visit, form) {
      const { owner, label } = visit.author;
      const proven = await accounts.isOwnPassword(owner, inForm(form, 'current'), visit.request.address);
      if (!proven.ok) return answersTo(deps, 'delete', visit, form).again(proven.error);
      if (form.get('extensions') === 'remove') store.removeAll(owner, heir, label);
      else store.transfer(owner, heir, null, label);
      accounts.removeAccount(owner);
      return seeOther(DELETED);
    },
  };
}
