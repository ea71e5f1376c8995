// A program that serves one connection at a time. The system accepts others meanwhile, but nobody reads them until it is their
// turn; then all that they have said is one Read.

import type { TcpConnection } from '../../hal/tcp/tcp.ts';
import type { Conversation, Events } from './simulator.ts';

export interface Client {
  /** Counted from 1. */
  readonly number: number;
  readonly peer: TcpConnection;
  /** A message of the old protocol was seen: nothing of this connection is understood any more. */
  legacy: boolean;
  /** A ready or heartbeat message was seen: the kind of launch monitor is known. */
  known: boolean;
}

interface Waiting extends Client {
  unread: Uint8Array;
  gone: boolean;
}

interface SingleClient {
  connection(peer: TcpConnection): Conversation;
  /** Who is being served; null for nobody. */
  served(): Client | null;
  /** Starts the program again: every connection is closed. */
  reset(): void;
}

interface SingleClientOptions {
  readonly emit: Events['emit'];
  /** After its client has gone it reads on and on from that connection, and serves nobody until it is reset. */
  readonly broken_reconnect: boolean;
  read(client: Client, bytes: Uint8Array): void;
  /** The one who was served is so no more. */
  left(): void;
}

/** A system keeps no more of what nobody reads. */
const UNREAD_BYTES_MAX = 65_536;

export function createSingleClient({ emit, broken_reconnect, read, left }: SingleClientOptions): SingleClient {
  /** In the order in which they came. */
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
          emit({ kind: 'ignored', client: client.number, why: 'it is not served', text });
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
