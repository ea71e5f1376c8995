// A server in its own process, with its memory and CPU time as reported by the system.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { wait } from '../waits.ts';

interface Watched {
  /** Returns the resident memory. */
  rss_bytes(): number;
  /** Returns the CPU time used so far. */
  cpu_ms(): number;
}

export interface ServerProcess extends Watched {
  readonly port: number;
  /** Address of its metrics; '' if it has none. */
  readonly metrics: string;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const TAPIN = fileURLToPath(new URL('../../tapin', import.meta.url));
const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux

/** Starts a program and waits for the line that reports its listening port. */
export async function startServer([program = '', ...args]: readonly string[]): Promise<ServerProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await wait(`${program} to listen`, first);
  const { relay, metrics } = v.parse(
    v.object({ relay: v.string(), metrics: v.optional(v.string(), '') }),
    JSON.parse(line),
  );
  return {
    port: Number(new URL(relay).port),
    metrics,
    ...watchProcess(child.pid),
    async end(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await wait(`the end of ${program}`, ended);
    },
  };
}

/** Starts the relay without its rate limits. `args`: further command-line arguments. */
export const startRelay = (data: string, args: readonly string[]): Promise<ServerProcess> =>
  startServer([
    TAPIN,
    'cloud',
    'serve',
    '--limits',
    'off',
    '--drain',
    '0',
    '--port',
    '0',
    '--metrics-port',
    '0',
    '--data',
    data,
    ...args,
  ]);

/** Reads the memory and CPU time of a local process from /proc. */
function watchProcess(pid: number | undefined): Watched {
  const procfs = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  return {
    rss_bytes: () => Number(/VmRSS:\s+(\d+)/.exec(procfs('status'))?.[1]) * 1024,
    cpu_ms() {
      const [user, system] = procfs('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
      return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
    },
  };
}
