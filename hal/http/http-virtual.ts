// HTTP over a virtual-time network: servers in this process, each device on its own link with delay and faults. Lost
// requests and responses vanish silently, as on a real network.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Random } from '../random/random.ts';
import {
  ANSWER_BYTES_MAX,
  type Http,
  type HttpAnswer,
  type HttpDocument,
  type HttpGet,
  type HttpRequest,
} from './http.ts';

/** Handles a request; the returned function tells the server that the client has gone. */
export type VirtualServer = (call: VirtualCall) => () => void;

export interface VirtualCall {
  readonly method: 'GET' | 'POST';
  /** Path with its leading slash and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  respond(answer: HttpAnswer | HttpDocument): void;
}

/** Behavior of a device's link. Shares are probabilities per request, 0 to 1. */
export interface LinkFaults {
  readonly delay_ms: number;
  /** Share of deliveries that take up to `tail_ms` longer, so messages may arrive out of order. */
  readonly tail: number;
  readonly tail_ms: number;
  readonly lose_request: number;
  readonly lose_response: number;
  /** Share of requests that arrive twice. */
  readonly duplicate: number;
  /** Whether the link is cut in both directions. */
  readonly partitioned: boolean;
  /** Whether the server never learns that a client has gone. */
  readonly half_open: boolean;
}

export const GOOD_LINK: LinkFaults = {
  delay_ms: 1,
  tail: 0,
  tail_ms: 0,
  lose_request: 0,
  lose_response: 0,
  duplicate: 0,
  partitioned: false,
  half_open: false,
};

export interface HttpNetwork {
  /**
   * Installs the server for an origin such as `http://relay`; null removes it. Breaks off calls in progress to the
   * previous server.
   */
  serve(origin: string, server: VirtualServer | null): void;
  /** Returns a link for one device. `random` decides on its faults. */
  link(random: Random): HttpLink;
}

export interface HttpLink extends Http {
  /** Changes the given faults, for requests from now on; a partition also stops those in progress. */
  setFaults(faults: Partial<LinkFaults>): void;
  faults(): LinkFaults;
}

interface Host {
  readonly server: VirtualServer;
  /** Functions that break off the calls in progress. */
  readonly calls: Set<() => void>;
}

export function createHttpNetwork(clock: Clock): HttpNetwork {
  const hosts = new Map<string, Host>();
  return {
    serve(origin, server) {
      const before = hosts.get(origin);
      if (server) hosts.set(origin, { server, calls: new Set() });
      else hosts.delete(origin);
      for (const breakOff of before?.calls ?? []) breakOff();
    },
    link: (random) => createLink(clock, random, (origin) => hosts.get(origin)),
  };
}

function createLink(clock: Clock, random: Random, hostAt: (origin: string) => Host | undefined): HttpLink {
  let faults = GOOD_LINK;
  const crossing = (): number => faults.delay_ms + (random.float() < faults.tail ? random.float() * faults.tail_ms : 0);
  /** Runs `arrive` at the other end after the delay, unless the message is lost. */
  const cross = (lost: number, arrive: () => void): void => {
    const takes_ms = crossing();
    const gone = random.float() < lost || faults.partitioned;
    if (!gone) clock.setTimeout(() => !faults.partitioned && arrive(), takes_ms);
  };

  return {
    faults: () => faults,
    setFaults: (changed) => void (faults = { ...faults, ...changed }),
    post: (request, done) =>
      ask({ ...request, method: 'POST', bytes_max: ANSWER_BYTES_MAX }, (answer) =>
        done(answer.ok ? ok(asText(answer.value, request)) : answer),
      ),
    get: (request, done) => ask({ ...request, method: 'GET', body: new Uint8Array() }, done),
  };

  function ask(request: VirtualRequest, done: (answer: Result<HttpDocument>) => void): () => void {
    let over = false;
    const finish = (answer: Result<HttpDocument>): void => {
      if (over) return;
      over = true;
      done(answer);
    };
    const leave = new Set<() => void>();
    const arrive = (): void => {
      const { origin, pathname, search } = new URL(request.url);
      const host = hostAt(origin);
      if (!host) return cross(0, () => finish(fail('http_unsent', `${origin} refuses the connection.`)));
      leave.add(callAt(host, `${pathname}${search}`));
    };
    const callAt = (host: Host, path: string): (() => void) => {
      const { method, headers, body, bytes_max } = request;
      const breakOff = (): void => cross(0, () => finish(fail('http_failed', `${path} was cut off.`)));
      host.calls.add(breakOff);
      const gone = host.server({
        method,
        path,
        headers,
        body,
        respond(answer) {
          host.calls.delete(breakOff);
          const document = asDocument(answer);
          const large = document.bytes.length > bytes_max && request.wants_body !== false;
          const given = large ? fail('http_too_large', `${path} sent more than ${bytes_max} bytes.`) : ok(document);
          cross(faults.lose_response, () => finish(given));
        },
      });
      return () => {
        host.calls.delete(breakOff);
        gone();
      };
    };
    cross(faults.lose_request, arrive);
    if (random.float() < faults.duplicate) cross(faults.lose_request, arrive);
    return () => {
      if (over) return;
      over = true;
      const takes_ms = crossing();
      if (!faults.half_open && !faults.partitioned) clock.setTimeout(() => leave.forEach((each) => each()), takes_ms);
    };
  }
}

interface VirtualRequest extends HttpGet {
  readonly method: VirtualCall['method'];
  readonly body: Uint8Array;
  readonly wants_body?: boolean;
}

const asDocument = (answer: HttpAnswer | HttpDocument): HttpDocument =>
  'bytes' in answer ? answer : { status: answer.status, headers: {}, bytes: new TextEncoder().encode(answer.text) };

const asText = ({ status, bytes }: HttpDocument, { wants_body = true }: HttpRequest): HttpAnswer => ({
  status,
  text: wants_body ? UTF8.decode(bytes) : '',
});
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
