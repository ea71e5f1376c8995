// What a device costs at which nobody looks: a `tapin run` whose page is not open, while its board says each second that it is there. Beside it an
// empty Node that waits. Processor time, and how often the first thread wakes, as Linux counts them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Figure, Size } from './figures.ts';
import { sleep } from './relay/drive.ts';
import { wait } from './waits.ts';

/** Until it has settled, and then. */
const SPENT_MS = { whole: [10_000, 60_000], tiny: [0, 20] } as const;
const TAPIN = fileURLToPath(new URL('../tapin', import.meta.url));
const WAITS = "console.log('waits'); setInterval(() => {}, 2 ** 30);";

interface Used {
  readonly cpu_ms: number;
  readonly wakes: number;
}

export async function benchIdle(size: Size): Promise<readonly Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const [device, node] = await Promise.all([
    usedBy(TAPIN, ['run', '--port', '0', '--data', data], size),
    usedBy(process.execPath, ['-e', WAITS], size),
  ]);
  rmSync(data, { recursive: true, force: true });
  return [
    {
      what: 'a device and its cloud, nobody looks: processor',
      value: `${device.cpu_ms.toFixed(1)} ms`,
      beside: `in a second, of which its board’s heartbeat is one event; an empty Node ${node.cpu_ms.toFixed(1)} ms`,
    },
    {
      what: 'how often it wakes in a second',
      value: device.wakes.toFixed(1),
      beside: `the heartbeat sent and arrived, two looks; an empty Node ${node.wakes.toFixed(1)}`,
    },
  ];
}

/** In a second. */
async function usedBy(program: string, args: readonly string[], size: Size): Promise<Used> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await wait(`the first line of ${program}`, once(createInterface({ input: child.stdout }), 'line'));
  const [settle_ms, spent_ms] = SPENT_MS[size];
  await sleep(settle_ms);
  const [before, start] = [usedUntilNow(child.pid), performance.now()];
  await sleep(spent_ms);
  const [after, seconds] = [usedUntilNow(child.pid), (performance.now() - start) / 1000];
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await wait(`the end of ${program}`, ended);
  return { cpu_ms: (after.cpu_ms - before.cpu_ms) / seconds, wakes: (after.wakes - before.wakes) / seconds };
}

function usedUntilNow(pid: number | undefined): Used {
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => read(`task/${thread}/schedstat`));
  const cpu_ms = threads.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0);
  return { cpu_ms, wakes: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(read('status'))?.[1]) };
}
