// Real HTTP, by undici: connections are kept open between requests, redirects are answers like any other.

import { Agent, request as send } from 'undici';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { ANSWER_BYTES_MAX, type Http, type HttpAnswer, type HttpRequest } from './http.ts';

export interface UndiciHttp extends Http {
  /** Ends what is under way, and closes every connection. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 8000;
/** Below that of the relay's server, so that no request meets a connection that is just being closed. */
const KEEP_ALIVE_MS = 30_000;

export function createUndiciHttp(): UndiciHttp {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    post(request, done) {
      const abort = new AbortController();
      const ask = async (): Promise<void> => {
        const answer = await exchange(agent, request, abort.signal);
        if (!abort.signal.aborted) done(answer);
      };
      void ask();
      return () => abort.abort();
    },
    close: () => agent.destroy(),
  };
}

async function exchange(
  agent: Agent,
  { url, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<Result<HttpAnswer>> {
  try {
    const { statusCode, body: answer } = await send(url, { dispatcher: agent, method: 'POST', headers, body, signal });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > ANSWER_BYTES_MAX)
        return fail('http_too_large', `${originOf(url)} answered more than ${ANSWER_BYTES_MAX} bytes.`);
      chunks.push(chunk);
    }
    return ok({ status: statusCode, text: Buffer.concat(chunks).toString() });
  } catch (thrown) {
    return fail('http_failed', `${originOf(url)} ${reasonOf(thrown)}.`);
  }
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'The server');

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ENOTFOUND: 'is not known by that name',
  EAI_AGAIN: 'is not known by that name',
  ECONNRESET: 'broke the connection off',
  UND_ERR_SOCKET: 'broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  EHOSTUNREACH: 'is not reached from here',
  ENETUNREACH: 'is not reached from here',
};

function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  return REASONS[code] ?? `can't be asked: ${messageOf(thrown)}`;
}
