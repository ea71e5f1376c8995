// How a device's requests reach the relay: each of its two lanes has a connection of its own.

import { openConnection, type Connection } from '../../test/support/relay/lean-connection.ts';

/** One request after the other. */
export interface Lane {
  /** `code`: by what a balancer may choose. */
  post(path: string, body: string, headers: string, code: string): Promise<string>;
  close(): void;
}

export interface Way {
  lane(): Lane;
}

function bodyOf({ http_status, body }: Awaited<ReturnType<Connection['post']>>): string {
  if (http_status !== 200) throw new Error(`a request was answered ${http_status}: ${body}`);
  return body;
}

/** Each lane has a connection of its own, opened when it is needed. */
export const directTo = (port: number): Way => ({
  lane() {
    let connection: Promise<Connection> | null = null;
    return {
      async post(path, body, headers) {
        connection ??= openConnection(port);
        return bodyOf(await (await connection).post(path, body, headers));
      },
      close: () => void connection?.then((opened) => opened.close()),
    };
  },
});
