// Drives the tables of the relay benchmarks: opens many, sends occasional inputs, and sends as many inputs as possible.

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { wait } from '../waits.ts';
import { openTable, SEATS, type BenchTable } from './table.ts';
import type { Transport } from './way.ts';

const OPENED_AT_ONCE = 20;
const GAP_MS = 3;
/** A million inputs take minutes. */
const STREAM_LIMIT_MS = 20 * 60_000;

export const sleep = (delay_ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay_ms));

/** Opens tables for all these devices, a few at a time. */
export async function openTables(
  transport: Transport,
  identities: readonly DeviceIdentity[],
): Promise<readonly BenchTable[]> {
  const tables: BenchTable[] = [];
  for (let first = 0; first < identities.length; first += OPENED_AT_ONCE * SEATS) {
    const some = identities.slice(first, first + OPENED_AT_ONCE * SEATS);
    const seats = Array.from({ length: some.length / SEATS }, (_, table) =>
      some.slice(table * SEATS, (table + 1) * SEATS),
    );
    tables.push(...(await wait('tables to open', Promise.all(seats.map((four) => openTable(transport, four))))));
  }
  return tables;
}

/**
 * Starts an action every few milliseconds while `more` returns true, whether or not earlier ones have finished; returns
 * how long each took.
 */
export async function openLoop(
  more: (started: number) => boolean,
  act: () => Promise<number>,
): Promise<readonly number[]> {
  const taken: Promise<number>[] = [];
  for (; more(taken.length); await sleep(GAP_MS)) {
    const start = performance.now();
    taken.push(act().then((end) => end - start));
  }
  return wait(`the last of ${taken.length} inputs or rounds`, Promise.all(taken));
}

export interface Streamed {
  readonly sent: number;
  /** From the first input to the answer of the last. */
  readonly took_ms: number;
  /** Number of inputs that the hosts received. */
  readonly inputs: number;
  /** Number of inputs that arrived twice or out of order. */
  readonly wrong: number;
}

/** Sends inputs as fast as the guests of these tables can, one at a time each. */
export async function streamAll(tables: readonly BenchTable[], more: (sent: number) => boolean): Promise<Streamed> {
  const before = received(tables);
  const start = performance.now();
  const streams = tables.flatMap((table) => [0, 1, 2].map((guest) => ({ table, sent: table.stream(guest, more) })));
  await wait('inputs to be sent', Promise.all(streams.map(({ sent }) => sent)), STREAM_LIMIT_MS);
  const took_ms = performance.now() - start;
  let all = 0;
  for (const table of tables) {
    const own = await Promise.all(streams.filter((stream) => stream.table === table).map(({ sent }) => sent));
    const sent = own.reduce((sum, each) => sum + each, 0);
    await table.drained(before.of(table) + sent);
    all += sent;
  }
  const after = received(tables);
  return { sent: all, took_ms, inputs: after.inputs - before.inputs, wrong: after.wrong - before.wrong };
}

function received(tables: readonly BenchTable[]) {
  const counts = new Map(tables.map((table) => [table, table.received()]));
  const sum = (of: 'inputs' | 'wrong'): number => [...counts.values()].reduce((total, count) => total + count[of], 0);
  return { inputs: sum('inputs'), wrong: sum('wrong'), of: (table: BenchTable) => counts.get(table)?.inputs ?? 0 };
}
