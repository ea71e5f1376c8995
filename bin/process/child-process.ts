// Runs another tapin in a child process, whose first line on stdout reports its addresses.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readFields, type JsonFields } from '../../wire/json-fields.ts';

const TAPIN = fileURLToPath(new URL('../tapin.ts', import.meta.url));
const START_MS_MAX = 30_000;

export interface TapinChild {
  /** Its first line on stdout. */
  readonly listening: JsonFields;
  /** Writes a line to its stdin. */
  send(line: unknown): void;
  /** True if it exited on its own. */
  died(): boolean;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a child. `log` collects the lines of its stderr. Errors: `bad_value` if it does not start. */
export async function startTapinChild(call: readonly string[], log: string[]): Promise<Result<TapinChild>> {
  const child = spawn(process.execPath, [TAPIN, ...call], { stdio: ['pipe', 'pipe', 'pipe'] });
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout });
  const limit = AbortSignal.timeout(START_MS_MAX);
  const first: unknown = await Promise.race([
    once(lines, 'line', { signal: limit }).catch(() => ['']),
    once(child, 'exit').then(() => ['']),
  ]);
  const listening = Array.isArray(first) ? readFields(String(first[0])) : null;
  if (!listening) {
    await endProcess(child, 'SIGKILL');
    return fail('bad_value', `tapin ${call[0]} does not start: ${log.at(-1) ?? 'no output'}`);
  }
  let end_requested = false;
  return ok({
    listening,
    send: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    died: () => !end_requested && hasEnded(child),
    end(signal) {
      end_requested = true;
      return endProcess(child, signal);
    },
  });
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const hasEnded = ({ exitCode, signalCode }: Child): boolean => exitCode !== null || signalCode !== null;

async function endProcess(child: Child, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
