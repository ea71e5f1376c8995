// Processes each browser request to the identity provider once (R151): the forms of its pages, and the paths where the
// library resumes after a form. A second click can arrive at any point of this sequence.

import { IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { readBody } from '../http/body.ts';
import { formFields } from '../http/form-body.ts';
import { createOnce, onceKey, type OnceKey } from '../web/common/once.ts';
import { captured, sendCaptured, type Captured } from './oidc/captured.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface SentOnce {
  /** Whether a form sent to this path is on record. */
  knows(path: string): boolean;
  /** Reads the body of a POST, and processes it unless the same form was sent just before. */
  post(path: string, request: IncomingMessage, response: ServerResponse, respond: Respond): Promise<void>;
  /** Resumes after a form; repeats the earlier response if the browser was here before. */
  resume(path: string, request: IncomingMessage, response: ServerResponse, respond: Respond): Promise<void>;
}

export function createSentOnce(unix_s: () => number): SentOnce {
  const once = createOnce<Captured>(unix_s);
  return {
    knows: once.knows,
    async post(path, request, response, respond) {
      const body = await readBody(request, BODY_BYTES_MAX);
      const form = new Map(formFields(request.headers['content-type'] ?? '', body));
      const whole = withBody(request, body);
      const key = onceKey(path, form);
      if (!key) return respond(whole, response);
      sendCaptured(response, await once.answer(key, () => captured(whole, respond)));
    },
    async resume(path, request, response, respond) {
      const keys = proofsIn(request.headers.cookie ?? '').map((proof): OnceKey => [path, proof]);
      const before = keys.map((key) => once.find(key)).find((each) => each !== null);
      if (before) return sendCaptured(response, await before);
      const [key] = keys;
      if (!key) return respond(request, response);
      const answer = await once.answer(key, () => captured(request, respond));
      // From here on the browser has a new session, and no longer the cookie that brought it here.
      for (const proof of setIn(answer.headers)) void once.answer([path, proof], () => answer);
      sendCaptured(response, answer);
    },
  };
}

/**
 * Identifies the browser that the library redirected, by the cookie of this path or by the session that it received
 * there.
 */
const PROOF = /^(?:_interaction_resume|_session)=[^;]+/;

/** Returns the matching cookies, the one of the path first. */
const proofsIn = (cookies: string): readonly string[] =>
  cookies
    .split(';')
    .flatMap((pair) => PROOF.exec(pair.trim())?.[0] ?? [])
    .sort();

const setIn = (headers: OutgoingHttpHeaders): readonly string[] =>
  [headers['set-cookie'] ?? []]
    .flat()
    .flatMap((line) => PROOF.exec(line)?.[0] ?? [])
    .filter((proof) => proof.startsWith('_session='));

/** Returns a request whose body is already read: the library accepts a body in any number of chunks (R150). */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, httpVersion } = request;
  const whole = new IncomingMessage(request.socket);
  Object.assign(whole, { method, url, headers, httpVersion, complete: true });
  whole.push(body);
  whole.push(null);
  return whole;
}
