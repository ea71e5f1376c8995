// Texts of the identity provider's mails. Users type a code into the waiting page; the mails contain no link to it.
// `origin`: public origin of the cloud.

import type { Mail } from './mailer.ts';

const NOT_ME = 'If that was not you, do nothing: without the code nothing changes.';

export const signUpMail = (to: string, code: string): Mail => ({
  to,
  subject: `${code} is your code for FooGolf`,
  text: `${code} is the code that confirms your address.\n\nType it into the page on which you signed up, within half an hour.\n\n${NOT_ME}\n`,
});

/** Mail to a user who already has an account, so that the page need not reveal it. */
export const knownMail = (to: string): Mail => ({
  to,
  subject: 'You have an account at FooGolf already',
  text: 'Somebody signed up with your address, which has an account already. Sign in with it; if the password is forgotten, the page for signing in has a way to set another.\n\nIf that was not you, do nothing: nothing has changed.\n',
});

/** Warns a user who resets the password that passkeys still work. */
const passkeysStay = (has_passkeys: boolean): string =>
  has_passkeys
    ? '\n\nThe passkeys of your account stay: anyone with one can sign in. Look at them on the page of your account, and remove those that are not yours.'
    : '';

export const resetMail = (to: string, code: string, has_passkeys: boolean): Mail => ({
  to,
  subject: `${code} is your code for a new password`,
  text: `${code} is the code by which you set another password.\n\nType it into the page that asks for it, within half an hour. You are then signed out everywhere else.${passkeysStay(has_passkeys)}\n\n${NOT_ME}\n`,
});

export const addressMail = (to: string, code: string): Mail => ({
  to,
  subject: `${code} is your code for your new address`,
  text: `${code} is the code that makes this the address of your account.\n\nType it into the page of your account, within half an hour.\n\n${NOT_ME}\n`,
});

/** Mail to the previous address of an account. */
export const addressChangedMail = (to: string, origin: string): Mail => ({
  to,
  subject: 'Your account at FooGolf has another address',
  text: `The address of your account was changed, and this one is no longer it.\n\nIf that was not you, someone knows your password. Where you are still signed in, or have a passkey, set another password and your own address at ${origin}/account at once. Where you can’t sign in, ask the operator of the cloud at ${origin}: codes go to the new address.\n`,
});

export const passwordChangedMail = (to: string, has_passkeys: boolean, origin: string): Mail => ({
  to,
  subject: 'Your password at FooGolf was changed',
  text: `The password of your account was changed, and you are signed out everywhere else.${passkeysStay(has_passkeys)}\n\nIf that was not you, set another one at once: ${origin}/sign-in has a way to do so, “Forgot the password?”.\n`,
});

export const passkeyAddedMail = (to: string, name: string, origin: string): Mail => ({
  to,
  subject: 'Your account at FooGolf has another passkey',
  text: `A passkey was added to your account: ${name}. Anyone with it can sign in.\n\nIf that was not you, someone knows your password: set another one, and remove the passkey, at ${origin}/account.\n`,
});

/** `at`: URL of the page that takes the code. */
export const invitationMail = (to: string, code: string, at: string): Mail => ({
  to,
  subject: 'You are invited to the support of FooGolf',
  text: `You are invited to the support of FooGolf.\n\nOpen ${at} and type your address and this code, within a week:\n\n${code}\n\nHave an authenticator ready: signing in asks for its code each time.\n`,
});
