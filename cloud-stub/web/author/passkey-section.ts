// Passkey section of the account page (C119): the list, and the form for adding one. The list works without JavaScript;
// browsers without passkey support or scripts get a note instead of the form.

import type { Passkey } from '../../accounts/passkeys/database-passkeys.ts';
import type { Passkeys } from '../../accounts/passkeys/passkeys.ts';
import { shownForm, type FormProblem, type ShownForm } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { dayOf } from '../common/page.ts';
import { tableOf } from '../common/table.ts';
import { tokenField, type AuthorVisit } from './author-visit.ts';

/** `form`: name of the form that asks for the password. */
export const currentField = (form: string, { about }: ShownForm): Html =>
  html`<label for="${form}-current">Your password</label>
    <input
      id="${form}-current"
      name="current"
      type="password"
      autocomplete="current-password"
      required
      ${about('current')}
    />`;

export function passkeySection(visit: AuthorVisit, passkeys: Passkeys, refused: FormProblem | null): Html {
  const problem = passkeys.problem();
  return html`<h2>Passkeys</h2>
    <p>With a passkey, you sign in with your finger, face or PIN instead of the password.</p>
    ${passkeyList(visit, passkeys.list(visit.author.owner))}
    ${
      problem === ''
        ? beginForm(visit, refused)
        : html`${shownForm('passkey', refused).problem}
            <p>${problem}</p>`
    }`;
}

const passkeyList = (visit: AuthorVisit, passkeys: readonly Passkey[]): Html =>
  passkeys.length === 0
    ? html`<p>No passkeys.</p>`
    : tableOf(
        'Passkeys',
        ['Name', 'Created', 'Last used', 'Remove'],
        passkeys.map(({ id, name, created_s, used_s }) => [
          name,
          dayOf(created_s),
          used_s === null ? 'never' : dayOf(used_s),
          html`<form method="post" action="/account/remove-passkey" class="in-row">
            ${tokenField(visit)}<input type="hidden" name="id" value="${id}" />
            <button class="danger" aria-label="Remove ${name}">Remove</button>
          </form>`,
        ]),
      );

function beginForm(visit: AuthorVisit, refused: FormProblem | null): Html {
  const form = shownForm('passkey', refused);
  return html`<p data-passkey-unable>This browser does not support passkeys or has JavaScript turned off.</p>
    <form method="post" action="/account/passkey" data-passkey-able hidden>
      ${tokenField(visit)} ${form.problem} ${currentField('passkey', form)}
      <button class="second">Add a passkey</button>
    </form>`;
}

/** `options`: registration options for the browser, as JSON. */
export const newPasskeyForm = (visit: AuthorVisit, options: string): Html =>
  html`<form
    method="post"
    action="/account/add-passkey"
    data-passkey="add"
    data-passkey-able
    data-options="${options}"
    hidden
  >
    <h2>Add a passkey</h2>
    ${tokenField(visit)}
    <input type="hidden" name="response" />
    <label for="passkey_name">Passkey name</label>
    <p class="hint" id="passkey-name-hint">Default: the name of the authenticator, such as Windows Hello.</p>
    <input
      id="passkey_name"
      name="passkey_name"
      maxlength="64"
      autocomplete="off"
      autofocus
      aria-describedby="passkey-name-hint"
    />
    <div role="alert" data-passkey-problem></div>
    <button>Create passkey</button>
  </form>`;
