// Handlers for pages that require sign-in: they identify the user and accept each form once, from a page of the same
// web session only.

import type { HttpAnswer } from '../../http/answers.ts';
import type { HttpRequest } from '../../http/route.ts';
import { isFormOf, readOpenForm, type Form } from './form.ts';
import { createOnce, onceKey } from './once.ts';
import type { SignedIn, SigningIn } from './signing-in.ts';

/** A request of a signed-in user to one of the pages. */
export interface PageVisit {
  readonly signed_in: SignedIn;
  readonly request: HttpRequest;
}

type PageFor<V> = (visit: V) => HttpAnswer | Promise<HttpAnswer>;
export type FormFor<V> = (visit: V, form: Form) => HttpAnswer | Promise<HttpAnswer>;
type PathHandler = (request: HttpRequest, code: string) => HttpAnswer | Promise<HttpAnswer>;

/** Handlers for a long form sent after the session ended: nothing is processed, and the typed text is kept. */
export interface LateForm<V> {
  /** Answers a user who is no longer signed in. */
  signedOut(request: HttpRequest, form: Form): HttpAnswer;
  /** Answers a user who signed in again after the page was shown. */
  readonly again: FormFor<V>;
}

/**
 * C130: maximum size of a form shown again to a client that is not signed in. A text of 65,536 bytes fits, with two
 * characters for each line end.
 */
const LATE_FORM_CHARS_MAX = 150_000;

const charsOf = (form: Form): number => [...form.values()].reduce((sum, { length }) => sum + length, 0);

export const FOREIGN_FORM =
  'This form has expired or belongs to another session. Go back, reload the page and submit it again.';

interface GuardedDeps<V extends PageVisit> {
  readonly signing_in: Pick<SigningIn, 'of' | 'ask' | 'refuseBody'>;
  readonly unix_s: () => number;
  /** Returns null if the signed-in user may not use these pages. */
  readonly visitOf: (visit: PageVisit, code: string) => V | null;
  /** Answers such a user. */
  readonly notForThem: (request: HttpRequest) => HttpAnswer;
  /** Answers a form that no page of this web session sent. */
  readonly foreignForm: (visit: V) => HttpAnswer;
}

export interface Guarded<V> {
  get(page: PageFor<V>): PathHandler;
  post(sent: FormFor<V>, late?: LateForm<V>): PathHandler;
}

export function createGuarded<V extends PageVisit>(deps: GuardedDeps<V>): Guarded<V> {
  const { signing_in, unix_s, notForThem, foreignForm } = deps;
  const once = createOnce<HttpAnswer>(unix_s);
  const visitOf = (request: HttpRequest, code: string): V | null => {
    const signed_in = signing_in.of(request);
    return signed_in && deps.visitOf({ signed_in, request }, code);
  };
  const withoutSession = (request: HttpRequest): HttpAnswer =>
    signing_in.of(request) ? notForThem(request) : signing_in.ask(request);
  const signedOut = async (request: HttpRequest, late: LateForm<V> | undefined): Promise<HttpAnswer> => {
    // The first of two submissions may have ended the session, such as the form that deletes the account.
    if (!late && !once.knows(request.path)) return withoutSession(request);
    const refused = signing_in.refuseBody(request);
    if (refused) return refused;
    const form = await readOpenForm(request);
    const key = form && onceKey(request.path, form);
    const before = key && once.find(key);
    if (before) return before;
    return late && form && charsOf(form) <= LATE_FORM_CHARS_MAX
      ? late.signedOut(request, form)
      : withoutSession(request);
  };
  return {
    get: (page) => (request, code) => {
      const visit = visitOf(request, code);
      return visit ? page(visit) : withoutSession(request);
    },
    // Reads the body only if the sender is signed in, or may have typed text that must not be lost (R150).
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
