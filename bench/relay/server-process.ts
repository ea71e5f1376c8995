// A server in a process of its own, with what the system says of its memory and its work.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { wait } from '../waits.ts';

export interface ServerProcess {
  readonly port: number;
  /** Where its figures are, if it has some. */
  readonly metrics: string | null;
  /** Resident memory. */
  rss_bytes(): number;
  /** Processor time used so far. */
  cpu_ms(): number;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const listening = v.object({ relay: v.string(), metrics: v.nullish(v.string(), null) });
const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux

/** Starts a program and waits for the line in which it says where it listens. */
export async function startServer([program = '', ...args]: readonly string[]): Promise<ServerProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await wait(`${program} to listen`, first);
  const { relay, metrics } = v.parse(listening, JSON.parse(line));
  const procfs = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    port: Number(new URL(relay).port),
    metrics,
    rss_bytes: () => Number(/VmRSS:\s+(\d+)/.exec(procfs('status'))?.[1]) * 1024,
    cpu_ms() {
      const [user, system] = procfs('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
      return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
    },
    async end(signal = 'SIGTERM') {
      const ended = once(child, 'exit');
      child.kill(signal);
      await wait(`the end of ${program}`, ended);
    },
  };
}
