// Time until three waiting subscribers receive what a fourth client publishes: the relay compared with third-party
// servers built for many waiting clients, in one run on one machine. The relay verifies signatures, applies rules and
// writes to disk; the third-party servers only forward bytes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newIdentity } from '../cloud-stub/devices/new-identity.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { assertDefined } from '../wire/errors.ts';
import { percentile, type BenchSize, type Tabled } from './figures.ts';
import { colyseusMissing, startColyseus } from './relay/colyseus.ts';
import { openLoop, openTables } from './relay/drive.ts';
import { nchanMissing, startNchan } from './relay/nchan.ts';
import { startRelay } from './relay/server-process.ts';
import { SEATS } from './relay/table.ts';
import type { WakingServer } from './relay/waking-table.ts';
import { directTo } from './relay/way.ts';

const COUNTS = { whole: { tables: 200, warm: 400, rounds: 1500 }, tiny: { tables: 1, warm: 1, rounds: 3 } } as const;

const PEERS = [
  { name: 'nchan 1.3 in nginx, long polls', missing: nchanMissing, start: startNchan },
  { name: 'Colyseus, WebSockets', missing: colyseusMissing, start: startColyseus },
] as const;

export async function benchWakes(size: BenchSize): Promise<readonly Tabled[]> {
  const { tables, warm, rounds } = COUNTS[size];
  const measured = async (name: string, server: WakingServer): Promise<Tabled['rows'][number]> => {
    const random = createSeededRandom(tables);
    const someone = (): Promise<number> => assertDefined(server.tables[random.int(tables)], 'table').publish();
    await openLoop((done) => done < warm, someone);
    const taken = await openLoop((done) => done < rounds, someone);
    await server.end();
    return { name, cells: [0.5, 0.99].map((share) => percentile(taken, share).toFixed(2)) };
  };
  const rows = [await measured('the relay, signed long polls', await relayWith(tables))];
  for (const { name, missing, start } of PEERS)
    if (missing() === '') rows.push(await measured(name, await start(tables)));
  const notes = PEERS.flatMap(({ missing }) => (missing() === '' ? [] : [`NOT MEASURED: ${missing()}.`]));
  return [
    { title: `A round for three who wait, of ${tables * 3} in all`, heads: ['p50 in ms', 'p99 in ms'], rows, notes },
  ];
}

async function relayWith(count: number): Promise<WakingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const random = createSeededRandom(count);
  const identities = Array.from({ length: count * SEATS }, () => newIdentity(random));
  writeFileSync(join(folder, 'devices.json'), JSON.stringify(identities));
  const server = await startRelay(join(folder, 'data'), ['--devices', join(folder, 'devices.json')]);
  const tables = await openTables(directTo(server.port), identities);
  return {
    tables,
    async end() {
      for (const table of tables) table.close();
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
