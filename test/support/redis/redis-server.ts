// A Redis or Valkey server of this test process: on a free port of this machine, with a folder of its own, stopped with
// the process.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../process/free-port.ts';

/** Installed server program: `valkey-server` or `redis-server`; null if neither. */
export const REDIS_PROGRAM =
  ['valkey-server', 'redis-server'].find((program) => spawnSync(program, ['--version']).status === 0) ?? null;

/** Functions that stop the running servers. */
const running = new Set<() => void>();
process.once('exit', () => {
  for (const kill of running) kill();
});

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly process: ChildProcess;
  /** Stops the server and deletes its files. */
  end(): Promise<void>;
}

/**
 * Starts a server. `settings`: additional command-line options. `port`, `folder`: values of a stopped server whose data
 * it resumes. `sentinel`: configuration file of a sentinel.
 */
export async function startRedis(
  settings: readonly string[] = [],
  given: { readonly port?: number; readonly folder?: string; readonly sentinel?: string } = {},
): Promise<RedisServer> {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), 'tapin-redis-'));
  const port = given.port ?? (await freePort());
  const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  const args = given.sentinel
    ? [given.sentinel, '--sentinel', ...place, ...settings]
    : [...place, '--save', '', ...settings];
  const server = spawn(REDIS_PROGRAM ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = (): void => void server.kill('SIGKILL');
  running.add(kill);
  for await (const line of createInterface({ input: server.stdout }))
    if (/Ready to accept connections|\+monitor/.test(line)) break;
  server.stdout.resume();
  // The server must not keep the test process alive; it is killed on exit.
  const { stdout } = server;
  server.unref();
  if (stdout instanceof Socket) stdout.unref();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    process: server,
    async end() {
      running.delete(kill);
      if (server.exitCode === null && server.signalCode === null) {
        // 'close' fires only after the output streams end.
        server.ref();
        if (stdout instanceof Socket) stdout.ref();
        kill();
        await once(server, 'close');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
