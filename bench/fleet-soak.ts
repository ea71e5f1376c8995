// A soak of relays that share an engine: inputs as fast as guests can send them, each request to either of two relay processes, while relays
// and their engine are killed; and what became of every input.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enrolOn, openAlone, openWithReplica, type FailingEngine } from '../test/support/redis/failing-engine.ts';
import { openFleet, SEATS, type Fleet } from '../test/support/relay/fleet.ts';
import { freePort } from '../test/support/process/free-port.ts';
import { itemAt } from '../test/support/items.ts';
import { REDIS_PROGRAM } from '../test/support/redis/redis-server.ts';
import { thousands, type Figure, type Settings, type Size } from './figures.ts';
import { startServer, type ServerProcess } from './relay/server-process.ts';
import { wait } from './waits.ts';

type Kill = 'engine' | 'relay 1' | 'relay 2';

const COUNTS = {
  whole: { inputs: 40_000, hosts: 16, fsync: 'everysec', kills: ['relay 1', 'relay 2', 'engine', 'relay 1'] },
  tiny: { inputs: 300, hosts: 2, fsync: 'always', kills: ['relay 1', 'engine'] },
} as const;
const KILLS_WITH_REPLICA = ['relay 1', 'engine', 'relay 2'] as const;
const PROGRESS_MS = 10_000;
/** As a device does: 3 s, and 30 s after three failures. */
const retryMs = (failures: number): number => (failures < 3 ? 3000 : 30_000);
const BACK_MS = 5 * 60_000;
const SOAK_MS = 2 * 60 * 60_000;
const TAPIN = fileURLToPath(new URL('../tapin', import.meta.url));

export async function* benchFleetSoak(size: Size, asked: Settings): AsyncGenerator<Figure> {
  if (REDIS_PROGRAM === null) {
    const what = 'fleet-soak: neither redis-server nor valkey-server is here';
    yield { what, value: '0 inputs', beside: 'NOT MEASURED' };
    return;
  }
  const { inputs: usual, hosts, kills, fsync: usual_fsync } = COUNTS[size];
  const fsync = asked.fsync ?? usual_fsync;
  const engine = asked.wait ? await openWithReplica(fsync) : await openAlone(fsync);
  const folder = mkdtempSync(join(tmpdir(), 'tapin-soak-'));
  const relays = new Relays(engine.url, folder);
  try {
    const identities = await enrolOn(engine.url, hosts * SEATS);
    await relays.start();
    const inputs = asked.inputs ?? usual;
    const fleet = openFleet({ ports: relays.ports, retryMs, identities, inputs_max: inputs });
    yield* await soak(fleet, inputs, { engine, relays, kills: asked.wait ? KILLS_WITH_REPLICA : kills });
  } finally {
    await relays.end();
    await engine.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two relay processes on one engine. They keep their ports. */
class Relays {
  readonly ports: number[] = [];
  /** What those that were killed had counted. */
  #conflicts_before = 0;
  readonly #url: string;
  readonly #folder: string;
  readonly #running: ServerProcess[] = [];

  constructor(url: string, folder: string) {
    this.#url = url;
    this.#folder = folder;
  }

  async start(): Promise<void> {
    this.ports.push(await freePort(), await freePort());
    for (const at of [0, 1]) await this.startAt(at);
  }

  async startAt(at: number): Promise<void> {
    const where = ['--port', `${itemAt(this.ports, at)}`, '--metrics-port', '0', '--data', join(this.#folder, `${at}`)];
    const shared = ['--relay-only', '--engine', this.#url, '--limits', 'off'];
    this.#running[at] = await startServer([TAPIN, 'cloud', 'serve', ...shared, ...where]);
  }

  async kill(at: number): Promise<void> {
    const relay = itemAt(this.#running, at);
    this.#conflicts_before += await conflictsOf(relay);
    await relay.end('SIGKILL');
  }

  async conflicts(): Promise<number> {
    const counts = await Promise.all(this.#running.map(conflictsOf));
    return counts.reduce((sum, count) => sum + count, this.#conflicts_before);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running.map((relay) => relay.end()));
  }
}

async function conflictsOf({ metrics }: ServerProcess): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^tapin_relay_engine_conflicts_total (\S+)$/m.exec(text)?.[1]);
}

interface Soak {
  readonly engine: FailingEngine;
  readonly relays: Relays;
  readonly kills: readonly Kill[];
}

async function soak(fleet: Fleet, inputs: number, { engine, relays, kills }: Soak): Promise<readonly Figure[]> {
  const stopTelling = tellProgress(fleet, inputs);
  try {
    const began_ms = performance.now();
    const away: Figure[] = [];
    for (const [at, kill] of kills.entries()) {
      const count = Math.round((inputs * (at + 1)) / (kills.length + 1));
      await fleet.until(`input ${count}`, () => fleet.tally.acknowledged_count >= count, SOAK_MS);
      away.push(await killedAt(fleet, count, kill, { engine, relays }));
    }
    const areAnswered = (): boolean => fleet.tally.acknowledged_count + fleet.refused() >= inputs;
    await fleet.until('all inputs are answered', areAnswered, SOAK_MS);
    const taken_ms = performance.now() - began_ms;
    await fleet.rest(BACK_MS);
    const conflicts = await wait('the figures of the relays', relays.conflicts());
    return [...counted(fleet, taken_ms), { what: 'conflicts', value: thousands(conflicts), beside: '' }, ...away];
  } finally {
    stopTelling();
    await fleet.end();
  }
}

/** Kills, starts again, and says how long it was until everybody played on. */
async function killedAt(
  fleet: Fleet,
  count: number,
  kill: Kill,
  { engine, relays }: Omit<Soak, 'kills'>,
): Promise<Figure> {
  const what = kill === 'engine' ? engine.failure : `${kill}, killed`;
  process.stderr.write(`${what} after ${thousands(fleet.tally.acknowledged_count)} inputs\n`);
  const relay = kill === 'relay 1' ? 0 : 1;
  const killed_ms = performance.now();
  await (kill === 'engine' ? engine.kill() : relays.kill(relay));
  const on = fleet.everybodyIsOn(`everybody is on after ${what}`, BACK_MS);
  await Promise.all([on, kill === 'engine' ? engine.recover() : relays.startAt(relay)]);
  const value = `${((performance.now() - killed_ms) / 1000).toFixed(1)} s`;
  return { what: `${what} after ${thousands(count)}: until everybody is on`, value, beside: 'a device waits 3 s' };
}

function counted(fleet: Fleet, taken_ms: number): readonly Figure[] {
  const { acknowledged_count, received_count } = fleet.tally;
  const { lost, doubled, out_of_order, unacknowledged } = fleet.tally.verdict();
  const row = (what: string, count: number, beside = ''): Figure => ({ what, value: thousands(count), beside });
  const sent_again = `sent again ${thousands(fleet.repeated())} times, refused ${thousands(fleet.refused())}`;
  return [
    row('inputs acknowledged', acknowledged_count, sent_again),
    row('lost', lost, 'aim 0'),
    row('doubled', doubled, 'aim 0'),
    row('out of order', out_of_order, 'aim 0'),
    row('received', received_count, `never acknowledged ${thousands(unacknowledged)}`),
    row('inputs a second, all kills among them', (1000 * acknowledged_count) / taken_ms),
  ];
}

/** Says now and then how far it is. @returns Ends it. */
function tellProgress(fleet: Fleet, inputs: number): () => void {
  let before = 0;
  const tell = (): void => {
    const { acknowledged_count: now, received_count } = fleet.tally;
    const a_second = thousands((1000 * (now - before)) / PROGRESS_MS);
    process.stderr.write(`${thousands(now)} of ${thousands(inputs)} acknowledged, ${a_second} a second; ${thousands(received_count)} received\n`); // oxfmt-ignore
    before = now;
  };
  const telling = setInterval(tell, PROGRESS_MS);
  return () => clearInterval(telling);
}
