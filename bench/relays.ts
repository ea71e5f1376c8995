// Relays in several processes: one on SQLite, then one, two and four on a Redis or Valkey server, under the same load. Requests come to relays at
// random, or each code's to one relay; the load's own processes choose, as a balancer would. Rounds go over all of them again and again, each
// beginning with another, so that a machine whose noise comes and goes favours none; what is printed are medians of the rounds.

import { newIdentity } from '../cloud-stub/devices/enrol.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { REDIS_PROGRAM } from '../test/support/redis/redis-server.ts';
import { median, percentile, thousands, type Settings, type Size, type Tabled } from './figures.ts';
import { figureOf, startFleet, type Fleet } from './relay/fleet.ts';
import { LOADS, startLoad, type Load } from './relay/load.ts';
import { SEATS } from './relay/table.ts';
import type { Spread } from './relay/way.ts';

/** So many tables play at once; all of them hold. */
const PLAYING = 16;
const COUNTS = {
  whole: { tables: 200, seconds: 2, rounds: 3 },
  tiny: { tables: 2, seconds: 0.05, rounds: 1 },
} as const;
type Counts = Readonly<Record<'tables' | 'seconds' | 'rounds', number>>;

interface Layout {
  readonly name: string;
  readonly relays: number | 'sqlite';
  readonly spread: Spread;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'SQLite, 1 relay', relays: 'sqlite', spread: 'code' },
  { name: 'Redis, 1 relay', relays: 1, spread: 'code' },
  { name: 'Redis, 2 relays, at random', relays: 2, spread: 'random' },
  { name: 'Redis, 2 relays, by code', relays: 2, spread: 'code' },
  { name: 'Redis, 4 relays, at random', relays: 4, spread: 'random' },
  { name: 'Redis, 4 relays, by code', relays: 4, spread: 'code' },
];

interface Measured {
  readonly rate: number;
  readonly relay_us: number;
  /** NaN where there is no engine beside the relay. */
  readonly engine_us: number;
  readonly wake_p50_ms: number;
  readonly wake_p99_ms: number;
  readonly held_kb: number;
  readonly conflicts: number;
  readonly sent: number;
  readonly lost: number;
  readonly wrong: number;
}

export async function benchRelays(size: Size, settings: Settings): Promise<readonly Tabled[]> {
  const counts: Counts = { ...COUNTS[size], ...settings };
  const there = LAYOUTS.filter(({ relays }) => relays === 'sqlite' || REDIS_PROGRAM !== null);
  const layouts = size === 'tiny' ? there.filter(({ relays }) => relays === 'sqlite' || relays === 2) : there;
  const measured = new Map<Layout, Measured[]>(layouts.map((layout) => [layout, []]));
  for (let round = 0; round < counts.rounds; round++)
    for (const at of layouts.keys()) {
      const layout = layouts[(at + round) % layouts.length];
      if (!layout) continue;
      process.stderr.write(`round ${round + 1} of ${counts.rounds}: ${layout.name} …\n`);
      measured.get(layout)?.push(await measure(layout, counts));
    }
  return [tableOf(measured, counts)];
}

async function measure({ relays, spread }: Layout, { tables, seconds }: Counts): Promise<Measured> {
  const random = createSeededRandom(tables);
  const identities = Array.from({ length: tables * SEATS }, () => newIdentity(random));
  const fleet = await startFleet(relays, identities);
  try {
    const empty = rss(fleet);
    const ports = fleet.relays.map(({ port }) => port);
    const load = await startLoad({ ports, spread, identities });
    const held_kb = (rss(fleet) - empty) / identities.length / 1000;
    try {
      const wakes = await load.wakes(1000 * seconds);
      const wake_p50_ms = percentile(wakes, 0.5);
      return { held_kb, wake_p50_ms, wake_p99_ms: percentile(wakes, 0.99), ...(await streamed(fleet, load, seconds)) };
    } finally {
      await load.end();
    }
  } finally {
    await fleet.end();
  }
}

const rss = ({ relays }: Fleet): number => relays.reduce((sum, relay) => sum + relay.rss_bytes(), 0);

async function streamed({ relays, engine }: Fleet, load: Load, seconds: number) {
  await load.stream(500 * seconds, PLAYING); // compiled code and caches
  const read = async () => ({
    relay_ms: relays.reduce((sum, relay) => sum + relay.cpu_ms(), 0),
    engine_ms: engine?.cpu_ms() ?? Number.NaN,
    conflicts: await figureOf(relays, 'tapin_relay_engine_conflicts_total'),
  });
  const before = await read();
  const { sent, took_ms, inputs, wrong } = await load.stream(1000 * seconds, PLAYING);
  const after = await read();
  const grown = (of: keyof typeof before): number => after[of] - before[of];
  return {
    rate: (1000 * sent) / took_ms,
    relay_us: (1000 * grown('relay_ms')) / sent,
    engine_us: (1000 * grown('engine_ms')) / sent,
    conflicts: (1000 * grown('conflicts')) / sent,
    sent,
    lost: sent - inputs,
    wrong,
  };
}

const HEADS = [
  'inputs/s',
  '× SQLite',
  'relay µs',
  'engine µs',
  'wake p50 ms',
  'wake p99 ms',
  'kB a held',
  'conflicts ‰',
] as const;

function tableOf(measured: ReadonlyMap<Layout, readonly Measured[]>, { tables, seconds, rounds }: Counts): Tabled {
  const all = [...measured.values()].flat();
  const sum = (of: 'sent' | 'lost' | 'wrong'): string => thousands(all.reduce((total, one) => total + one[of], 0));
  const sqlite = rateOf([...measured.values()][0] ?? []);
  const playing = Math.min(PLAYING, tables);
  return {
    title:
      `Relays in processes of their own: ${thousands(tables * SEATS)} held requests, ${playing * (SEATS - 1)} guests at ${playing} hosts ` +
      `that send as fast as they can; medians of ${rounds} rounds of ${seconds} s`,
    heads: HEADS,
    rows: [...measured].map(([{ name }, rounds]) => ({ name, cells: cellsOf(rounds, sqlite) })),
    notes: [
      'relay µs and engine µs: processor time of all relays, and of the server, for an input that wakes a host and three guests who ask again.',
      'wake: from sending an input to the return of its host’s poll, at one each 3 ms. kB a held: of all relays together.',
      `The load (processes: ${LOADS}) chooses the relay: at random for each request, or by its code, as HAProxy’s hash of the body’s code does.`,
      `Of ${sum('sent')} inputs lost ${sum('lost')}, doubled or out of order ${sum('wrong')} (aim 0).`,
      ...(REDIS_PROGRAM === null
        ? ['NOT MEASURED: Redis is not there. Neither valkey-server nor redis-server can be started.']
        : []),
    ],
  };
}

const rateOf = (rounds: readonly Measured[]): number => median(rounds.map(({ rate }) => rate));

function cellsOf(rounds: readonly Measured[], sqlite: number): readonly string[] {
  const of = (what: keyof Measured, digits = 0): string => {
    const value = median(rounds.map((round) => round[what]));
    return Number.isNaN(value) ? '–' : value.toFixed(digits);
  };
  const ratio = (rateOf(rounds) / sqlite).toFixed(2);
  return [
    thousands(rateOf(rounds)),
    ratio,
    of('relay_us'),
    of('engine_us'),
    of('wake_p50_ms', 2),
    of('wake_p99_ms', 1),
    of('held_kb', 1),
    of('conflicts', 1),
  ];
}
