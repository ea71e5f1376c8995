// A master, its replica and three sentinels for one test, on free ports with folders of their own. All require a
// password except the sentinels.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { freePort } from '../process/free-port.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';
import { asking, pollUntil, type Asking } from './redis-client.ts';
import { startRedis, type RedisServer } from './redis-server.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

interface Sentinels {
  readonly master: RedisServer;
  readonly replica: RedisServer;
  readonly sentinels: readonly RedisServer[];
  /** Connections to the sentinels. */
  readonly connections: readonly Asking[];
  /** Engine address with the password. */
  readonly url: string;
}

const PASSWORD = 'open/sesame';
const NAME = 'club';
const DOWN_AFTER_MS = 300;

export async function startSentinels(t: ExecutionContext, settings: readonly string[] = []): Promise<Sentinels> {
  const server = async (more: readonly string[]): Promise<RedisServer> => {
    const access = ['--requirepass', PASSWORD, '--masterauth', PASSWORD, '--repl-diskless-sync-delay', '0'];
    const started = await startRedis([...access, '--appendonly', 'yes', ...settings, ...more]);
    t.teardown(() => started.end());
    return started;
  };
  const master = await server([]);
  const replica = await server(['--replicaof', '127.0.0.1', `${master.port}`]);
  const ask = await asking(t, replica.port, PASSWORD);
  const isLinked = (info: unknown): boolean => /master_link_status:up/.test(String(info));
  await pollUntil('the replica follows', TIMEOUT_MS, () => ask('INFO', 'replication'), isLinked);
  const sentinels = await Promise.all([0, 1, 2].map(() => startSentinel(t, master.port)));
  const connections = await Promise.all(sentinels.map(({ port }) => asking(t, port)));
  for (const one of connections)
    await pollUntil(
      'the sentinels know each other and the replica',
      TIMEOUT_MS,
      async () => [
        await one('SENTINEL', 'CKQUORUM', NAME).catch(() => 'none'),
        await one('SENTINEL', 'REPLICAS', NAME),
      ],
      ([quorum, replicas]) => String(quorum).startsWith('OK 3') && Array.isArray(replicas) && replicas.length === 1,
    );
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    master,
    replica,
    sentinels,
    connections,
    url: `redis-sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}?master=${NAME}`,
  };
}

async function startSentinel(t: ExecutionContext, master_port: number): Promise<RedisServer> {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'sentinel.conf');
  writeFileSync(
    file,
    [
      `sentinel monitor ${NAME} 127.0.0.1 ${master_port} 2`,
      `sentinel auth-pass ${NAME} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${NAME} 3000`,
      '',
    ].join('\n'),
  );
  const sentinel = await startRedis([], { port: await freePort(), folder, sentinel: file });
  t.teardown(() => sentinel.end());
  return sentinel;
}
