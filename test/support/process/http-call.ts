// Sends one HTTP request on a connection of its own, with full control of its headers, including Host and Origin.

import { request } from 'node:http';
import { TIMEOUT_MS } from './timeouts.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly text: string;
  /** Parses the body as JSON. @throws If it is not JSON. */
  json(): unknown;
}

export interface HttpAsk {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Address of this machine to call from. Default: the system chooses. */
  readonly localAddress?: string;
}

/** Sends a request to a server on this machine; rejects if it hangs. `path` is sent verbatim. */
export function httpCall(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: HttpAsk = {},
) {
  const { hostname, port } = new URL(origin);
  return new Promise<HttpAnswer>((resolve, reject) => {
    let answered = false;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const client_request = request(
      {
        hostname,
        port,
        path,
        method,
        headers: { ...headers },
        agent: false,
        signal,
        ...(localAddress && { localAddress }),
      },
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
    // A server that refuses a long body closes the connection while we still send; only its earlier answer counts.
    client_request.on('error', (error) => !answered && reject(error));
    client_request.end(body);
  });
}
