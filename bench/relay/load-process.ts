// A process that plays tables: what bench/relay/load.ts starts and tells what to do.

import * as v from 'valibot';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { present } from '../../wire/errors.ts';
import { openLoop, openTables, streamAll } from './drive.ts';
import { SEATS, type Table } from './table.ts';
import { balancedOver } from './way.ts';

const order = v.variant('do', [
  v.object({
    do: v.literal('open'),
    ports: v.array(v.number()),
    spread: v.picklist(['random', 'code']),
    identities: v.array(v.object({ id: v.string(), secret: v.string() })),
  }),
  v.object({ do: v.literal('wake'), for_ms: v.number() }),
  v.object({ do: v.literal('stream'), for_ms: v.number(), tables: v.number() }),
  v.object({ do: v.literal('count') }),
]);
type Order = v.InferOutput<typeof order>;

let tables: readonly Table[] = [];
const random = createSeededRandom(1, 'load');

function until(for_ms: number): () => boolean {
  const end_ms = performance.now() + for_ms;
  return () => performance.now() < end_ms;
}

async function obey(asked: Order): Promise<object> {
  switch (asked.do) {
    case 'open':
      tables = await openTables(balancedOver(asked.ports, asked.spread), asked.identities);
      return { tables: tables.length };
    case 'wake': {
      const input = (): Promise<number> =>
        present(tables[random.int(tables.length)], 'table').input(random.int(SEATS - 1));
      return { wake_ms: await openLoop(until(asked.for_ms), input) };
    }
    case 'stream':
      return streamAll(tables.slice(0, asked.tables), until(asked.for_ms));
    case 'count':
      return { renewed: tables.reduce((sum, table) => sum + table.renewed(), 0) };
  }
}

async function answer(asked: Order): Promise<void> {
  process.send?.(await obey(asked));
}

process.on('message', (message) => {
  void answer(v.parse(order, message));
});
// Who started it has gone, or is through.
process.on('disconnect', () => process.exit(0));
