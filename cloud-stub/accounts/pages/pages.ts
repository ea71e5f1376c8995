// Sign-up and sign-in pages. They work without JavaScript, except for passkeys, and load nothing from other origins.

import { PASSWORD_CHARS } from '../form-rules.ts';
import type { Mail } from '../mail/mailer.ts';
import { codeField, mailSentence, noMail, type MailPlace } from '../../web/common/code-field.ts';
import { formIdField } from '../../web/common/form.ts';
import { html, type Html } from '../../web/common/html.ts';
import { problemOf } from '../../web/common/page.ts';

export interface AccountPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * `form_origin`: origin of the client, to which forms may redirect besides this origin. `scripts`: modules that the
 * page loads.
 */
export function pageOf(title: string, content: Html, form_origin = '', scripts: readonly string[] = []): AccountPage {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · FooGolf</title>
        <link rel="stylesheet" href="/id/style.css" />
        ${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
      </head>
      <body>
        <main>
          <header>FooGolf</header>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  return { headers: pageHeaders(form_origin, scripts.length > 0), body: document.markup };
}

const pageHeaders = (form_origin: string, has_scripts: boolean): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    ...(has_scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    `form-action 'self' ${form_origin}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** Values typed before, and the problem with them; '' if none. */
export interface Typed {
  readonly problem: string;
  readonly email: string;
  readonly name: string;
}

const emailField = (email: string): Html =>
  html` <label for="email">E-mail address</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />`;

const newPasswordField = (label: string): Html =>
  html` <label for="password">${label}</label>
    <p class="hint" id="password-hint">At least ${PASSWORD_CHARS.min} characters. A few words work well.</p>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      aria-describedby="password-hint"
    />`;

/** Path of the passkey script. */
export const PASSKEY_SCRIPT = '/site/passkeys.js';

const passkeyForm = (at: string): Html =>
  html`<form
    method="post"
    action="${at}/passkey"
    data-passkey="sign-in"
    data-passkey-able
    data-options="${at}/passkey-options"
    hidden
  >
    ${formIdField()}<input type="hidden" name="response" />
    <div role="alert" data-passkey-problem></div>
    <button class="second">Sign in with a passkey</button>
  </form>`;

export const signInContent = (at: string, { problem, email }: Typed, has_passkeys: boolean): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/sign-in">
      ${formIdField()} ${emailField(email)}
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button>Sign in</button>
    </form>
    ${has_passkeys ? passkeyForm(at) : null}
    <p>New here? <a href="${at}/sign-up">Create an account</a>. <a href="${at}/forgot">Forgot your password?</a></p>`;

export const signUpContent = (at: string, { problem, email, name }: Typed): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/sign-up">
      ${formIdField()} ${emailField(email)}
      <label for="name">Name</label>
      <p class="hint" id="name-hint">Others see it next to your extensions.</p>
      <input
        id="name"
        name="name"
        autocomplete="nickname"
        required
        maxlength="64"
        value="${name}"
        aria-describedby="name-hint"
      />
      ${newPasswordField('Password')}
      <button>Send me a code</button>
    </form>
    <p>Already have an account? <a href="${at}/sign-in">Sign in</a>.</p>`;

export const confirmContent = (at: string, { problem, email }: Typed, place: MailPlace): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/confirm">
      ${formIdField()}
      <input type="hidden" name="email" value="${email}" />
      ${codeField(mailSentence(place, `We sent a mail to ${email}.`, `the mail to ${email}`))}
      <button>Create my account</button>
    </form>
    <p>${noMail(place)} <a href="${at}/sign-up">Start again</a>.</p>`;

export const forgotContent = (at: string, { problem, email }: Typed): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/forgot">
      ${formIdField()} ${emailField(email)}
      <button>Send me a code</button>
    </form>
    <p><a href="${at}/sign-in">Back to sign-in</a></p>`;

export const resetContent = (at: string, { problem, email }: Typed, place: MailPlace): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/reset">
      ${formIdField()}
      <input type="hidden" name="email" value="${email}" />
      ${codeField(
        mailSentence(
          place,
          `If ${email} has an account, a mail is on its way.`,
          `the mail to ${email}, if it has an account,`,
        ),
      )}
      ${newPasswordField('New password')}
      <button>Set password and sign in</button>
    </form>
    <p>${noMail(place)} <a href="${at}/forgot">Start again</a>.</p>`;

export const consentContent = (at: string, client: string, name: string): Html =>
  html` <form method="post" action="${at}/consent">
    ${formIdField()}
    <p>You are signed in as <strong>${name}</strong>. ${client} asks to act for you:</p>
    <ul>
      <li>publish, change and delete your extensions</li>
      <li>read your name and e-mail address</li>
    </ul>
    <p class="hint">Allow this only if you just started it.</p>
    <button>Allow</button>
    <button class="second" formaction="${at}/cancel">Cancel</button>
    <p>Not ${name}? <a href="${at}/sign-in">Sign in with another account</a>.</p>
  </form>`;

export const supportSignInContent = (at: string, { problem, email }: Typed): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${at}/support-sign-in">
      ${formIdField()} ${emailField(email)}
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <label for="otp">Authenticator code</label>
      <input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required />
      <button>Sign in</button>
    </form>
    <p>These pages are for support. Authors <a href="/own">sign in here</a>.</p>`;

/** Target of a form, and the token that proves that the form comes from this browser. */
export interface Hidden {
  readonly action: string;
  readonly xsrf: string;
}

export const signOutPage = ({ action, xsrf }: Hidden): AccountPage =>
  pageOf(
    'Sign out?',
    html`<form method="post" action="${action}">
      <p>This signs you out of FooGolf in this browser. Other machines and the command line stay signed in.</p>
      ${formIdField()}<input type="hidden" name="xsrf" value="${xsrf}" />
      <button name="logout" value="yes">Sign out</button>
      <button class="second">Stay signed in</button>
    </form>`,
  );

const TO_EXTENSIONS = html`<p><a href="/">Browse extensions</a></p>`;

export const signedOutPage = (): AccountPage =>
  pageOf(
    'Signed out',
    html`<div class="card">
      <p>You are signed out of FooGolf in this browser.</p>
      ${TO_EXTENSIONS}
    </div>`,
  );

export const stillSignedInPage = (): AccountPage =>
  pageOf(
    'You are still signed in',
    html`<div class="card">
      <p>Nothing has changed.</p>
      ${TO_EXTENSIONS}
    </div>`,
  );

export const deviceCodeContent = ({ action, xsrf }: Hidden, problem: string): Html =>
  html` ${problemOf(problem)}
    <form method="post" action="${action}">
      ${formIdField()}<input type="hidden" name="xsrf" value="${xsrf}" />
      <label for="user_code">Code</label>
      <p class="hint" id="code-hint">Eight letters, shown on the machine where you sign in.</p>
      <input
        id="user_code"
        name="user_code"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        required
        aria-describedby="code-hint"
      />
      <button>Continue</button>
    </form>`;

export const deviceConfirmContent = ({ action, xsrf }: Hidden, code: string, from: string): Html =>
  html` <form method="post" action="${action}">
    <p>A machine at ${from} asks to sign in and shows this code:</p>
    <p class="code">${code}</p>
    <p class="hint">Continue only if you just started this and see the same code there.</p>
    ${formIdField()}<input type="hidden" name="xsrf" value="${xsrf}" />
    <input type="hidden" name="user_code" value="${code}" />
    <button name="confirm" value="yes">Yes, continue</button>
    <button class="second" name="abort" value="yes">Cancel</button>
  </form>`;

export const deviceDoneContent = (): Html =>
  html`<div class="card"><p>The other machine is signed in. You can close this window.</p></div>`;

/** `code`: error code for the developer of the client that sent the user to this page; '' if none. */
export const errorPage = (sentence: string, code = ''): AccountPage =>
  pageOf(
    'That did not work',
    html`<div class="card">
      <p>${sentence}</p>
      <p>Go back to where you came from and start again.</p>
      ${code === '' ? null : html`<p class="hint">For the developer of that program: <code>${code}</code></p>`}
    </div>`,
  );

/** Mails of a cloud on the user's own machine, which sends none. */
export const outboxPage = (mails: readonly Mail[]): AccountPage =>
  pageOf(
    'Outbox',
    html`<p>This cloud has no mail server (TAPIN_SMTP_URL), so its mails appear here, newest first.</p>
      ${mails.length === 0 ? html`<p>No mails yet.</p>` : null}
      ${mails.map(
        ({ to, subject, text }) =>
          html`<article class="card">
            <strong>${subject}</strong> to ${to}
            <pre>${text}</pre>
          </article>`,
      )}`,
  );
