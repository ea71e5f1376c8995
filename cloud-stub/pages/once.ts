// A form that is sent twice, by two quick presses or by a browser that sends it again: it is done once, and both get the same answer.

import { createHash } from 'node:crypto';
import type { HttpAnswer } from '../http/answers.ts';
import { FORM_ID, type Form } from './form.ts';

/** How long it is remembered that a form was sent. */
const REMEMBERED_S = 60;
/** The oldest are forgotten first. */
const REMEMBERED_MAX = 1000;

/** Does what a form asks for, unless it was sent just before with all its fields as they are now. */
export type Once = (
  who: string,
  path: string,
  form: Form,
  answer: () => HttpAnswer | Promise<HttpAnswer>,
) => Promise<HttpAnswer>;

/** In the order in which they were sent. */
type Sent = Map<string, { readonly at_s: number; readonly answer: Promise<HttpAnswer> }>;

/** What was refused is forgotten: it may be sent again. */
export function createOnce(unix_s: () => number): Once {
  const sent: Sent = new Map();
  const forget = (key: string): void => void sent.delete(key);
  return async (who, path, form, answer) => {
    if (!form.has(FORM_ID)) return answer();
    const [key, now_s] = [keyOf(who, path, form), unix_s()];
    const before = sent.get(key);
    if (before && now_s - before.at_s < REMEMBERED_S) return before.answer;
    makeRoom(sent, now_s);
    const first = (async () => answer())();
    sent.set(key, { at_s: now_s, answer: first });
    first.then(
      ({ status }) => status >= 400 && forget(key),
      () => forget(key),
    );
    return first;
  };
}

function makeRoom(sent: Sent, now_s: number): void {
  for (const [key, { at_s }] of sent) {
    if (now_s - at_s < REMEMBERED_S && sent.size < REMEMBERED_MAX) return;
    sent.delete(key);
  }
}

/** Passwords may be among the fields, so they are not kept. */
const keyOf = (who: string, path: string, form: Form): string =>
  createHash('sha256')
    .update(JSON.stringify([who, path, ...form]))
    .digest('base64');
