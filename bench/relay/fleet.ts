// Relays on one engine: SQLite in one process, or several on a Redis or Valkey server of their own, with the devices enrolled there.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { createSharedRegistry } from '../../cloud-stub/devices/shared-registry.ts';
import { openRedis } from '../../cloud-stub/relay/redis/open-redis.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { startRedis, type RedisServer } from '../../test/support/redis/redis-server.ts';
import { assert } from '../../wire/errors.ts';
import { startRelay, watchProcess, type ServerProcess, type Watched } from './server-process.ts';

export interface Fleet {
  readonly relays: readonly ServerProcess[];
  readonly engine: Engine | null;
  end(): Promise<void>;
}

export interface Engine extends Watched {
  readonly url: string;
}

const ENROLLED_AT_ONCE = 1000;
/** With the durability that docs/relay.md recommends. */
const SETTINGS = ['--appendonly', 'yes', '--appendfsync', 'everysec'];

/** `relays`: how many on a server; 'sqlite' is one relay on its own database. */
export async function startFleet(relays: number | 'sqlite', identities: readonly DeviceIdentity[]): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const started: ServerProcess[] = [];
  let redis: RedisServer | null = null;
  const end = async (): Promise<void> => {
    await Promise.all(started.map((relay) => relay.end()));
    await redis?.end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (relays === 'sqlite') {
      const registry = join(folder, 'devices.json');
      writeFileSync(registry, JSON.stringify(identities));
      started.push(await startRelay(join(folder, 'data'), ['--devices', registry]));
      return { relays: started, engine: null, end };
    }
    redis = await startRedis(SETTINGS);
    const { url, process } = redis;
    await enrolAll(url, identities);
    for (let relay = 0; relay < relays; relay++)
      started.push(await startRelay(join(folder, `data-${relay}`), ['--engine', url, '--relay-only']));
    return { relays: started, engine: { url, ...watchProcess(process.pid) }, end };
  } catch (thrown) {
    await end();
    throw thrown;
  }
}

export async function enrolAll(url: string, identities: readonly DeviceIdentity[]): Promise<void> {
  const opened = await openRedis({ url, log: createMemoryLog(createSystemClock()) });
  assert(opened.ok, opened.ok ? '' : opened.error.message);
  const { commands, prefix } = opened.value;
  const registry = createSharedRegistry(commands, prefix, () => 0);
  for (let first = 0; first < identities.length; first += ENROLLED_AT_ONCE)
    await Promise.all(identities.slice(first, first + ENROLLED_AT_ONCE).map((identity) => registry.enrol(identity)));
  await commands.close();
}

/** A figure of the relays, summed, such as `tapin_relay_engine_conflicts_total`; 0 where they have none of that name. */
export async function figureOf(relays: readonly ServerProcess[], name: string): Promise<number> {
  const texts = await Promise.all(relays.map(async ({ metrics }) => (await fetch(metrics)).text()));
  return texts.reduce((sum, text) => sum + Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0), 0);
}
