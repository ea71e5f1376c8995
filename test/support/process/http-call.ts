// One HTTP request in full control of its headers, Host and Origin among them, on a connection of its own.

import { request } from 'node:http';
import { TIMEOUT_MS } from './timeouts.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  json(): unknown;
}

export interface HttpAsk {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Asks a server on this machine; rejects if it hangs. `path` goes out as it is. */
export function httpCall(origin: string, path: string, { method = 'GET', headers = {}, body }: HttpAsk = {}) {
  const { hostname, port } = new URL(origin);
  return new Promise<HttpAnswer>((resolve, reject) => {
    let answered = false;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = request(
      { hostname, port, path, method, headers: { ...headers }, agent: false, signal },
      (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          const text = whole.toString();
          const json = (): unknown => JSON.parse(text);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text, json });
        });
      },
    );
    // A server that refuses a long body hangs up while we still send: what counts is that its answer came first.
    asked.on('error', (error) => !answered && reject(error));
    asked.end(body);
  });
}
