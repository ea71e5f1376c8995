// Validation of the sign-up and sign-in forms of authors (C110). Each rule returns a sentence, or '' if the value is
// valid.

import { characters } from '../../wire/relay/fields.ts';
import { AUTHOR_CHARS_MAX } from '../store/author.ts';

export const PASSWORD_CHARS = { min: 10, max: 128 } as const;
const EMAIL_CHARS_MAX = 254;
/** Fewer distinct characters make an easily guessed pattern. */
const DIFFERENT_CHARS_MIN = 5;
/** Shorter parts of an address or a name match by chance. */
const PART_CHARS_MIN = 4;

/** Matches a single address, with nothing that a mail header would read as more. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+$/u;

export const emailProblem = (email: string): string =>
  EMAIL.test(email) && email.length <= EMAIL_CHARS_MAX && !/[\p{C}]/u.test(email)
    ? ''
    : 'Enter an e-mail address such as ann@example.com.';

/** Longer input is no address, and normalizing it could take long (R150). */
const TYPED_CHARS_MAX = 1024;

/** Returns the typed address, trimmed and in Unicode form NFKC. */
export const addressIn = (typed: string): string =>
  typed.length > TYPED_CHARS_MAX ? typed : typed.trim().normalize('NFKC');

/** Whether the input can be the address of an account. Other text, which could have any length, is never stored. */
export const isEmail = (typed: string): boolean => emailProblem(addressIn(typed)) === '';

/** Returns the lookup key of an address, which ignores case. */
export const emailKey = (email: string): string => addressIn(email).toLowerCase();

/** Author names reserved for FooGolf's own extensions. */
const OWN_NAMES: ReadonlySet<string> = new Set(['foogolf', 'tapin']);

export function nameProblem(name: string): string {
  if (!isName(name))
    return `A name must have 1 to ${AUTHOR_CHARS_MAX} characters on one line. Others see it next to your extensions.`;
  return OWN_NAMES.has(skeletonOf(name)) ? 'This name is reserved for FooGolf. Choose another.' : '';
}

/** Characters that look like the letters in FooGolf's own names. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { о: 'o', ο: 'o', օ: 'o', ց: 'g', ɡ: 'g', ӏ: 'l', '0': 'o', '1': 'l', '|': 'l', т: 't', τ: 't', а: 'a', α: 'a', р: 'p', ρ: 'p', і: 'i', ι: 'i', ո: 'n' }; // oxfmt-ignore

/** Returns a name as readers perceive it: in lower case, without spaces, marks and invisible characters. */
const skeletonOf = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase())
    .map((character) => LOOK_ALIKE[character] ?? character)
    .join('')
    .replaceAll(/[\s\p{M}\p{P}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll('|', 'l');

export const supportNameProblem = (name: string): string =>
  isName(name) ? '' : `A name must have 1 to ${AUTHOR_CHARS_MAX} characters on one line.`;

function isName(name: string): boolean {
  const count = characters(name);
  return count >= 1 && count <= AUTHOR_CHARS_MAX && name === name.trim() && !/[\p{C}\u2028\u2029]/u.test(name);
}

interface AboutAuthor {
  readonly email: string;
  readonly name: string;
}

/** `common`: common passwords in lower case. */
export function passwordProblem(password: string, about: AboutAuthor, common: ReadonlySet<string>): string {
  const count = characters(password);
  if (count < PASSWORD_CHARS.min || count > PASSWORD_CHARS.max)
    return `A password must have ${PASSWORD_CHARS.min} to ${PASSWORD_CHARS.max} characters.`;
  const folded = password.normalize('NFKC').toLowerCase();
  if (common.has(folded) || new Set(folded).size < DIFFERENT_CHARS_MIN)
    return 'This password is too common. Choose another.';
  const parts = [about.name, ...about.email.split('@')].map((part) => part.normalize('NFKC').toLowerCase());
  if (parts.some((part) => part.length >= PART_CHARS_MIN && folded.includes(part)))
    return 'This password contains your name or address. Choose another.';
  return '';
}
