// The relay under load, beside a bare node:http server that only holds and releases the same bytes, in the same run and by the
// same driver. Each server is a process of its own.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newIdentity } from '../cloud-stub/devices/enrol.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { ms, percentile, thousands, type Figure, type Size } from './figures.ts';
import { wait } from './waits.ts';
import { openTable, SEATS, type Table } from './relay/table.ts';
import { startServer, type ServerProcess } from './relay/server-process.ts';
import { present } from '../wire/errors.ts';

const GAP_MS = 3;
const COUNTS = {
  whole: {
    held: [2000, 8000, 16_000],
    inputs: 2000,
    publishes: 500,
    streamed: { relay: 1_000_000, bare: 100_000 },
    stream_tables: 16,
    idle_ms: 5000,
  },
  tiny: {
    held: [8],
    inputs: 5,
    publishes: 2,
    streamed: { relay: 60, bare: 60 },
    stream_tables: 1,
    idle_ms: 10,
  },
} as const;
type Counts = (typeof COUNTS)[Size];
const OPENED_AT_ONCE = 20;
/** A million inputs take minutes. */
const STREAM_LIMIT_MS = 20 * 60_000;

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const sleep = (delay_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay_ms));

type Kind = 'relay' | 'bare';
type Measure<T> = (server: ServerProcess, tables: () => Promise<readonly Table[]>) => Promise<T>;

interface Held {
  readonly bytes_each: number;
  readonly idle_cpu: number;
  /** Held requests that ran out and were asked again meanwhile: many take longer to open than one is held. */
  readonly renewed_a_second: number;
  readonly input_ms: readonly number[];
  readonly publish_ms: readonly number[];
}

interface Streamed {
  readonly rate: number;
  readonly sent: number;
  readonly inputs: number;
  readonly wrong: number;
}

/** Gives each figure as soon as it is there: a whole run takes minutes. */
export async function* benchRelay(size: Size): AsyncGenerator<Figure> {
  const counts = COUNTS[size];
  const { streamed, stream_tables: hosts } = counts;
  for (const held of counts.held) {
    const relay = await withServer('relay', held, measureHeld(counts));
    const bare = await withServer('bare', held, measureHeld(counts));
    yield* heldFigures(held, relay, bare);
  }
  const relay = await withServer('relay', hosts * SEATS, measureStream(streamed.relay, hosts));
  const bare = await withServer('bare', hosts * SEATS, measureStream(streamed.bare, hosts));
  yield* [
    {
      what: `signed inputs a second, ${hosts * (SEATS - 1)} guests at ${hosts} hosts that poll`,
      value: thousands(relay.rate),
      beside: `bare node:http ${thousands(bare.rate)}, × ${(relay.rate / bare.rate).toFixed(2)}`,
    },
    { what: `of ${thousands(relay.sent)} inputs lost`, value: thousands(relay.sent - relay.inputs), beside: 'aim 0' },
    { what: 'doubled or out of order', value: thousands(relay.wrong), beside: 'aim 0' },
  ];
}

function heldFigures(held: number, relay: Held, bare: Held): readonly Figure[] {
  const row = (what: string, share: number, of: (measured: Held) => readonly number[]): Figure => {
    const [own, peer] = [percentile(of(relay), share), percentile(of(bare), share)];
    const beside = `bare node:http ${ms(peer)}, × ${(own / peer).toFixed(2)}; aim × 1.3`;
    return { what: `${thousands(held)} held: ${what}, p${share * 100}`, value: ms(own), beside };
  };
  const kb = ({ bytes_each }: Held): string => `${(bytes_each / 1000).toFixed(1)} kB`;
  const idle = ({ idle_cpu }: Held): string => `${(100 * idle_cpu).toFixed(2)} %`;
  const renewed = [relay, bare].map(({ renewed_a_second }) => thousands(renewed_a_second)).join(' and ');
  return [
    {
      what: `${thousands(held)} held: memory of each`,
      value: kb(relay),
      beside: `bare node:http ${kb(bare)}; aim 15 kB`,
    },
    {
      what: `${thousands(held)} held: processor while nothing but time passes`,
      value: idle(relay),
      beside: `bare node:http ${idle(bare)}; holds that ran out meanwhile: ${renewed} a second`,
    },
    ...[0.5, 0.99].map((share) => row('input to host’s poll', share, ({ input_ms }) => input_ms)),
    ...[0.5, 0.99].map((share) => row('publish to all three guests', share, ({ publish_ms }) => publish_ms)),
  ];
}

const measureHeld =
  (counts: Counts): Measure<Held> =>
  async (server, open) => {
    const empty = server.rss_bytes();
    const tables = await open();
    const renewals = (): number => tables.reduce((sum, table) => sum + table.renewed(), 0);
    const [cpu, renewed, start] = [server.cpu_ms(), renewals(), performance.now()];
    await sleep(counts.idle_ms);
    const idle_ms = performance.now() - start;
    const idle_cpu = (server.cpu_ms() - cpu) / idle_ms;
    const renewed_a_second = (1000 * (renewals() - renewed)) / idle_ms;
    const bytes_each = (server.rss_bytes() - empty) / (tables.length * SEATS);
    const random = createSeededRandom(tables.length);
    const someone = (): Table => present(tables[random.int(tables.length)], 'table');
    const input_ms = await openLoop(counts.inputs, () => someone().input(random.int(SEATS - 1)));
    const publish_ms = await openLoop(counts.publishes, () => someone().publish());
    for (const table of tables) table.close();
    return { bytes_each, idle_cpu, renewed_a_second, input_ms, publish_ms };
  };

/** Starts one every few milliseconds, whether or not those before have ended. */
async function openLoop(count: number, act: () => Promise<number>): Promise<readonly number[]> {
  const taken: Promise<number>[] = [];
  for (let started = 0; started < count; started++) {
    const start = performance.now();
    taken.push(act().then((end) => end - start));
    await sleep(GAP_MS);
  }
  return wait(`the last of ${count} inputs or rounds`, Promise.all(taken));
}

/** Inputs as fast as guests can send them, one at a time each. */
const measureStream =
  (streamed: number, hosts: number): Measure<Streamed> =>
  async (_server, open) => {
    const tables = await open();
    const guests = hosts * (SEATS - 1);
    const each = Math.ceil(streamed / guests);
    const start = performance.now();
    const sent = tables.flatMap((table) => [0, 1, 2].map((guest) => table.stream(guest, each)));
    await wait(`${thousands(each * guests)} inputs to be sent`, Promise.all(sent), STREAM_LIMIT_MS);
    const rate = (1000 * each * guests) / (performance.now() - start);
    await Promise.all(tables.map((table) => table.drained(3 * each)));
    const counts = tables.map((table) => table.received());
    for (const table of tables) table.close();
    const sum = (of: 'inputs' | 'wrong'): number => counts.reduce((total, count) => total + count[of], 0);
    return { rate, sent: each * guests, inputs: sum('inputs'), wrong: sum('wrong') };
  };

async function withServer<T>(kind: Kind, devices: number, measure: Measure<T>): Promise<T> {
  process.stderr.write(`${kind === 'bare' ? 'bare node:http' : 'the relay'} with ${thousands(devices)} devices …\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const random = createSeededRandom(devices);
  const identities = Array.from({ length: devices }, () => newIdentity(random));
  const registry = join(folder, 'devices.json');
  writeFileSync(registry, JSON.stringify(identities));
  const where = ['--port', '0', '--metrics-port', '0', '--data', join(folder, 'data'), '--devices', registry];
  const server = await startServer(
    kind === 'bare'
      ? [process.execPath, '--max-semi-space-size=4', path('relay/bare-server.ts')]
      : [path('../tapin'), 'cloud', 'serve', '--limits', 'off', ...where],
  );
  const someTables = (opened: number): Promise<Table>[] =>
    [...Array(Math.min(OPENED_AT_ONCE, devices / SEATS - opened)).keys()].map((table) => {
      const first = (opened + table) * SEATS;
      return openTable(server.port, identities.slice(first, first + SEATS));
    });
  const open = async (): Promise<readonly Table[]> => {
    const tables: Table[] = [];
    while (tables.length * SEATS < devices) {
      const some = someTables(tables.length);
      tables.push(...(await wait('tables to open', Promise.all(some))));
    }
    return tables;
  };
  try {
    return await measure(server, open);
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
