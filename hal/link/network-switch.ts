// Two switches between a device and its network, and the link quality of its requests. Leaving the network immediately
// fails all requests and connections, both new ones and those in progress. Cutting off the cloud does the same, but
// only to requests to the cloud.

import { fail, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { PERFECT_LINK, impairedHttp, type LinkConditions } from '../http/http-impaired.ts';
import type { Http } from '../http/http.ts';
import type { Random } from '../random/random.ts';
import type { Tcp, TcpAddress, TcpConnection, TcpListener } from '../tcp/tcp.ts';
import type { Link } from './link.ts';

interface Network {
  readonly link: Link;
  readonly http: Http;
  readonly tcp: Tcp;
}

export interface SwitchedNetwork extends Network {
  /** Whether the switch is on; the network behind it may still be down. */
  joined(): boolean;
  setJoined(joined: boolean): void;
  /** Whether the cloud is reachable while the network is joined. */
  hasCloud(): boolean;
  setCloud(reached: boolean): void;
  /** Returns the link quality of requests. */
  conditions(): LinkConditions;
  setConditions(conditions: LinkConditions): void;
  /** Calls the listener when either switch or the link quality changes. */
  onSwitch(listener: () => void): () => void;
}

/** Ends a request or connection with a reason. */
type End = (why: string) => void;
/** Requests and connections to end when the network is left; those to the cloud also end when it is cut off. */
type InFlight = Map<End, { readonly to_cloud: boolean }>;

const LEFT = 'The network is off.';
const CUT_OFF = 'The cloud is cut off.';

interface NetworkSurroundings {
  readonly clock: Clock;
  /** Decides which requests and responses are lost. */
  readonly random: Random;
  /** Origins of the cloud, such as `https://cloud.example`. */
  readonly cloud?: readonly string[];
}

export function createSwitchedNetwork(
  { link, tcp, ...network }: Network,
  { clock, random, cloud = [] }: NetworkSurroundings,
): SwitchedNetwork {
  let conditions = PERFECT_LINK;
  const http = impairedHttp(network.http, clock, random, () => conditions);
  let [on, cloud_on] = [true, true];
  const in_flight: InFlight = new Map();
  const watchers = new Set<() => void>();
  const listeners = new Set<() => void>();
  /** Refuses asynchronously, never before the call has returned. */
  const refused = (refuse: () => void): (() => void) => {
    const alarm = clock.setTimeout(refuse, 0);
    return () => clock.clearTimeout(alarm);
  };
  const ask = <T>(
    url: string,
    send: (done: (answer: Result<T>) => void) => () => void,
    done: (answer: Result<T>) => void,
  ): (() => void) => {
    const to_cloud = cloud.some((origin) => url.startsWith(`${origin}/`));
    const why_not = on ? (to_cloud && !cloud_on ? CUT_OFF : null) : LEFT;
    if (why_not !== null) return refused(() => done(fail('http_unsent', why_not)));
    return sent(in_flight, to_cloud, send, done);
  };
  return {
    link: switchedLink(link, () => on, watchers),
    http: {
      post: (request, done) => ask(request.url, (answered) => http.post(request, answered), done),
      get: (request, done) => ask(request.url, (answered) => http.get(request, answered), done),
    },
    tcp: {
      connect: (to, listener) =>
        on
          ? connected(in_flight, tcp, to, listener)
          : unconnected(refused(() => listener.closed({ code: 'tcp_unreachable', message: LEFT }))),
    },
    joined: () => on,
    setJoined(joined) {
      if (joined === on) return;
      on = joined;
      if (!on) for (const end of in_flight.keys()) end(LEFT);
      for (const notify of watchers) notify();
      for (const notify of listeners) notify();
    },
    hasCloud: () => cloud_on,
    setCloud(reached) {
      if (reached === cloud_on) return;
      cloud_on = reached;
      if (!cloud_on) for (const [end, { to_cloud }] of in_flight) if (to_cloud) end(CUT_OFF);
      for (const notify of listeners) notify();
    },
    conditions: () => conditions,
    setConditions(to) {
      conditions = to;
      for (const notify of listeners) notify();
    },
    onSwitch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function switchedLink(link: Link, on: () => boolean, watchers: Set<() => void>): Link {
  const joined = (): boolean => on() && link.joined();
  return {
    joined,
    onChange(listener) {
      let announced = joined();
      const notify = (): void => {
        if (joined() === announced) return;
        announced = !announced;
        listener(announced);
      };
      watchers.add(notify);
      const end = link.onChange(notify);
      return () => {
        watchers.delete(notify);
        end();
      };
    },
  };
}

function sent<T>(
  in_flight: InFlight,
  to_cloud: boolean,
  send: (done: (answer: Result<T>) => void) => () => void,
  done: (answer: Result<T>) => void,
): () => void {
  const breakOff = (why: string): void => {
    in_flight.delete(breakOff);
    cancel();
    done(fail('http_failed', why));
  };
  in_flight.set(breakOff, { to_cloud });
  const cancel = send((answer) => {
    in_flight.delete(breakOff);
    done(answer);
  });
  return () => {
    in_flight.delete(breakOff);
    cancel();
  };
}

function connected(in_flight: InFlight, tcp: Tcp, to: TcpAddress, listener: TcpListener): TcpConnection {
  const connection = tcp.connect(to, {
    open: () => listener.open(),
    data: (bytes) => listener.data(bytes),
    closed(error) {
      in_flight.delete(end);
      listener.closed(error);
    },
  });
  const end = (message: string): void => {
    in_flight.delete(end);
    connection.close();
    listener.closed({ code: 'tcp_lost', message });
  };
  in_flight.set(end, { to_cloud: false });
  return {
    write: (bytes) => connection.write(bytes),
    close() {
      in_flight.delete(end);
      connection.close();
    },
  };
}

const unconnected = (cancel: () => void): TcpConnection => ({ write: () => {}, close: cancel });
