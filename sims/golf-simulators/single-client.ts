// Program that serves one connection at a time. The system accepts further connections, but the program reads them only
// when it serves them; all that they have sent then arrives as one Read.

import type { TcpConnection } from '../../hal/tcp/tcp.ts';
import type { Conversation, Events } from './simulator.ts';

export interface Client {
  /** Number of the client, from 1. */
  readonly number: number;
  readonly peer: TcpConnection;
  /** Whether a message of the old protocol has arrived: the rest of the connection is then not understood. */
  legacy: boolean;
  /** Whether a ready or heartbeat message has arrived, which identifies the kind of launch monitor. */
  known: boolean;
}

interface Waiting extends Client {
  unread: Uint8Array;
  gone: boolean;
}

interface SingleClient {
  connection(peer: TcpConnection): Conversation;
  /** Returns the client being served; null if none. */
  served(): Client | null;
  /** Restarts the program and closes every connection. */
  reset(): void;
}

interface SingleClientOptions {
  readonly emit: Events['emit'];
  /** Whether it keeps reading a closed connection after a disconnect and serves no client until it is reset. */
  readonly broken_reconnect: boolean;
  read(client: Client, bytes: Uint8Array): void;
  /** Called when the served client has left. */
  left(): void;
}

/** Limit on unread data, as in a system's socket buffer. */
const UNREAD_BYTES_MAX = 65_536;

export function createSingleClient({ emit, broken_reconnect, read, left }: SingleClientOptions): SingleClient {
  /** Clients in order of arrival. */
  const clients = new Set<Waiting>();
  let count = 0;
  let served: Waiting | null = null;
  let deaf = false;

  const serve = (client: Waiting): void => {
    served = client;
    emit({ kind: 'connected', client: client.number, served: true });
    if (client.unread.length > 0) read(client, client.unread);
  };

  const leave = (client: Waiting): void => {
    client.gone = true;
    emit({ kind: 'disconnected', client: client.number });
    if (client === served) {
      served = null;
      left();
      deaf = broken_reconnect;
    }
    if (deaf) return; // it does not close its own end either
    clients.delete(client);
    client.peer.close();
    const [next] = clients;
    if (next && !served) serve(next);
  };

  return {
    served: () => served,
    connection(peer) {
      const client: Waiting = {
        number: ++count,
        peer,
        legacy: false,
        known: false,
        unread: new Uint8Array(0),
        gone: false,
      };
      clients.add(client);
      if (served || deaf) emit({ kind: 'connected', client: client.number, served: false });
      else serve(client);
      return {
        data(bytes) {
          if (!clients.has(client)) return;
          if (client === served) return read(client, bytes);
          client.unread = Buffer.concat([client.unread, bytes]).subarray(0, UNREAD_BYTES_MAX);
          const text = Buffer.from(bytes).toString();
          emit({ kind: 'ignored', client: client.number, why: 'the client is not served', text });
        },
        closed() {
          if (clients.has(client) && !client.gone) leave(client);
        },
      };
    },
    reset() {
      const closing = [...clients];
      clients.clear();
      served = null;
      deaf = false;
      left();
      for (const { peer } of closing) peer.close();
      emit({ kind: 'reset' });
    },
  };
}
