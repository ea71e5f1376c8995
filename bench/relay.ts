// Loads the relay, and a bare node:http server that only holds and releases the same bytes, in the same run with the
// same driver. Each server runs in its own process.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newIdentity } from '../cloud-stub/devices/new-identity.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { ms, percentile, thousands, type BenchFigure, type BenchSettings, type BenchSize } from './figures.ts';
import { openLoop, openTables, sleep, streamAll, type Streamed } from './relay/drive.ts';
import { startRelay, startServer, type ServerProcess } from './relay/server-process.ts';
import { SEATS, type BenchTable } from './relay/table.ts';
import { directTo } from './relay/way.ts';
import { assertDefined } from '../wire/errors.ts';

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
type Counts = (typeof COUNTS)[BenchSize];

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

type Kind = 'relay' | 'bare';
type Measure<T> = (server: ServerProcess, tables: () => Promise<readonly BenchTable[]>) => Promise<T>;

interface Held {
  readonly bytes_each: number;
  readonly idle_cpu: number;
  /**
   * Rate at which held requests expired and were repeated during the measurement: opening many takes longer than one
   * hold.
   */
  readonly renewed_a_second: number;
  readonly input_ms: readonly number[];
  readonly publish_ms: readonly number[];
}

const rateOf = ({ sent, took_ms }: Streamed): number => (1000 * sent) / took_ms;

/** Yields each figure as soon as it is measured: a whole run takes minutes. */
export async function* benchRelay(
  size: BenchSize,
  { held: requested, inputs }: BenchSettings = {},
): AsyncGenerator<BenchFigure> {
  const counts = COUNTS[size];
  const { streamed, stream_tables: hosts } = counts;
  for (const held of requested === undefined ? counts.held : [requested]) {
    const relay = await withServer('relay', held, measureHeld(counts));
    const bare = await withServer('bare', held, measureHeld(counts));
    yield* heldFigures(held, relay, bare);
  }
  const relay = await withServer('relay', hosts * SEATS, measureStream(inputs ?? streamed.relay, hosts));
  const bare = await withServer(
    'bare',
    hosts * SEATS,
    measureStream(Math.min(inputs ?? streamed.bare, streamed.bare), hosts),
  );
  yield* [
    {
      what: `signed inputs a second, ${hosts * (SEATS - 1)} guests at ${hosts} hosts that poll`,
      value: thousands(rateOf(relay)),
      beside: `bare node:http ${thousands(rateOf(bare))}, × ${(rateOf(relay) / rateOf(bare)).toFixed(2)}; aim 6,000`,
    },
    { what: `of ${thousands(relay.sent)} inputs lost`, value: thousands(relay.sent - relay.inputs), beside: 'aim 0' },
    { what: 'doubled or out of order', value: thousands(relay.wrong), beside: 'aim 0' },
  ];
}

function heldFigures(held: number, relay: Held, bare: Held): readonly BenchFigure[] {
  const row = (what: string, share: number, of: (measured: Held) => readonly number[]): BenchFigure => {
    const [own, peer] = [percentile(of(relay), share), percentile(of(bare), share)];
    const beside = `bare node:http ${ms(peer)}, × ${(own / peer).toFixed(2)}; aim × ${share > 0.9 ? 2 : 1.2}`;
    return { what: `${thousands(held)} held: ${what}, p${share * 100}`, value: ms(own), beside };
  };
  const kb = ({ bytes_each }: Held): string => `${(bytes_each / 1000).toFixed(1)} kB`;
  const idle = ({ idle_cpu }: Held): string => `${(100 * idle_cpu).toFixed(2)} %`;
  const renewed = [relay, bare].map(({ renewed_a_second }) => thousands(renewed_a_second)).join(' and ');
  return [
    {
      what: `${thousands(held)} held: memory of each`,
      value: kb(relay),
      beside: `bare node:http ${kb(bare)}; aim 4 kB more`,
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
    const someone = (): BenchTable => assertDefined(tables[random.int(tables.length)], 'table');
    const input_ms = await openLoop(upTo(counts.inputs), () => someone().input(random.int(SEATS - 1)));
    const publish_ms = await openLoop(upTo(counts.publishes), () => someone().publish());
    for (const table of tables) table.close();
    return { bytes_each, idle_cpu, renewed_a_second, input_ms, publish_ms };
  };

const upTo =
  (count: number) =>
  (done: number): boolean =>
    done < count;

/** Sends inputs as fast as the guests can, one at a time each. */
const measureStream =
  (streamed: number, hosts: number): Measure<Streamed> =>
  async (_server, open) => {
    const tables = await open();
    const measured = await streamAll(tables, upTo(Math.ceil(streamed / (hosts * (SEATS - 1)))));
    for (const table of tables) table.close();
    return measured;
  };

async function withServer<T>(kind: Kind, devices: number, measure: Measure<T>): Promise<T> {
  process.stderr.write(`${kind === 'bare' ? 'bare node:http' : 'the relay'} with ${thousands(devices)} devices …\n`);
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const random = createSeededRandom(devices);
  const identities = Array.from({ length: devices }, () => newIdentity(random));
  const registry = join(folder, 'devices.json');
  writeFileSync(registry, JSON.stringify(identities));
  const server = await (kind === 'bare'
    ? startServer([process.execPath, '--max-semi-space-size=4', path('relay/bare-server.ts')])
    : startRelay(join(folder, 'data'), ['--devices', registry]));
  try {
    return await measure(server, () => openTables(directTo(server.port), identities));
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
