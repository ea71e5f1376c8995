// Conformance suite for every TCP port: the contract in hal/tcp/tcp.ts, against programs that the factory starts.

import type { ExecutionContext } from 'ava';
import type { ErrorCode, OperatingError } from '../../../wire/errors.ts';
import type { OnConnection } from '../../../hal/tcp/tcp-virtual.ts';
import type { Tcp, TcpAddress, TcpConnection, TcpListener } from '../../../hal/tcp/tcp.ts';
import type { Declare } from '../../support/titled.ts';

interface NetworkUnderTest {
  readonly tcp: Tcp;
  /** Starts a listening program. @returns Its address. */
  serve(onConnection: OnConnection): Promise<TcpAddress>;
  /** Returns an address on an existing host where no program listens. */
  closed(): Promise<TcpAddress>;
  readonly no_host: TcpAddress;
  /** Resets every connection without closing it properly. */
  reset(): void;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
}

export type NetworkFactory = (t: ExecutionContext) => Promise<NetworkUnderTest>;

interface TcpRecorder extends TcpListener {
  /** Names of the events: `open`, `data` (consecutive ones count as one), `closed`. */
  readonly events: string[];
  readonly received: number[];
  readonly endings: (OperatingError | null)[];
  opened(): Promise<void>;
  bytesReceived(count: number): Promise<void>;
  ended(): Promise<void>;
}

/** Creates a listener that copies the bytes it receives and overwrites the chunks. */
export function createTcpRecorder(also: Partial<TcpListener> = {}): TcpRecorder {
  const [events, received, endings]: [string[], number[], (OperatingError | null)[]] = [[], [], []];
  const waiting = new Set<() => void>();
  const note = (event: string): void => {
    if (event !== 'data' || events.at(-1) !== 'data') events.push(event);
    for (const check of waiting) check();
  };
  const when = (met: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!met()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return {
    events,
    received,
    endings,
    open() {
      also.open?.();
      note('open');
    },
    data(bytes) {
      received.push(...bytes);
      also.data?.(bytes);
      bytes.fill(0xee);
      note('data');
    },
    closed(error) {
      endings.push(error);
      also.closed?.(error);
      note('closed');
    },
    opened: () => when(() => events.includes('open')),
    bytesReceived: (count) => when(() => received.length >= count),
    ended: () => when(() => endings.length > 0),
  };
}

/** Program that echoes all bytes. */
export const echo: OnConnection = (peer) => ({ data: (bytes) => peer.write(bytes), closed: () => peer.close() });

async function openTo({ tcp, until }: NetworkUnderTest, to: TcpAddress, recorder: TcpRecorder): Promise<TcpConnection> {
  const connection = tcp.connect(to, recorder);
  await until(recorder.opened());
  return connection;
}

/** Makes a round trip, so that everything sent earlier has arrived. */
async function roundTrip(network: NetworkUnderTest): Promise<void> {
  const recorder = createTcpRecorder();
  const connection = await openTo(network, await network.serve(echo), recorder);
  connection.write(Uint8Array.of(1));
  await network.until(recorder.bytesReceived(1));
  connection.close();
}

function endsWith(t: ExecutionContext, recorder: TcpRecorder, code: ErrorCode, message: string): void {
  const [error] = recorder.endings;
  t.is(recorder.endings.length, 1);
  t.is(error?.code, code, error?.message);
  t.regex(error?.message ?? '', /^[A-Z][^\n]*[^.]\.$/);
  t.true(error?.message.includes(message), error?.message);
}

export function tcpConformance(test: Declare, factory: NetworkFactory): void {
  carrying(test, factory);
  failing(test, factory);
  ending(test, factory);
  closing(test, factory);
}

function carrying(test: Declare, factory: NetworkFactory): void {
  test('[tcp] passes every byte value unchanged and in order over many writes', async (t) => {
    const network = await factory(t);
    const recorder = createTcpRecorder();
    const connection = await openTo(network, await network.serve(echo), recorder);
    const sent = Array.from({ length: 3000 }, (_, n) => (n * 7) & 0xff);
    for (let at = 0; at < sent.length; at += 30) connection.write(Uint8Array.from(sent.slice(at, at + 30)));
    await network.until(recorder.bytesReceived(sent.length));
    t.deepEqual(recorder.received, sent);
    t.deepEqual(recorder.events, ['open', 'data']);
    connection.close();
  });

  test('[tcp] writes the content of the buffer at call time, and nothing for an empty one', async (t) => {
    const network = await factory(t);
    const recorder = createTcpRecorder();
    const connection = await openTo(network, await network.serve(echo), recorder);
    const buffer = Uint8Array.of(1, 2, 3);
    connection.write(buffer);
    buffer.fill(9);
    connection.write(new Uint8Array(0));
    connection.write(Uint8Array.of(4));
    await network.until(recorder.bytesReceived(4));
    t.deepEqual(recorder.received, [1, 2, 3, 4]);
    connection.close();
  });

  test('[tcp] lets the other side send first and keeps connections apart', async (t) => {
    const network = await factory(t);
    let count = 0;
    const at = await network.serve((peer) => {
      peer.write(Uint8Array.of(100 + count++));
      return echo(peer);
    });
    const [one, two] = [createTcpRecorder(), createTcpRecorder()];
    const first = await openTo(network, at, one);
    await network.until(one.bytesReceived(1));
    const second = await openTo(network, at, two);
    second.write(Uint8Array.of(2));
    first.write(Uint8Array.of(1));
    await network.until(Promise.all([one.bytesReceived(2), two.bytesReceived(2)]));
    t.deepEqual([one.received, two.received], [[100, 1], [101, 2]]); // oxfmt-ignore
    first.close();
    second.close();
  });

  test('[tcp] drops bytes written before open', async (t) => {
    const network = await factory(t);
    const to = await network.serve(echo);
    const recorder = createTcpRecorder();
    const connection = network.tcp.connect(to, recorder);
    connection.write(Uint8Array.of(9, 9));
    t.deepEqual(recorder.events, [], 'no event before connect has returned');
    await network.until(recorder.opened());
    connection.write(Uint8Array.of(1));
    await network.until(recorder.bytesReceived(1));
    await roundTrip(network);
    t.deepEqual(recorder.received, [1]);
    connection.close();
  });

  test('[tcp] allows writing from within open', async (t) => {
    const network = await factory(t);
    const recorder = createTcpRecorder({ open: () => connection.write(Uint8Array.of(5)) });
    const connection = network.tcp.connect(await network.serve(echo), recorder);
    await network.until(recorder.bytesReceived(1));
    t.deepEqual(recorder.received, [5]);
    connection.close();
  });
}

function failing(test: Declare, factory: NetworkFactory): void {
  test('[tcp] closes once with tcp_refused, without open, if no program listens', async (t) => {
    const network = await factory(t);
    const to = await network.closed();
    const recorder = createTcpRecorder();
    const connection = network.tcp.connect(to, recorder);
    t.deepEqual(recorder.events, [], 'no event before connect has returned');
    await network.until(recorder.ended());
    connection.write(Uint8Array.of(1));
    connection.close();
    await roundTrip(network);
    t.deepEqual(recorder.events, ['closed']);
    endsWith(t, recorder, 'tcp_refused', `${to.host}:${to.port}`);
  });

  test('[tcp] reports an unknown host as tcp_no_host regardless of the form of its name', async (t) => {
    const network = await factory(t);
    for (const host of [network.no_host.host, '', 'a b', 'x\0y', 'two\nlines', 'x'.repeat(300)]) {
      const recorder = createTcpRecorder();
      network.tcp.connect({ ...network.no_host, host }, recorder);
      t.deepEqual(recorder.events, []);
      await network.until(recorder.ended());
      t.deepEqual(recorder.events, ['closed']);
      endsWith(t, recorder, 'tcp_no_host', 'host');
    }
  });

  test('[tcp] throws on an impossible port', async (t) => {
    const { tcp } = await factory(t);
    for (const port of [0, -1, 65_536, 1.5, Number.NaN])
      t.throws(() => tcp.connect({ host: '127.0.0.1', port }, createTcpRecorder()), { message: /TCP port/ });
  });
}

function ending(test: Declare, factory: NetworkFactory): void {
  test('[tcp] delivers pending bytes when the other side closes, then closes with null', async (t) => {
    const network = await factory(t);
    const to = await network.serve((peer) => ({
      data() {
        peer.write(Uint8Array.of(1, 2, 3));
        peer.close();
        peer.write(Uint8Array.of(4));
      },
      closed: () => {},
    }));
    const recorder = createTcpRecorder();
    const connection = await openTo(network, to, recorder);
    connection.write(Uint8Array.of(0));
    await network.until(recorder.ended());
    connection.write(Uint8Array.of(5));
    connection.close();
    connection.close();
    await roundTrip(network);
    t.deepEqual(recorder.events, ['open', 'data', 'closed']);
    t.deepEqual([recorder.received, recorder.endings], [[1, 2, 3], [null]]);
  });

  test('[tcp] reports a connection that is reset as tcp_lost', async (t) => {
    const network = await factory(t);
    const recorder = createTcpRecorder();
    const to = await network.serve(echo);
    const connection = await openTo(network, to, recorder);
    connection.write(Uint8Array.of(1));
    await network.until(recorder.bytesReceived(1));
    network.reset();
    await network.until(recorder.ended());
    connection.write(Uint8Array.of(2));
    connection.close();
    t.deepEqual(recorder.events, ['open', 'data', 'closed']);
    endsWith(t, recorder, 'tcp_lost', `${to.host}:${to.port}`);
  });
}

function closing(test: Declare, factory: NetworkFactory): void {
  test('[tcp] delivers nothing after close, even pending bytes; the other side gets the end', async (t) => {
    const network = await factory(t);
    const at_peer = createTcpRecorder();
    const to = await network.serve((peer) => ({
      data(bytes) {
        for (const byte of bytes) peer.write(Uint8Array.of(byte, byte));
        at_peer.data(bytes);
      },
      closed: at_peer.closed,
    }));
    const recorder = createTcpRecorder();
    const connection = await openTo(network, to, recorder);
    connection.write(Uint8Array.of(1));
    await network.until(recorder.bytesReceived(2));
    connection.write(Uint8Array.of(2));
    connection.close();
    connection.close();
    connection.write(Uint8Array.of(3));
    t.deepEqual(at_peer.received, [1], 'no event during a call');
    await network.until(at_peer.ended());
    await roundTrip(network);
    t.deepEqual(at_peer.received, [1, 2], 'bytes written before the close are sent');
    t.deepEqual([recorder.events, recorder.received], [['open', 'data'], [1, 1]]); // oxfmt-ignore
  });

  test('[tcp] reports nothing on a connection closed before it opened', async (t) => {
    const network = await factory(t);
    const addresses = [await network.serve(echo), await network.closed(), network.no_host];
    const recorders = addresses.map((to) => {
      const recorder = createTcpRecorder();
      network.tcp.connect(to, recorder).close();
      return recorder;
    });
    await roundTrip(network);
    await roundTrip(network);
    t.deepEqual(recorders.map(({ events }) => events), [[], [], []]); // oxfmt-ignore
  });

  test('[tcp] allows closing from within open and from within data', async (t) => {
    const network = await factory(t);
    const to = await network.serve((peer) => {
      peer.write(Uint8Array.of(1));
      peer.write(Uint8Array.of(2));
      return echo(peer);
    });
    const in_open = createTcpRecorder({ open: () => first.close() });
    const first: TcpConnection = network.tcp.connect(to, in_open);
    const in_data = createTcpRecorder({ data: () => second.close() });
    const second: TcpConnection = network.tcp.connect(to, in_data);
    await network.until(Promise.all([in_open.opened(), in_data.bytesReceived(1)]));
    await roundTrip(network);
    t.deepEqual(in_open.events, ['open']);
    t.deepEqual(in_data.events, ['open', 'data']);
    t.is(in_data.endings.length, 0);
  });
}
