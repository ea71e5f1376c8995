// How the requests of devices come to relays: on a connection for each of a device's two lanes, or by a balancer with several relays behind it.

import { createHash } from 'node:crypto';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { present } from '../../wire/errors.ts';
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

/** To which of so many relays a request with this code goes. */
type Choose = (code: string, relays: number) => number;

/** `code`: each code's requests to one relay, as HAProxy's hash of the body's code has it. */
export type Spread = 'random' | 'code';

function chooserOf(spread: Spread): Choose {
  const random = createSeededRandom(1, 'spread');
  if (spread === 'random') return (_code, relays) => random.int(relays);
  const known = new Map<string, number>();
  return (code, relays) => {
    const hash = known.get(code) ?? createHash('sha1').update(code).digest().readUInt32BE();
    known.set(code, hash);
    return hash % relays;
  };
}

/**
 * Chooses a relay for each request. Connections to a relay are shared by all lanes, as by a balancer: a held request has one for itself while it
 * is held.
 */
export function balancedOver(ports: readonly number[], spread: Spread): Way {
  const idle = ports.map((): Connection[] => []);
  const choose = chooserOf(spread);
  const free = (relay: number): Connection | null => {
    for (;;) {
      const connection = idle[relay]?.pop();
      if (!connection || connection.isOpen()) return connection ?? null;
    }
  };
  return {
    lane: () => ({
      async post(path, body, headers, code) {
        const relay = choose(code, ports.length);
        const connection = free(relay) ?? (await openConnection(present(ports[relay], 'port of a relay')));
        const answer = await connection.post(path, body, headers);
        idle[relay]?.push(connection);
        return bodyOf(answer);
      },
      close() {}, // its connections are everybody's, and end with the process
    }),
  };
}
