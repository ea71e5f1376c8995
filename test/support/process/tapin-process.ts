// Runs ./tapin as a user does: in a process of its own.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type * as v from 'valibot';
import { TIMEOUT_MS } from './timeouts.ts';
import { firstLine } from './streams.ts';
import { fieldsIn, readJson } from '../read-json.ts';

const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));
/** Maximum number of concurrent processes: each starts a Node, and more would slow all of them down. */
const AT_ONCE = 4;
const turns = turnstile(AT_ONCE);

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TapinProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its first line on stdout, as JSON. */
  readonly listening: Readonly<Record<string, unknown>>;
  stderr(): string;
  /** Resolves when stderr contains this text. */
  untilStderr(text: string): Promise<void>;
  /** Resolves with the next text on stderr. */
  nextStderr(): Promise<void>;
  /** Writes one line of JSON to stdin. */
  writeLine(line: unknown): void;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Working directory and additional environment variables. */
interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Path of the tapin program to run. Default: the program in this source tree. */
  readonly program?: string;
}

/** Runs tapin until it exits, a few processes at a time. */
export function runTapin(args: readonly string[], stdin = '', { cwd, env }: Place = {}): Promise<Ended> {
  return turns(() => {
    const child = spawn(TAPIN, args, { cwd, env: { ...process.env, ...env } });
    child.stdin.end(stdin);
    return collect(child).ended;
  });
}

/** Returns the JSON that a command printed. Throws with its errors if it failed or has printed something else. */
export function printedJson<const S extends v.GenericSchema>(
  schema: S,
  ended: Omit<Ended, 'signal'>,
): v.InferOutput<S> {
  return readJson(schema, printedText(ended));
}

/** Returns the text that a command printed, without its last line break. Throws with its errors if it failed. */
export function printedText(ended: Omit<Ended, 'signal'>): string {
  if (ended.code === 0) return ended.stdout.trimEnd();
  throw new Error(`it failed: ${JSON.stringify(ended)}`);
}

/** Returns a semaphore that runs at most `at_once` tasks and queues the rest. */
function turnstile(at_once: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside === at_once) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}

function collect(child: ChildProcessWithoutNullStreams) {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => {});
  const hanging = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const ended = once(child, 'close').then((): Ended => {
    clearTimeout(hanging);
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
  });
  return { ended, stderr: () => stderr };
}

interface TapinCommand {
  /** Resolves with the first group of the pattern when stderr matches it. */
  untilStderr(pattern: RegExp): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts a command that waits for an event. Kills it after the test. */
export function startTapinCommand(
  t: ExecutionContext,
  args: readonly string[],
  { cwd, env }: Place = {},
): TapinCommand {
  const child = spawn(TAPIN, args, { cwd, env: { ...process.env, ...env } });
  const { ended, stderr } = collect(child);
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    async untilStderr(pattern) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      for (;;) {
        const found = pattern.exec(stderr())?.[1];
        if (found !== undefined) return found;
        await once(child.stderr, 'data', { signal });
      }
    },
    ended,
  };
}

/** Starts a command that serves, and waits for its first line. Kills it after the test. */
export async function startTapin(
  t: ExecutionContext,
  args: readonly string[],
  { cwd, env, program = TAPIN }: Place = {},
): Promise<TapinProcess> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  const { ended, stderr } = collect(child);
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const line = await Promise.race([
    firstLine(child.stdout),
    ended.then(({ code, stderr: output }) => Promise.reject(new Error(`tapin ended with ${code}: ${output}`))),
  ]);
  return {
    child,
    listening: fieldsIn(line),
    stderr,
    async untilStderr(text) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      while (!stderr().includes(text)) await once(child.stderr, 'data', { signal });
    },
    nextStderr: async () => void (await once(child.stderr, 'data', { signal: AbortSignal.timeout(TIMEOUT_MS) })),
    writeLine: (data) => child.stdin.write(`${typeof data === 'string' ? data : JSON.stringify(data)}\n`),
    async end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
