// Distributes work to processes that each serve one call at a time. A process that dies or takes too long loses only
// its current call; the next call gets a new process. Each runs in its own process group with its own temporary folder,
// so that ending it leaves nothing behind.

import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Message from a worker: ready for calls, progress, or the result of a call. */
export type FromWorker<Note, Value> = { readonly ready: true } | { readonly note: Note } | { readonly value: Value };

/** Outcome of a call. `died`: how its process ended. `late`: it exceeded the limit. */
export type CallEnd<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'died'; readonly message: string }
  | { readonly kind: 'late' };

interface SharedWork<Call, Note, Value> {
  /** Module that calls `serveCalls`. */
  readonly module: URL;
  readonly calls: readonly Call[];
  /** Maximum number of processes. */
  readonly jobs: number;
  /** Time limit of a call, without the process start. Default: none. */
  readonly limit_ms?: number;
  onBegin?(index: number): void;
  onNote(index: number, note: Note): void;
  /** Returns true to cancel all later calls; earlier ones still run. */
  onEnd(index: number, end: CallEnd<Value>): boolean;
}

/** Resolves when all calls have ended, except cancelled ones. */
export async function shareWork<Call, Note, Value>(work: SharedWork<Call, Note, Value>): Promise<void> {
  const { calls, jobs, onEnd } = work;
  const running = new Map<Worker, number>();
  let next = 0;
  let wanted = calls.length;
  const end = endWithWorkers(() => running.keys());
  const serve = async (): Promise<void> => {
    let worker: Worker | null = null;
    while (next < wanted) {
      const index = next++;
      worker ??= startWorker(work.module);
      running.set(worker, index);
      work.onBegin?.(index);
      const ended: CallEnd<Value> = await playIn(worker, index, work);
      running.delete(worker);
      if (ended.kind !== 'value') worker = await closed(worker);
      if (index >= wanted) continue;
      if (!onEnd(index, ended)) continue;
      wanted = index + 1;
      for (const [other, at] of running) if (at >= wanted) other.kill();
    }
    if (worker) await closed(worker);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, calls.length) }, serve));
  end();
}

interface Worker {
  readonly child: ChildProcess;
  readonly folder: string;
  /** Resolves with how its process ended. */
  readonly gone: Promise<string>;
  kill(): void;
}

function startWorker(module: URL): Worker {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-worker-'));
  const child = fork(module, {
    detached: true,
    serialization: 'advanced',
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    output = `${output}${chunk.toString()}`.slice(-OUTPUT_CHARS_MAX);
  });
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(howItEnded(code, signal, output)));
  });
  return { child, folder, gone, kill: () => killGroup(child) };
}

/** Enough for the lines in which Node reports a fatal error. */
const OUTPUT_CHARS_MAX = 4096;

function howItEnded(code: number | null, signal: string | null, output: string): string {
  const how = signal === null ? `exit code ${code}` : signal;
  const why = /^.*(?:FATAL ERROR|Error).*$/m.exec(output)?.[0].trim();
  return why === undefined ? how : `${how}, ${why}`;
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

async function closed({ gone, folder, kill }: Worker): Promise<null> {
  kill();
  await gone;
  rmSync(folder, { recursive: true, force: true });
  return null;
}

async function playIn<Call, Note, Value>(
  { child, gone, kill }: Worker,
  index: number,
  { calls, limit_ms, onNote }: SharedWork<Call, Note, Value>,
): Promise<CallEnd<Value>> {
  let late = false;
  let limit: NodeJS.Timeout | undefined;
  let listen = (_message: FromWorker<Note, Value>): void => {};
  const end = (): void => {
    late = true;
    kill();
  };
  const begin = (): void => {
    child.send({ call: calls[index] }, () => {});
    if (limit_ms !== undefined) limit = setTimeout(end, limit_ms);
  };
  const value = new Promise<CallEnd<Value>>((resolve) => {
    listen = (message) => {
      if ('ready' in message) begin();
      else if ('note' in message) onNote(index, message.note);
      else resolve({ kind: 'value', value: message.value });
    };
    child.on('message', listen);
  });
  child.send('ready?', () => {});
  const died = gone.then((message): CallEnd<Value> => (late ? { kind: 'late' } : { kind: 'died', message }));
  try {
    return await Promise.race([value, died]);
  } finally {
    clearTimeout(limit);
    child.off('message', listen);
  }
}

/** Kills the workers when this process ends. Returns a function that undoes this. */
function endWithWorkers(workers: () => Iterable<Worker>): () => void {
  const killAll = (): void => {
    for (const { kill, folder } of workers()) {
      kill();
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const ends = Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }).map(([signal, code]) => {
    const exit = (): never => process.exit(code);
    process.on(signal, exit);
    return () => process.off(signal, exit);
  });
  process.on('exit', killAll);
  return () => {
    process.off('exit', killAll);
    for (const end of ends) end();
  };
}
