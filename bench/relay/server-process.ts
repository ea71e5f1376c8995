// A server in a process of its own, with what the system says of its memory and its work.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { wait } from '../waits.ts';

export interface ServerProcess {
  readonly port: number;
  /** Resident memory. */
  rss_bytes(): number;
  /** Processor time used so far. */
  cpu_ms(): number;
  end(): Promise<void>;
}

const MS_PER_TICK = 10; // USER_HZ is 100 on every Linux

/** Starts a program and waits for the line in which it says where it listens. */
export async function startServer([program = '', ...args]: readonly string[]): Promise<ServerProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const first = once(createInterface({ input: child.stdout }), 'line');
  const [line] = await wait(`${program} to listen`, first);
  const { relay } = v.parse(v.object({ relay: v.string() }), JSON.parse(line));
  const procfs = (file: string): string => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    port: Number(new URL(relay).port),
    rss_bytes: () => Number(/VmRSS:\s+(\d+)/.exec(procfs('status'))?.[1]) * 1024,
    cpu_ms() {
      const [user, system] = procfs('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
      return ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
    },
    async end() {
      child.kill('SIGTERM');
      await wait(`the end of ${program}`, once(child, 'exit'));
    },
  };
}
