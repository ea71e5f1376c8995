// Runs a command of a rig's owner without a shell and with a time limit, and reports a failure as one sentence.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';

interface CommandPlace {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Text for its stdin. */
  readonly stdin?: string;
}

const LIMIT_MS = 30_000;
const OUTPUT_CHARS_MAX = 300;

/** Resolves when the program exits with 0. Errors: `bad_value`. */
export async function runCommand(
  words: readonly string[],
  { cwd, env = {}, stdin = '' }: CommandPlace,
): Promise<Result<void>> {
  const [program = '', ...args] = words;
  let output = '';
  try {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-OUTPUT_CHARS_MAX)));
    await once(child, 'exit');
    if (child.exitCode === 0) return ok(undefined);
    const last = output.trim().split('\n').at(-1) ?? '';
    const how = child.exitCode === null ? 'timed out' : `exited with code ${child.exitCode}`;
    return fail('bad_value', `${program} ${how}${last === '' ? '.' : `: ${last}`}`);
  } catch (thrown) {
    return fail('bad_value', `${program} can't be run: ${messageOf(thrown)}.`);
  }
}
