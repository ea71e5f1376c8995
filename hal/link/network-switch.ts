// A switch between a device and its network. While it is left, nobody can be reached: requests and connections that are under way end with
// an error at once, and new ones too.

import { fail, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Http } from '../http/http.ts';
import type { Tcp, TcpAddress, TcpConnection, TcpListener } from '../tcp/tcp.ts';
import type { Link } from './link.ts';

export interface Network {
  readonly link: Link;
  readonly http: Http;
  readonly tcp: Tcp;
}

export interface SwitchedNetwork extends Network {
  /** Whether the switch is on; the network behind it may be gone all the same. */
  joined(): boolean;
  setJoined(joined: boolean): void;
}

/** What is under way and ends when the network is left. */
type UnderWay = Set<() => void>;

const LEFT = 'The network was left.';

export function createSwitchedNetwork(clock: Clock, { link, http, tcp }: Network): SwitchedNetwork {
  let on = true;
  const under_way: UnderWay = new Set();
  const watchers = new Set<() => void>();
  /** Never before the call has returned. */
  const refused = (refuse: () => void): (() => void) => {
    const alarm = clock.setTimeout(refuse, 0);
    return () => clock.clearTimeout(alarm);
  };
  const ask = <T>(
    send: (done: (answer: Result<T>) => void) => () => void,
    done: (answer: Result<T>) => void,
  ): (() => void) => (on ? sent(under_way, send, done) : refused(() => done(fail('http_unsent', LEFT))));
  return {
    link: switchedLink(link, () => on, watchers),
    http: {
      post: (request, done) => ask((answered) => http.post(request, answered), done),
      get: (request, done) => ask((answered) => http.get(request, answered), done),
    },
    tcp: {
      connect: (to, listener) =>
        on
          ? connected(under_way, tcp, to, listener)
          : unconnected(refused(() => listener.closed({ code: 'tcp_unreachable', message: LEFT }))),
    },
    joined: () => on,
    setJoined(joined) {
      if (joined === on) return;
      on = joined;
      if (!on) for (const end of under_way) end();
      for (const tell of watchers) tell();
    },
  };
}

function switchedLink(link: Link, on: () => boolean, watchers: Set<() => void>): Link {
  const joined = (): boolean => on() && link.joined();
  return {
    joined,
    onChange(listener) {
      let told = joined();
      const tell = (): void => {
        if (joined() === told) return;
        told = !told;
        listener(told);
      };
      watchers.add(tell);
      const end = link.onChange(tell);
      return () => {
        watchers.delete(tell);
        end();
      };
    },
  };
}

function sent<T>(
  under_way: UnderWay,
  send: (done: (answer: Result<T>) => void) => () => void,
  done: (answer: Result<T>) => void,
): () => void {
  const breakOff = (): void => {
    under_way.delete(breakOff);
    cancel();
    done(fail('http_failed', LEFT));
  };
  under_way.add(breakOff);
  const cancel = send((answer) => {
    under_way.delete(breakOff);
    done(answer);
  });
  return () => {
    under_way.delete(breakOff);
    cancel();
  };
}

function connected(under_way: UnderWay, tcp: Tcp, to: TcpAddress, listener: TcpListener): TcpConnection {
  const connection = tcp.connect(to, {
    open: () => listener.open(),
    data: (bytes) => listener.data(bytes),
    closed(error) {
      under_way.delete(end);
      listener.closed(error);
    },
  });
  const end = (): void => {
    under_way.delete(end);
    connection.close();
    listener.closed({ code: 'tcp_lost', message: LEFT });
  };
  under_way.add(end);
  return {
    write: (bytes) => connection.write(bytes),
    close() {
      under_way.delete(end);
      connection.close();
    },
  };
}

const unconnected = (cancel: () => void): TcpConnection => ({ write: () => {}, close: cancel });
