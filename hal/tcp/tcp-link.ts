// Virtual TCP connection: two ends, and a stream in each direction.

import type { Clock } from '../clock/clock.ts';
import { BROKEN_OFF, TAKES_NOTHING, lost } from './tcp-errors.ts';
import { createStream, type StreamItem, type Stream, type StreamOptions } from './tcp-stream.ts';
import { BACKLOG_BYTES_MAX, type TcpAddress, type TcpConnection, type TcpListener } from './tcp.ts';

/** Events of a connection for the listening program. */
export type TcpPeerListener = Omit<TcpListener, 'open'>;

/** One end of a connection. */
interface End {
  readonly connection: TcpConnection;
  /** Starts sending what is written from now on. */
  begin(): void;
  setListener(listener: TcpPeerListener): void;
  receive(item: StreamItem): void;
  over(): boolean;
}

export interface TcpLink {
  readonly client: End;
  readonly peer: End;
  /** Delivers the bytes that were held back. */
  release(): void;
  /** Breaks the connection and notifies both ends. */
  cut(): void;
}

interface LinkOptions extends Omit<StreamOptions, 'answers' | 'deliver'> {
  readonly to: TcpAddress;
  /** Called when one end has learned that the other has disconnected. */
  gone(link: TcpLink): void;
}

export function createLink({ to, gone, ...network }: LinkOptions): TcpLink {
  const { clock } = network;
  const deliver = (end: End, item: StreamItem): void => {
    if ('end' in item) gone(link);
    end.receive(item);
  };
  const there: Stream = createStream({ ...network, answers: false, deliver: (item) => deliver(peer, item) });
  const back: Stream = createStream({ ...network, answers: true, deliver: (item) => deliver(client, item) });
  const [client, peer] = [createEnd(clock, to, there), createEnd(clock, to, back)];
  const link: TcpLink = {
    client,
    peer,
    release() {
      there.release();
      back.release();
    },
    cut() {
      for (const end of [client, peer]) clock.setTimeout(() => end.receive({ end: lost(to, BROKEN_OFF) }), 0);
    },
  };
  return link;
}

function createEnd(clock: Clock, to: TcpAddress, out: Stream): End {
  let listener: TcpPeerListener | null = null;
  let started = false;
  let over = false;
  const receive = (item: StreamItem): void => {
    if (over) return;
    if ('bytes' in item) return listener?.data(Uint8Array.from(item.bytes));
    over = true;
    listener?.closed(item.end);
  };
  return {
    begin: () => void (started = true),
    setListener: (next) => void (listener = next),
    receive,
    over: () => over,
    connection: {
      write(bytes) {
        if (over || !started || bytes.length === 0) return;
        out.send({ bytes: Uint8Array.from(bytes) });
        if (out.waiting_bytes() <= BACKLOG_BYTES_MAX) return;
        out.send({ end: lost(to, BROKEN_OFF) });
        clock.setTimeout(() => receive({ end: lost(to, TAKES_NOTHING) }), 0);
      },
      close() {
        if (over) return;
        over = true;
        if (started) out.send({ end: null });
      },
    },
  };
}
