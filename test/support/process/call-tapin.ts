// The command line in the process of the test: for calls that end while they are read, such as help and wrong options.

import { runCommandLine } from '../../../bin/command-line.ts';
import { VERBS } from '../../../bin/verbs.ts';

interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const exitCode = (): number => Number(process.exitCode);

/** Calls tapin with output and exit captured. Calls must not overlap: these are the process's own. */
export async function callTapin(args: readonly string[]): Promise<Called> {
  const { exit, exitCode: codeBefore, stdout, stderr } = process;
  const [out, err] = [stdout.write, stderr.write];
  const written = { stdout: '', stderr: '' };
  const capture = (stream: 'stdout' | 'stderr') => (chunk: string | Uint8Array) => {
    written[stream] += chunk.toString();
    return true;
  };
  stdout.write = capture('stdout');
  stderr.write = capture('stderr');
  process.exit = (code) => {
    throw new Exit(Number(code ?? 0));
  };
  process.exitCode = 0;
  try {
    await runCommandLine(VERBS, args);
    return { code: exitCode(), ...written };
  } catch (thrown) {
    if (thrown instanceof Exit) return { code: thrown.code, ...written };
    throw thrown;
  } finally {
    [stdout.write, stderr.write, process.exit, process.exitCode] = [out, err, exit, codeBefore];
  }
}
