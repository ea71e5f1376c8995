// Header links of each page, depending on the reader.

import type { HttpRequest } from '../../http/route.ts';
import type { SigningIn } from '../common/signing-in.ts';

export type Links = (request: HttpRequest) => readonly (readonly [path: string, text: string])[];

/** `signing_in`: null if this cloud has no accounts of its own. */
export const linksFor =
  (signing_in: SigningIn | null): Links =>
  (request) => {
    if (!signing_in) return [['/', 'Extensions']];
    const more = signing_in.of(request) ? ([['/account', 'Account']] as const) : ([['/sign-in', 'Sign in']] as const);
    return [['/', 'Extensions'], ['/own', 'My extensions'], ...more];
  };
