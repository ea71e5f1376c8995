// Pages for somebody who is signed in: who that is, and the forms that are taken, each once and from a page of the same visit alone.

import type { HttpAnswer } from '../../http/answers.ts';
import type { HttpRequest } from '../../http/route.ts';
import { isFormOf, readOpenForm, type Form } from './form.ts';
import { createOnce, onceKey } from './once.ts';
import type { SignedIn, SigningIn } from './signing-in.ts';

/** Somebody who is signed in, at one of the pages. */
export interface PageVisit {
  readonly signed_in: SignedIn;
  readonly request: HttpRequest;
}

type PageFor<V> = (visit: V) => HttpAnswer | Promise<HttpAnswer>;
export type FormFor<V> = (visit: V, form: Form) => HttpAnswer | Promise<HttpAnswer>;
type PathHandler = (request: HttpRequest, code: string) => HttpAnswer | Promise<HttpAnswer>;

/** Of a form with what somebody has typed for long: nothing of it is done, and nothing of it is lost. */
export interface LateForm<V> {
  /** Nobody is signed in any more. */
  signedOut(request: HttpRequest, form: Form): HttpAnswer;
  /** Somebody has signed in after the page was shown. */
  readonly again: FormFor<V>;
}

/** C130: what is shown again to a client that is not signed in. A text of 65,536 bytes fits, each of its line ends sent as two. */
const LATE_FORM_CHARS_MAX = 150_000;

const charsOf = (form: Form): number => [...form.values()].reduce((sum, { length }) => sum + length, 0);

export const FOREIGN_FORM =
  'This form is too old, or of another page. Go back, load the page again, and send it from there.';

interface GuardedParts<V extends PageVisit> {
  readonly signing_in: Pick<SigningIn, 'of' | 'ask' | 'refuseBody'>;
  readonly unix_s: () => number;
  /** Null where these pages are not for who is signed in. */
  readonly visitOf: (visit: PageVisit, code: string) => V | null;
  /** Answers them. */
  readonly notForThem: (request: HttpRequest) => HttpAnswer;
  /** Answers a form that no page of the visit has sent. */
  readonly foreignForm: (visit: V) => HttpAnswer;
}

export interface Guarded<V> {
  get(page: PageFor<V>): PathHandler;
  post(sent: FormFor<V>, late?: LateForm<V>): PathHandler;
}

export function createGuarded<V extends PageVisit>(parts: GuardedParts<V>): Guarded<V> {
  const { signing_in, unix_s, notForThem, foreignForm } = parts;
  const once = createOnce<HttpAnswer>(unix_s);
  const visitOf = (request: HttpRequest, code: string): V | null => {
    const signed_in = signing_in.of(request);
    return signed_in && parts.visitOf({ signed_in, request }, code);
  };
  const nobody = (request: HttpRequest): HttpAnswer =>
    signing_in.of(request) ? notForThem(request) : signing_in.ask(request);
  const signedOut = async (request: HttpRequest, late: LateForm<V> | undefined): Promise<HttpAnswer> => {
    // The first of two may have ended the visit, as the form that deletes the account does.
    if (!late && !once.knows(request.path)) return nobody(request);
    const refused = signing_in.refuseBody(request);
    if (refused) return refused;
    const form = await readOpenForm(request);
    const key = form && onceKey(request.path, form);
    const before = key && once.find(key);
    if (before) return before;
    return late && form && charsOf(form) <= LATE_FORM_CHARS_MAX ? late.signedOut(request, form) : nobody(request);
  };
  return {
    get: (page) => (request, code) => {
      const visit = visitOf(request, code);
      return visit ? page(visit) : nobody(request);
    },
    // The body is read only once its sender is known to be signed in, or to have typed what must not be lost (R150).
    post: (sent, late) => async (request, code) => {
      const visit = visitOf(request, code);
      if (!visit) return signing_in.of(request) ? notForThem(request) : signedOut(request, late);
      const form = await readOpenForm(request);
      if (form && isFormOf(form, visit.signed_in.form_token)) {
        const key = onceKey(request.path, form);
        return key ? once.answer(key, () => sent(visit, form)) : sent(visit, form);
      }
      return form && late ? late.again(visit, form) : foreignForm(visit);
    },
  };
}
