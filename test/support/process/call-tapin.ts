// The command line in the process of the test: for calls that end by themselves and start no other process.

import { runCommandLine } from '../../../bin/command-line.ts';
import { VERBS } from '../../../bin/verbs.ts';

interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Working directory and additional environment variables. */
interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const exitCode = (): number => Number(process.exitCode);

let last: Promise<unknown> = Promise.resolve();

/** Calls tapin with output and exit captured. Calls queue up: output, exit, folder and environment are the process's own. */
export function callTapin(args: readonly string[], surroundings: Surroundings = {}): Promise<Called> {
  const called = last.then(() => call(args, surroundings));
  last = called.catch(() => {});
  return called;
}

async function call(args: readonly string[], { cwd, env }: Surroundings): Promise<Called> {
  const { exit, exitCode: codeBefore, stdout, stderr } = process;
  const [out, err, folder, variables] = [stdout.write, stderr.write, process.cwd(), { ...process.env }];
  const written = { stdout: '', stderr: '' };
  const capture = (stream: 'stdout' | 'stderr') => (chunk: string | Uint8Array, after?: unknown) => {
    written[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (typeof after === 'function') after();
    return true;
  };
  stdout.write = capture('stdout');
  stderr.write = capture('stderr');
  process.exit = (code) => {
    throw new Exit(Number(code ?? 0));
  };
  process.exitCode = 0;
  Object.assign(process.env, env);
  if (cwd !== undefined) process.chdir(cwd);
  try {
    await runCommandLine(VERBS, args);
    return { code: exitCode(), ...written };
  } catch (thrown) {
    if (thrown instanceof Exit) return { code: thrown.code, ...written };
    throw thrown;
  } finally {
    [stdout.write, stderr.write, process.exit, process.exitCode] = [out, err, exit, codeBefore];
    for (const name of Object.keys(env ?? {})) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    process.chdir(folder);
  }
}
