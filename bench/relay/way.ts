// Transport of a device's requests to the relay: each of its two lanes has its own connection.

import { openConnection, type Connection } from '../../test/support/relay/lean-connection.ts';

/** Sends one request after the other. */
export interface BenchLane {
  /** Posts a request. `code`: join code by which a load balancer may route it. */
  post(path: string, body: string, headers: string, code: string): Promise<string>;
  close(): void;
}

export interface Transport {
  lane(): BenchLane;
}

function bodyOf({ http_status, body }: Awaited<ReturnType<Connection['post']>>): string {
  if (http_status !== 200) throw new Error(`a request returned ${http_status}: ${body}`);
  return body;
}

/** Returns a transport whose lanes each open their own connection on first use. */
export const directTo = (port: number): Transport => ({
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
