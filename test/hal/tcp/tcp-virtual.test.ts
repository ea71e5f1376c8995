// Tests of the virtual network: the contract of every TCP port, timing, and its faults.

import test, { type ExecutionContext } from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Fault } from '../../../hal/faults.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createVirtualTcp, type VirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { createHttpNetwork } from '../../../hal/http/http-virtual.ts';
import { createVirtualLink } from '../../../hal/link/link-virtual.ts';
import { createSwitchedNetwork } from '../../../hal/link/network-switch.ts';
import type { Tcp, TcpConnection } from '../../../hal/tcp/tcp.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { createTcpRecorder, echo, tcpConformance, type NetworkFactory } from './tcp-conformance.ts';
import { titled } from '../../support/titled.ts';
import { wrongly } from '../../support/wrongly.ts';

const newNetwork = (latency_ms?: number): { clock: VirtualClock; tcp: VirtualTcp } => {
  const clock = createVirtualClock();
  const tcp = createVirtualTcp({ clock, random: createSeededRandom(1), ...(latency_ms && { latency_ms }) });
  return { clock, tcp };
};

const inProcess =
  (fault?: Fault, through: (tcp: Tcp, clock: VirtualClock) => Tcp = (tcp) => tcp): NetworkFactory =>
  (t) => {
    const { clock, tcp } = newNetwork();
    let port = 1000;
    valueOf(t, tcp.listen('pc', port, echo));
    if (fault) valueOf(t, tcp.setFault(fault));
    const until = async <T>(done: Promise<T>): Promise<T> => {
      await clock.advance(20_000);
      return done;
    };
    return Promise.resolve({
      tcp: through(tcp, clock),
      until,
      no_host: { host: 'nowhere', port: 921 },
      serve(onConnection) {
        valueOf(t, tcp.listen('pc', ++port, onConnection));
        return Promise.resolve({ host: 'pc', port });
      },
      closed: () => Promise.resolve({ host: 'pc', port: 9 }),
      reset() {
        valueOf(t, tcp.setFault('off'));
      },
    });
  };

tcpConformance(test, inProcess());
// A bad network keeps the contract too: it only delays, splits or merges bytes.
for (const fault of ['split', 'merge', 'delayed', 'slow'] as const)
  tcpConformance(titled(test, fault), inProcess(fault));

// A network switch that is on keeps the contract too.
tcpConformance(
  titled(test, 'switched'),
  inProcess(
    undefined,
    (tcp, clock) =>
      createSwitchedNetwork(
        { tcp, link: createVirtualLink(), http: createHttpNetwork(clock).link(createSeededRandom(1)) },
        { clock, random: createSeededRandom(1) },
      ).tcp,
  ),
);

interface Pair {
  readonly clock: VirtualClock;
  readonly tcp: VirtualTcp;
  readonly client: TcpConnection;
  readonly peer: TcpConnection;
  /** Time and text of each chunk; `end` for the end of the connection. */
  readonly at_client: [number, string][];
  readonly at_peer: [number, string][];
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Creates a connection that is open at 100 ms; times count from there. */
async function newPair(t: ExecutionContext, latency_ms = 1): Promise<Pair> {
  const { clock, tcp } = newNetwork(latency_ms);
  const recorder = (into: [number, string][]) => ({
    open: () => {},
    data: (chunk: Uint8Array) => void into.push([clock.now_ms() - 100, new TextDecoder('latin1').decode(chunk)]),
    closed: (error: unknown) => void into.push([clock.now_ms() - 100, error === null ? 'end' : 'lost']),
  });
  const [at_client, at_peer]: [[number, string][], [number, string][]] = [[], []];
  let peer: TcpConnection | null = null;
  valueOf(
    t,
    tcp.listen('pc', 921, (connection) => {
      peer = connection;
      return recorder(at_peer);
    }),
  );
  const client = tcp.connect({ host: 'PC', port: 921 }, recorder(at_client));
  await clock.advance(100);
  return { clock, tcp, client, peer: assertDefined(peer as TcpConnection | null, 'connection'), at_client, at_peer };
}

test('[tcp] delivers each write as one chunk after the latency', async (t) => {
  const { clock, client, peer, at_client, at_peer } = await newPair(t, 5);
  client.write(bytes('one'));
  client.write(bytes('two'));
  peer.write(bytes('three'));
  await clock.advance(3);
  client.write(bytes('four'));
  client.close();
  await clock.advance(50);
  t.deepEqual(at_peer, [[5, 'one'], [5, 'two'], [8, 'four'], [8, 'end']]); // oxfmt-ignore
  t.deepEqual(at_client, []);
});

const COURSES: readonly (readonly [fault: Fault, arrivals: readonly (readonly [number, string])[]])[] = [
  ['split', [[1, 'a'], [1, 'b'], [1, 'c'], [1, 'd'], [1, 'end']]], // oxfmt-ignore
  ['merge', [[151, 'abcd'], [151, 'end']]], // oxfmt-ignore
  ['delayed', [[401, 'ab'], [401, 'cd'], [401, 'end']]], // oxfmt-ignore
  ['slow', [[5, 'ab'], [9, 'cd'], [9, 'end']]], // oxfmt-ignore
  ['garbage', [[1, 'ab'], [1, 'cd'], [1, 'end']]], // oxfmt-ignore
  ['wrong', [[1, 'ab'], [1, 'cd'], [1, 'end']]], // oxfmt-ignore
];
for (const [fault, arrivals] of COURSES)
  test(`[tcp] delivers two writes and a close over a ${fault} network`, async (t) => {
    const { clock, tcp, client, at_peer } = await newPair(t);
    valueOf(t, tcp.setFault(fault));
    t.is(tcp.fault(), fault);
    client.write(bytes('ab'));
    client.write(bytes('cd'));
    client.close();
    await clock.advance(1000);
    t.deepEqual(at_peer, arrivals.map((arrival) => [...arrival])); // oxfmt-ignore
  });

test('[tcp] fault garbage or wrong: a listening program sends garbage or another protocol', async (t) => {
  const { clock, tcp, peer, at_client } = await newPair(t);
  valueOf(t, tcp.setFault('garbage'));
  peer.write(bytes('{"Code":200}'));
  valueOf(t, tcp.setFault('wrong'));
  peer.write(bytes('{"Code":200}'));
  valueOf(t, tcp.setFault('ok'));
  peer.write(bytes('{"Code":200}'));
  await clock.advance(10);
  t.is(at_client.length, 3);
  t.is(at_client[0]?.[1].length, 12);
  t.notRegex(at_client[0]?.[1] ?? '', /Code/);
  t.regex(at_client[1]?.[1] ?? '', /^HTTP\/1\.1 400 /);
  t.is(at_client[2]?.[1], '{"Code":200}');
});

test('[tcp] fault stuck: delivers nothing until it ends, then everything in order', async (t) => {
  const { clock, tcp, client, peer, at_client, at_peer } = await newPair(t, 10);
  client.write(bytes('a'));
  await clock.advance(5);
  valueOf(t, tcp.setFault('stuck'));
  client.write(bytes('b'));
  peer.write(bytes('x'));
  peer.close();
  await clock.advance(100_000);
  t.deepEqual([at_client, at_peer], [[], []]);
  client.write(bytes('c'));
  valueOf(t, tcp.setFault('ok'));
  client.write(bytes('d'));
  await clock.advance(100);
  t.deepEqual(at_client.map(([, text]) => text), ['x', 'end']); // oxfmt-ignore
  t.deepEqual(at_peer, []);
});

test('[tcp] keeps bytes that were stuck ahead of later ones', async (t) => {
  const { clock, tcp, client, at_peer } = await newPair(t, 10);
  valueOf(t, tcp.setFault('stuck'));
  client.write(bytes('a'));
  await clock.advance(1000);
  // The fault ends exactly when the second write arrives, and just before it.
  clock.setTimeout(() => valueOf(t, tcp.setFault('ok')), 10);
  client.write(bytes('b'));
  await clock.advance(9);
  client.write(bytes('c'));
  await clock.advance(1);
  client.close();
  await clock.advance(100);
  t.deepEqual(at_peer.map(([, text]) => text), ['a', 'b', 'c', 'end']); // oxfmt-ignore
});

test('[tcp] fault stuck: connecting fails as unreachable after 10 s or succeeds if it ends sooner', async (t) => {
  const { clock, tcp } = newNetwork();
  valueOf(t, tcp.listen('pc', 921, echo));
  valueOf(t, tcp.setFault('stuck'));
  const [early, late] = [createTcpRecorder(), createTcpRecorder()];
  tcp.connect({ host: 'pc', port: 921 }, early);
  await clock.advance(5000);
  tcp.connect({ host: 'pc', port: 921 }, late);
  await clock.advance(4999);
  t.deepEqual(early.events, []);
  await clock.advance(2);
  t.deepEqual(early.endings.map((error) => error?.code), ['tcp_unreachable']); // oxfmt-ignore
  valueOf(t, tcp.setFault('ok'));
  await clock.advance(1000);
  t.deepEqual(late.events, ['open']);
  t.is(clock.pending(), 0);
});

test('[tcp] fault off: breaks connections at both ends, refuses new ones until it ends', async (t) => {
  const { clock, tcp, client, peer, at_client, at_peer } = await newPair(t, 10);
  client.write(bytes('a'));
  valueOf(t, tcp.setFault('off'));
  peer.write(bytes('b'));
  t.deepEqual([at_client, at_peer], [[], []]);
  await clock.advance(50);
  t.deepEqual([at_client, at_peer], [[[0, 'lost']], [[0, 'lost']]]);
  const recorder = createTcpRecorder();
  tcp.connect({ host: 'pc', port: 921 }, recorder);
  await clock.advance(50);
  t.is(recorder.endings[0]?.code, 'tcp_refused');
  valueOf(t, tcp.setFault('ok'));
  const again = createTcpRecorder();
  tcp.connect({ host: 'pc', port: 921 }, again);
  await clock.advance(50);
  t.deepEqual(again.events, ['open']);
});

test('[tcp] refuses a fault that TCP does not have and keeps the current one', (t) => {
  const { tcp } = newNetwork();
  for (const fault of ['drop-byte', 'flip-bit', 'intermittent', wrongly('bogus')] as const)
    failsWith(t, tcp.setFault(fault), 'fault_unsupported', /it has ok, off, stuck/);
  t.is(tcp.fault(), 'ok');
});

test('[tcp] loses both ends of a connection with too many pending bytes', async (t) => {
  const { clock, tcp, client, at_client, at_peer } = await newPair(t);
  valueOf(t, tcp.setFault('stuck'));
  for (let n = 0; n < 65; n++) client.write(new Uint8Array(1000));
  await clock.advance(10);
  t.deepEqual(at_client, []);
  client.write(new Uint8Array(1000));
  t.deepEqual(at_client, []);
  await clock.advance(10);
  t.deepEqual(at_client, [[10, 'lost']]);
  valueOf(t, tcp.setFault('ok'));
  await clock.advance(10);
  t.is(at_peer.at(-1)?.[1], 'lost');
});

test('[tcp] passes any amount as long as few bytes wait', async (t) => {
  const { clock, client, at_peer } = await newPair(t);
  for (let n = 0; n < 20; n++) {
    client.write(new Uint8Array(60_000));
    await clock.advance(2);
  }
  t.deepEqual(new Set(at_peer.map(([, text]) => text.length)), new Set([60_000]));
  t.is(at_peer.length, 20);
});

test('[tcp] lets only one program at a time listen on a port', async (t) => {
  const { clock, tcp, client, at_peer } = await newPair(t);
  const other = valueOf(t, tcp.listen('pc', 922, echo));
  failsWith(t, tcp.listen('pc', 922, echo), 'port_unusable', /pc:922/);
  other.close();
  other.close();
  const again = valueOf(t, tcp.listen('PC', 922, echo));
  other.close();
  failsWith(t, tcp.listen('pc', 922, echo), 'port_unusable', /pc:922/);
  again.close();
  t.throws(() => tcp.listen('pc', 0, echo), { message: /TCP port/ });
  const recorder = createTcpRecorder();
  tcp.connect({ host: 'pc', port: 922 }, recorder);
  client.write(bytes('still'));
  await clock.advance(10);
  t.is(recorder.endings[0]?.code, 'tcp_refused');
  t.deepEqual(at_peer, [[1, 'still']]);
});
