// Virtual TCP network on the clock of this process: listening programs, connections to them, and faults. Without a
// fault each write arrives as one chunk.

import { assert, fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import type { Random } from '../random/random.ts';
import { NO_ANSWER, noHost, refused, unreachable } from './tcp-errors.ts';
import { createLink, type TcpLink, type TcpPeerListener } from './tcp-link.ts';
import { TCP_FAULTS } from './tcp-stream.ts';
import { CONNECT_MS_MAX, type Tcp, type TcpAddress, type TcpConnection, type TcpListener } from './tcp.ts';

/** Called for each new connection; no event comes before it has returned. */
export type OnConnection = (peer: TcpConnection) => TcpPeerListener;

export interface VirtualTcp extends Tcp {
  /**
   * Listens until `close`, which leaves connections open. The network knows a host once a program has listened there.
   */
  listen(host: string, port: number, onConnection: OnConnection): Result<{ close(): void }>;
  /**
   * Sets the fault of the network: off (programs are gone: connections break, new ones are refused), stuck (nothing
   * arrives until the fault ends, without an error), slow, delayed, split (byte by byte), merge; or, only for bytes
   * from a listening program, garbage and wrong (another protocol). Errors if TCP can't have the fault.
   */
  setFault(fault: Fault): Result<void>;
  fault(): Fault;
}

interface VirtualTcpOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Latency of each write. Default: 1 ms. */
  readonly latency_ms?: number;
}

/** Interval between connection attempts to a host that does not answer. */
const ASK_EVERY_MS = 1000;

export function createVirtualTcp({ clock, random, latency_ms = 1 }: VirtualTcpOptions): VirtualTcp {
  const programs = new Map<string, { readonly onConnection: OnConnection }>();
  const hosts = new Set<string>();
  const links = new Set<TcpLink>();
  let fault: Fault = 'ok';

  const connect = (to: TcpAddress, listener: TcpListener): TcpConnection => {
    assertPort(to.port);
    const gone = (link: TcpLink): void => void links.delete(link);
    const link = createLink({ to, gone, clock, random, latency_ms, fault: () => fault });
    const { client, peer } = link;
    const give_up_ms = clock.now_ms() + CONNECT_MS_MAX;
    const fails = (error: OperatingError): void => {
      client.setListener(listener);
      client.receive({ end: error });
    };
    const ask = (): void => {
      if (client.over()) return;
      if (fault === 'stuck') {
        if (clock.now_ms() >= give_up_ms) fails(unreachable(to, NO_ANSWER));
        else clock.setTimeout(ask, Math.min(ASK_EVERY_MS, give_up_ms - clock.now_ms()));
        return;
      }
      const program = programs.get(keyOf(to));
      if (!hosts.has(to.host.toLowerCase())) return fails(noHost(to));
      if (!program || fault === 'off') return fails(refused(to));
      links.add(link);
      client.setListener(listener);
      client.begin();
      peer.begin();
      peer.setListener(program.onConnection(peer.connection));
      listener.open();
    };
    clock.setTimeout(ask, latency_ms);
    return client.connection;
  };

  return {
    connect,
    listen(host, port, onConnection) {
      assertPort(port);
      const key = keyOf({ host, port });
      if (programs.has(key)) return fail('port_unusable', `The address ${key} is already in use.`);
      hosts.add(host.toLowerCase());
      const program = { onConnection };
      programs.set(key, program);
      return ok({ close: () => void (programs.get(key) === program && programs.delete(key)) });
    },
    setFault(next) {
      if (!TCP_FAULTS.includes(next))
        return fail('fault_unsupported', `TCP has no fault ${JSON.stringify(next)}; it has ${TCP_FAULTS.join(', ')}.`);
      fault = next;
      for (const link of links) {
        if (fault === 'off') link.cut();
        else link.release();
      }
      if (fault === 'off') links.clear();
      return ok(undefined);
    },
    fault: () => fault,
  };
}

const keyOf = ({ host, port }: TcpAddress): string => `${host.toLowerCase()}:${port}`;

const assertPort = (port: number): void =>
  assert(Number.isInteger(port) && port >= 1 && port <= 65_535, `TCP port ${port}`);
