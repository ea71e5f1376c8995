// SOCKS 5 proxy on the simulated phone, at a unix socket: a browser on the host is the phone's browser. Runs in the
// phone's network namespace on the machine. Names are resolved as on a phone, by the network's DNS server or by mDNS, and
// connections end with the network.

import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { readFileSync, rmSync } from 'node:fs';
import { connect, createServer, isIPv4, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

const SOCKET = '/run/air/phone.sock';
const [MDNS, MDNS_PORT] = ['224.0.0.251', 5353];
const RESOLVE_MS_MAX = 3000;
const [GRANTED, UNREACHABLE] = [0, 4];
/** Returns a reply without an address, which no browser reads. */
const reply = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);

/** Returns the question for the IPv4 address of a name (RFC 1035). */
function question(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  return Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...labels, 0, 0, 1, 0, 1]);
}

/** Returns the phone's address; undefined in no network. */
const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces()).flat().find((each) => each?.family === 'IPv4' && !each.internal)?.address; // oxfmt-ignore

/**
 * Asks all machines of the network for a name, three times at most. A response to such a port has one answer, with the
 * address at its end.
 */
function askNetwork(name: string): Promise<string> {
  const own = ownAddress();
  const socket = createSocket('udp4');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const ask = (): void => socket.send(question(name), MDNS_PORT, MDNS);
  const again = setInterval(ask, RESOLVE_MS_MAX / 3);
  const late = setTimeout(() => reject(new Error('no answer')), RESOLVE_MS_MAX);
  socket.on('error', reject).on('message', (message) => resolve([...message.subarray(-4)].join('.')));
  socket.bind(0, () => {
    if (own === undefined) return reject(new Error('no network'));
    socket.setMulticastInterface(own);
    ask();
  });
  return promise.finally(() => {
    clearInterval(again);
    clearTimeout(late);
    socket.close();
  });
}

async function askServer(name: string): Promise<string> {
  const [, server = ''] = /^nameserver (\S+)/.exec(readFileSync('/run/air/resolv.conf', 'utf8')) ?? [];
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS_MAX, tries: 1 });
  resolver.setServers([server]);
  return (await resolver.resolve4(name))[0] ?? '';
}

const addressOf = async (host: string): Promise<string> =>
  isIPv4(host) ? host : host.endsWith('.local') ? askNetwork(host) : askServer(host);

const connections = new Set<Socket>();

/** Ends all connections of the last network. */
function watchNetwork(): void {
  let last = ownAddress();
  setInterval(() => {
    const now = ownAddress();
    if (now === last) return;
    last = now;
    for (const each of connections) each.destroy(new Error('network changed'));
  }, 1000);
}

async function serve(browser: Socket): Promise<void> {
  browser.on('error', () => {});
  const next = (): Promise<Buffer> => new Promise((resolve) => browser.once('data', resolve));
  await next();
  browser.write(Buffer.from([5, 0]));
  const call = await next();
  const named = call[3] === 3;
  const end = named ? 5 + (call[4] ?? 0) : 8;
  const host = named ? call.subarray(5, end).toString() : [...call.subarray(4, end)].join('.');
  const started_ms = performance.now();
  const log = (outcome: string): void => console.log(host, outcome, Math.round(performance.now() - started_ms), 'ms');
  try {
    const there = connect({ host: await addressOf(host), port: call.readUInt16BE(end) });
    connections.add(there.on('close', () => connections.delete(there)));
    there.on('error', () => browser.destroy());
    browser.on('close', () => there.destroy());
    await new Promise<void>((resolve, reject) => void there.once('connect', resolve).once('error', reject));
    log('connected');
    browser.write(reply(GRANTED));
    browser.pipe(there).pipe(browser);
  } catch (thrown) {
    log(String(thrown));
    browser.end(reply(UNREACHABLE));
  }
}

watchNetwork();
rmSync(SOCKET, { force: true });
createServer((browser) => void serve(browser)).listen(SOCKET);
