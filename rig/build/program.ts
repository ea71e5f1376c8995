// Runs a system program until it exits.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { text } from 'node:stream/consumers';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';

/** Search path with the sbin folders, where packages put admin tools and which a user's PATH may lack. */
export const PROGRAM_FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];

interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line of stderr as it arrives. */
  readonly onLine?: (line: string) => void;
}

/** Wraps a command so that it dies with us, even if we are killed. */
export const withoutOrphans = (command: string, call: readonly string[]): [string, string[]] => [
  'setpriv',
  ['--pdeathsig', 'KILL', command, ...call],
];

/** @returns Its stdout. Errors: `rig_failed`, with the last lines of stderr, or of stdout if stderr is empty. */
export async function runProgram(
  command: string,
  call: readonly string[],
  { cwd = process.cwd(), env: added = {}, onLine = () => {} }: ProgramOptions = {},
): Promise<Result<string>> {
  const env = { ...process.env, ...added, PATH: PROGRAM_FOLDERS.join(delimiter) };
  try {
    const child = spawn(...withoutOrphans(command, call), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_CHARS_MAX);
      for (const line of chunk.split('\n')) if (line.trim() !== '') onLine(line.trim());
    });
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return code === 0 ? ok(out) : fail('rig_failed', `${command} failed: ${lastLines(stderr.trim() || out)}`);
  } catch (thrown) {
    return fail('rig_failed', `${command} did not start: ${messageOf(thrown)}.`);
  }
}

const STDERR_CHARS_MAX = 20_000;
const lastLines = (output: string): string => output.trim().split('\n').slice(-5).join(' / ') || 'no reason given';
