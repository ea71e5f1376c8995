// The relay under load, beside a bare node:http server that only holds and releases as many bytes, in the same run and by the same
// driver. Each server is a process of its own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeviceIdentity } from '../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../cloud-stub/devices/enrol.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { ms, percentile, thousands, type Figure } from './figures.ts';
import { openBareTable } from './relay/bare-table.ts';
import { openRelayTable } from './relay/relay-table.ts';
import { startServer, type ServerProcess } from './relay/server-process.ts';
import { SEATS, type Table } from './relay/table.ts';

const HELD = [2000] as const;
const INPUTS = 2000;
const PUBLISHES = 500;
const GAP_MS = 3;
const STREAMED = 100_000;
const STREAM_TABLES = 16;
const IDLE_MS = 8000;
/** Bytes of a poll's answer at a table of four. */
const ANSWER_BYTES = 700;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const sleep = (delay_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay_ms));

interface Measured {
  readonly bytes_each: number;
  readonly idle_cpu: number;
  readonly input_ms: readonly number[];
  readonly publish_ms: readonly number[];
}

export async function benchRelay(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const held of HELD) {
    const relay = await withRelay(held, (server, identities) =>
      measure(server, held, (table) =>
        openRelayTable(server.port, identities.slice(table * SEATS, (table + 1) * SEATS)),
      ),
    );
    const bare = await withBare((server) =>
      measure(server, held, (table) => openBareTable(server.port, `${table}`, ANSWER_BYTES)),
    );
    figures.push(...rows(held, relay, bare));
  }
  return [...figures, ...(await stream())];
}

function rows(held: number, relay: Measured, bare: Measured): readonly Figure[] {
  const row = (what: string, share: number, of: (measured: Measured) => readonly number[]): Figure => {
    const [own, peer] = [percentile(of(relay), share), percentile(of(bare), share)];
    const ratio = (own / peer).toFixed(2);
    return {
      what: `${thousands(held)} held: ${what}, p${share * 100}`,
      value: ms(own),
      beside: `bare node:http ${ms(peer)}, × ${ratio}; aim × 1.3`,
    };
  };
  return [
    {
      what: `${thousands(held)} held: memory of each`,
      value: `${(relay.bytes_each / 1000).toFixed(1)} kB`,
      beside: `bare node:http ${(bare.bytes_each / 1000).toFixed(1)} kB; aim 15 kB`,
    },
    {
      what: `${thousands(held)} held: processor while nothing happens`,
      value: `${(100 * relay.idle_cpu).toFixed(2)} %`,
      beside: `bare node:http ${(100 * bare.idle_cpu).toFixed(2)} %`,
    },
    ...[0.5, 0.99].map((share) => row('input to host’s poll', share, ({ input_ms }) => input_ms)),
    ...[0.5, 0.99].map((share) => row('publish to all three guests', share, ({ publish_ms }) => publish_ms)),
  ];
}

async function measure(
  server: ServerProcess,
  held: number,
  open: (table: number) => Promise<Table>,
): Promise<Measured> {
  const empty = server.rss_bytes();
  const tables: Table[] = [];
  for (let table = 0; table < held / SEATS; table++) tables.push(await open(table));
  await sleep(500);
  const bytes_each = (server.rss_bytes() - empty) / held;
  const [cpu, start] = [server.cpu_ms(), performance.now()];
  await sleep(IDLE_MS);
  const idle_cpu = (server.cpu_ms() - cpu) / (performance.now() - start);
  const random = createSeededRandom(held);
  const someone = (): Table => tables[random.int(tables.length)] as Table;
  const input_ms = await openLoop(INPUTS, () => someone().input(random.int(SEATS - 1)));
  const publish_ms = await openLoop(PUBLISHES, () => someone().publish());
  for (const table of tables) table.close();
  return { bytes_each, idle_cpu, input_ms, publish_ms };
}

/** Starts one every few milliseconds, whether or not those before have ended. */
async function openLoop(count: number, act: () => Promise<number>): Promise<readonly number[]> {
  const taken: Promise<number>[] = [];
  for (let started = 0; started < count; started++) {
    const start = performance.now();
    taken.push(act().then((end) => end - start));
    await sleep(GAP_MS);
  }
  return Promise.all(taken);
}

/** Inputs as fast as guests can send them, one at a time each. */
async function stream(): Promise<readonly Figure[]> {
  const guests = STREAM_TABLES * (SEATS - 1);
  const each = Math.ceil(STREAMED / guests);
  const run = async (tables: readonly Table[]): Promise<number> => {
    const start = performance.now();
    await Promise.all(tables.flatMap((table) => [0, 1, 2].map((guest) => table.stream(guest, each))));
    return (1000 * each * guests) / (performance.now() - start);
  };
  const { rate, received, wrong } = await withRelay(STREAM_TABLES * SEATS, async (server, identities) => {
    const tables = await openAll((table) =>
      openRelayTable(server.port, identities.slice(table * SEATS, (table + 1) * SEATS)),
    );
    const rate = await run(tables);
    await sleep(1000);
    const counts = tables.map((table) => table.received());
    for (const table of tables) table.close();
    return {
      rate,
      received: counts.reduce((sum, { inputs }) => sum + inputs, 0),
      wrong: counts.reduce((sum, count) => sum + count.wrong, 0),
    };
  });
  const bare = await withBare(async (server) => {
    const tables = await openAll((table) => openBareTable(server.port, `${table}`, ANSWER_BYTES));
    const rate = await run(tables);
    for (const table of tables) table.close();
    return rate;
  });
  return [
    {
      what: `signed inputs a second, ${guests} guests at ${STREAM_TABLES} hosts that poll`,
      value: thousands(rate),
      beside: `bare node:http echoes ${thousands(bare)}`,
    },
    {
      what: `of ${thousands(each * guests)} inputs lost`,
      value: thousands(each * guests - received),
      beside: 'aim 0',
    },
    { what: 'doubled or out of order', value: thousands(wrong), beside: 'aim 0' },
  ];
}

const openAll = (open: (table: number) => Promise<Table>): Promise<readonly Table[]> =>
  Promise.all(Array.from({ length: STREAM_TABLES }, (_, table) => open(table)));

async function withRelay<T>(
  devices: number,
  run: (server: ServerProcess, identities: readonly DeviceIdentity[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const random = createSeededRandom(devices);
  const identities = Array.from({ length: devices }, () => newIdentity(random));
  const registry = join(folder, 'devices.json');
  writeFileSync(registry, JSON.stringify(identities));
  const where = ['--port', '0', '--metrics-port', '0', '--data', join(folder, 'data'), '--devices', registry];
  const server = await startServer([path('../bin/tapin.ts'), 'cloud', 'serve', '--limits', 'off', ...where]);
  try {
    return await run(server, identities);
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withBare<T>(run: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startServer([path('relay/bare-server.ts')]);
  try {
    return await run(server);
  } finally {
    await server.end();
  }
}
