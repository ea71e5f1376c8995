// Tables that processes of their own play, so that who measures is not who drives.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { LIMIT_MS, wait } from '../waits.ts';
import type { Streamed } from './drive.ts';
import { SEATS } from './table.ts';
import type { Spread } from './way.ts';

const LOAD_PROCESS = fileURLToPath(new URL('load-process.ts', import.meta.url));
/** Half of the machine is for what is measured. */
export const LOADS = Math.max(1, Math.floor(availableParallelism() / 2));

export interface LoadOptions {
  readonly ports: readonly number[];
  readonly spread: Spread;
  readonly identities: readonly DeviceIdentity[];
}

export interface Load {
  /** Inputs now and then; how long each took to come to its host's poll. */
  wakes(for_ms: number): Promise<readonly number[]>;
  /** Inputs as fast as the guests of so many tables can send them. */
  stream(for_ms: number, tables: number): Promise<Streamed>;
  /** How many held requests have come back and were asked again. */
  renewed(): Promise<number>;
  end(): Promise<void>;
}

const streamed = v.object({ sent: v.number(), took_ms: v.number(), inputs: v.number(), wrong: v.number() });

/** Resolves when every device holds a request. */
export async function startLoad({ identities, ...options }: LoadOptions): Promise<Load> {
  const tables = identities.length / SEATS;
  const count = Math.min(LOADS, tables);
  const processes = Array.from({ length: count }, () => fork(LOAD_PROCESS));
  const share = (index: number): number => SEATS * Math.floor((index * tables) / count);
  const all = async <T>(schema: v.GenericSchema<unknown, T>, orderOf: (index: number) => object): Promise<T[]> =>
    Promise.all(processes.map(async (process, index) => v.parse(schema, await told(process, orderOf(index)))));
  await all(v.object({ tables: v.number() }), (index) => ({
    do: 'open',
    ...options,
    identities: identities.slice(share(index), share(index + 1)),
  }));
  return {
    async wakes(for_ms) {
      const samples = await all(v.object({ wake_ms: v.array(v.number()) }), () => ({ do: 'wake', for_ms }));
      return samples.flatMap(({ wake_ms }) => wake_ms);
    },
    async stream(for_ms, playing) {
      const each = await all(streamed, () => ({ do: 'stream', for_ms, tables: Math.ceil(playing / count) }));
      const sum = (of: Exclude<keyof Streamed, 'took_ms'>): number => each.reduce((total, one) => total + one[of], 0);
      const took_ms = Math.max(...each.map((one) => one.took_ms));
      return { sent: sum('sent'), inputs: sum('inputs'), wrong: sum('wrong'), took_ms };
    },
    async renewed() {
      const counts = await all(v.object({ renewed: v.number() }), () => ({ do: 'count' }));
      return counts.reduce((sum, { renewed }) => sum + renewed, 0);
    },
    async end() {
      await Promise.all(processes.map(ended));
    },
  };
}

async function told(process: ChildProcess, order: object): Promise<unknown> {
  const failed = once(process, 'exit').then(() => Promise.reject(new Error('A load process has failed.')));
  process.send(order);
  const [answer] = await wait('a load process', Promise.race([once(process, 'message'), failed]), 10 * LIMIT_MS);
  return answer;
}

async function ended(process: ChildProcess): Promise<void> {
  const exit = once(process, 'exit');
  process.disconnect();
  await wait('the end of a load process', exit);
}
