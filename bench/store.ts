// The extension store with 1,000 extensions: devices' update checks per second, both without a socket and over HTTP,
// compared with a bare node:http server that returns the same bytes to the same driver.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { openCloud } from '../bin/cloud/open-cloud.ts';
import { openStoreDatabase } from '../cloud-stub/store/database.ts';
import { createStore, type Store } from '../cloud-stub/store/store.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createUndiciHttp } from '../hal/http/http-undici.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { assert } from '../wire/errors.ts';
import { portOf } from '../wire/listening.ts';
import type { UpdateCheck } from '../wire/store/messages.ts';
import { countedPort } from './counted-bytes.ts';
import { median, ms, percentile, thousands, type BenchFigure, type BenchSize } from './figures.ts';

const [DEFAULTS, INSTALLED, AT_ONCE] = [3, 6, 16];
const COUNTS = {
  whole: { extensions: 1000, checks: 3000, rounds: 3 },
  tiny: { extensions: 10, checks: 20, rounds: 1 },
} as const;
type Counts = (typeof COUNTS)[BenchSize];
const clock = createSystemClock();

export async function benchStore(size: BenchSize): Promise<readonly BenchFigure[]> {
  const counts = COUNTS[size];
  const { extensions, rounds } = counts;
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  try {
    await withStore(folder, () => Promise.resolve()); // creates the folder
    const { checks, publish_ms, in_process } = await filled(folder, counts);
    const served = await withStore(folder, (url) => driven(`${url}/e/check`, checks, rounds));
    const { sent, received } = await withStore(folder, (url) => bytesOf(url, checks[0] ?? ''));
    const bare = await withBare(served.body, (url) => driven(url, checks, rounds));
    return [
      {
        what: `publishing, with ${thousands(extensions)} extensions stored, p50`,
        value: ms(median(publish_ms)),
        beside: 'without its check; on the disk before it is answered',
      },
      {
        what: `update checks a second, ${INSTALLED} installed, without a socket`,
        value: thousands(in_process),
        beside: `${DEFAULTS} defaults, ${thousands(extensions)} stored`,
      },
      {
        what: `update checks a second over HTTP, ${AT_ONCE} at once`,
        value: thousands(served.a_second),
        beside: `bare node:http ${thousands(bare.a_second)}: ${(served.a_second / bare.a_second).toFixed(2)} ×; aim 0.60`,
      },
      {
        what: 'an update check over HTTP, p99',
        value: ms(percentile(served.took_ms, 0.99)),
        beside: `bare node:http ${ms(percentile(bare.took_ms, 0.99))}`,
      },
      {
        what: "bytes of a device's update check, with its answer",
        value: thousands(sent + received),
        beside: `request ${thousands(sent)}, answer ${thousands(received)}; without TCP and IP`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Filled {
  readonly checks: readonly string[];
  readonly publish_ms: readonly number[];
  /** Checks per second. */
  readonly in_process: number;
}

/** Fills a store in this folder with extensions, and returns update checks of devices that have some of them. */
async function filled(folder: string, { extensions, checks: many }: Counts): Promise<Filled> {
  const database = openStoreDatabase(join(folder, 'store.sqlite'));
  assert(database.ok, 'the database opens');
  const check = async (_owner: string, text: string) => {
    const extension = { name: text.slice(0, 12), kind: 'drill', version: null, about: '' } as const;
    return { ok: true, value: { ok: true, extension } } as const;
  };
  const random = createSeededRandom(1, 'store');
  const store = createStore({ database: database.value, random, check, unix_s: () => clock.unix_s() });
  const codes: string[] = [];
  const publish_ms: number[] = [];
  for (let n = 0; n < extensions; n++) {
    const start = performance.now();
    codes.push(await publish(store, `-- drill ${n}\n${'x = 1\n'.repeat(200)}`));
    publish_ms.push(performance.now() - start);
  }
  for (const code of codes.slice(0, DEFAULTS)) store.decide(code, { default: true, version: 1 });
  const checks = Array.from({ length: many }, (_, n): UpdateCheck => ({
    installed: Array.from({ length: INSTALLED }, (_each, i) => ({
      c: codes[(n * 7 + i * 131) % extensions] ?? '',
      v: 1,
    })),
    fw: '0.9.0',
    dev: `TP-${n.toString(16).toUpperCase().padStart(12, '0')}`,
  }));
  const start = performance.now();
  for (const each of checks) store.check(each);
  const in_process = (1000 * many) / (performance.now() - start);
  store.close();
  return { checks: checks.map((each) => JSON.stringify(each)), publish_ms, in_process };
}

async function publish(store: Store, text: string): Promise<string> {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const draft = { text, bytes, sha256, description: 'A drill.', notes: '' };
  const created = await store.create({ owner: 'ann', label: 'Ann' }, draft);
  assert(created.ok, 'it is published');
  return created.value.id;
}

interface Driven {
  readonly a_second: number;
  readonly took_ms: readonly number[];
  /** Body of the last answer. */
  readonly body: string;
}

/**
 * Sends all checks concurrently over several keep-alive connections, for a few rounds, and returns the rate of the best
 * round.
 */
async function driven(url: string, checks: readonly string[], rounds: number): Promise<Driven> {
  const dispatcher = new Agent({ connections: AT_ONCE });
  const took_ms: number[] = [];
  let [body, best] = ['', 0];
  for (let round = 0; round < rounds; round++) {
    const queue = [...checks];
    const start = performance.now();
    const work = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const sent_ms = performance.now();
        const answer = await request(url, { dispatcher, method: 'POST', body: next });
        body = await answer.body.text();
        assert(answer.statusCode === 200, body);
        took_ms.push(performance.now() - sent_ms);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    best = Math.max(best, (1000 * checks.length) / (performance.now() - start));
  }
  await dispatcher.destroy();
  return { a_second: best, took_ms, body };
}

/** Counts the bytes of one check, sent by a device's own HTTP client. */
async function bytesOf(url: string, check: string): Promise<{ readonly sent: number; readonly received: number }> {
  const counter = await countedPort(Number(new URL(url).port));
  const http = createUndiciHttp();
  const headers = { 'content-type': 'application/json' };
  const http_request = { url: `${counter.origin}/e/check`, headers, body: new TextEncoder().encode(check) };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  http.post(http_request, (answer) => resolve(answer.ok && answer.value.status === 200));
  assert(await promise, 'a check is answered');
  await http.close();
  counter.close();
  return counter.counted();
}

async function withStore<T>(folder: string, run: (url: string) => Promise<T>): Promise<T> {
  const cloud = await openCloud({
    clock,
    log: createMemoryLog(clock),
    host: '127.0.0.1',
    port: 0,
    data: folder,
    devices: join(folder, 'devices.json'),
    limited: false,
    store: { check: () => Promise.reject(new Error('nothing is published')), support_key: null, issuer: null },
  });
  assert(cloud.ok, cloud.ok ? '' : cloud.error.message);
  const measured = await run(cloud.value.url);
  await cloud.value.close();
  return measured;
}

/** Runs a server that reads each request body and returns the given body. */
async function withBare(body: string, run: (url: string) => Promise<Driven>): Promise<Driven> {
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const measured = await run(`http://127.0.0.1:${portOf(server.address())}/`);
  server.close();
  server.closeAllConnections();
  return measured;
}
