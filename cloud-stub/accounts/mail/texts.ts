// Texts of the identity provider's mails. Users type a code into the waiting page; the mails contain no link to it.
// `origin`: public origin of the cloud.

import type { Mail } from './mailer.ts';

const NOT_ME = 'If this was not you, ignore this mail: nothing changes without the code.';

export const signUpMail = (to: string, code: string): Mail => ({
  to,
  subject: `${code} is your code for FooGolf`,
  text: `${code} is the code to confirm your address.\n\nEnter it on the sign-up page within 30 minutes.\n\n${NOT_ME}\n`,
});

/** Mail to an address that already has an account, so that the sign-up page need not reveal the account. */
export const knownMail = (to: string): Mail => ({
  to,
  subject: 'You already have a FooGolf account',
  text: 'Someone tried to sign up with your address, which already has an account. Sign in with it. If you forgot the password, set a new one from the sign-in page.\n\nIf this was not you, ignore this mail: nothing has changed.\n',
});

/** Tells a user who resets the password that passkeys still work. */
const passkeysStay = (has_passkeys: boolean): string =>
  has_passkeys
    ? '\n\nThe passkeys of your account still work: anyone who has one can sign in. Check them on your account page and remove any that are not yours.'
    : '';

export const resetMail = (to: string, code: string, has_passkeys: boolean): Mail => ({
  to,
  subject: `${code} is your code for a new password`,
  text: `${code} is the code to set a new password.\n\nEnter it on the page that asks for it within 30 minutes. You are then signed out everywhere else.${passkeysStay(has_passkeys)}\n\n${NOT_ME}\n`,
});

export const addressMail = (to: string, code: string): Mail => ({
  to,
  subject: `${code} is your code for your new address`,
  text: `${code} is the code to confirm this as the address of your account.\n\nEnter it on your account page within 30 minutes.\n\n${NOT_ME}\n`,
});

/** Mail to the previous address of an account. */
export const addressChangedMail = (to: string, origin: string): Mail => ({
  to,
  subject: 'The address of your FooGolf account was changed',
  text: `The address of your account was changed. This address is no longer in use.\n\nIf this was not you, someone knows your password. If you are still signed in somewhere or have a passkey, set a new password and restore your address at ${origin}/account at once. If you can’t sign in, contact the operator of the cloud at ${origin}: codes now go to the new address.\n`,
});

export const passwordChangedMail = (to: string, has_passkeys: boolean, origin: string): Mail => ({
  to,
  subject: 'Your FooGolf password was changed',
  text: `The password of your account was changed, and you are signed out everywhere else.${passkeysStay(has_passkeys)}\n\nIf this was not you, set a new one at once with “Forgot your password?” at ${origin}/sign-in.\n`,
});

export const passkeyAddedMail = (to: string, name: string, origin: string): Mail => ({
  to,
  subject: 'A passkey was added to your FooGolf account',
  text: `A passkey was added to your account: ${name}. Anyone who has it can sign in.\n\nIf this was not you, someone knows your password: set a new one and remove the passkey at ${origin}/account.\n`,
});

/** `at`: URL of the page where the user enters the code. */
export const invitationMail = (to: string, code: string, at: string): Mail => ({
  to,
  subject: 'Invitation to FooGolf support',
  text: `You are invited to join FooGolf support.\n\nOpen ${at} within a week and enter your address and this code:\n\n${code}\n\nHave an authenticator app ready: each sign-in asks for its code.\n`,
});
