// What an author may type into the forms of signing up and in (C110). Each rule gives a sentence, or '' where nothing is wrong.

import { characters } from '../../wire/relay/fields.ts';
import { AUTHOR_CHARS_MAX } from '../store/author.ts';

export const PASSWORD_CHARS = { min: 10, max: 128 } as const;
const EMAIL_CHARS_MAX = 254;
/** Fewer are a pattern that is soon tried. */
const DIFFERENT_CHARS_MIN = 5;
/** What is part of an address or of a name, and shorter, is chance. */
const PART_CHARS_MIN = 4;

/** One address and nothing that a mail's head would take for more. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/u;

export const emailProblem = (email: string): string =>
  EMAIL.test(email) && email.length <= EMAIL_CHARS_MAX && !/[\p{C}]/u.test(email)
    ? ''
    : 'An e-mail address is such as ann@example.com.';

/** By which an address is found: nobody has two that differ in case alone. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** FooGolf's own extensions have this author. */
const OWN_NAMES: ReadonlySet<string> = new Set(['foogolf', 'tapin']);

export function nameProblem(name: string): string {
  if (!isName(name))
    return `A name has 1 to ${AUTHOR_CHARS_MAX} characters on one line: others read it beside your extensions.`;
  return OWN_NAMES.has(name.normalize('NFKC').toLowerCase()) ? 'That name is FooGolf’s own; take another.' : '';
}

export const supportNameProblem = (name: string): string =>
  isName(name) ? '' : `A name has 1 to ${AUTHOR_CHARS_MAX} characters on one line.`;

function isName(name: string): boolean {
  const count = characters(name);
  return count >= 1 && count <= AUTHOR_CHARS_MAX && name === name.trim() && !/[\p{C}\u2028\u2029]/u.test(name);
}

export interface AboutAuthor {
  readonly email: string;
  readonly name: string;
}

/** `common`: passwords that are known to be tried first, in lower case. */
export function passwordProblem(password: string, about: AboutAuthor, common: ReadonlySet<string>): string {
  const count = characters(password);
  if (count < PASSWORD_CHARS.min || count > PASSWORD_CHARS.max)
    return `A password has ${PASSWORD_CHARS.min} to ${PASSWORD_CHARS.max} characters.`;
  const folded = password.normalize('NFKC').toLowerCase();
  if (common.has(folded) || new Set(folded).size < DIFFERENT_CHARS_MIN)
    return 'That password is among those that are tried first; take another.';
  const parts = [about.name, ...about.email.split('@')].map((part) => part.normalize('NFKC').toLowerCase());
  if (parts.some((part) => part.length >= PART_CHARS_MIN && folded.includes(part)))
    return 'That password has your name or your address in it; take another.';
  return '';
}
