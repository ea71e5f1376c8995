// Runs nmcli once per request: without a shell, with English messages, bounded output and a timeout.
// A secret is passed on standard input, where `nmcli --ask` reads a line for each password: every user of the machine
// can read a process's arguments, and a file would be written to the card. Without a terminal nmcli reads that line
// byte for byte.

import { execFile } from 'node:child_process';
import { env } from 'node:process';
import type { NmcliFailure } from './nmcli-output.ts';

interface NmcliCall {
  readonly args: readonly string[];
  /** Lines that answer its prompts. */
  readonly input?: string;
  /** Timeout after which nmcli is killed. Default: 20 s. */
  readonly wait_ms?: number;
}

export interface NmcliAnswer extends NmcliFailure {
  /** Whether nmcli ran and exited with code 0. */
  readonly ok: boolean;
}

export type Nmcli = (call: NmcliCall) => Promise<NmcliAnswer>;

const WAIT_MS = 20_000;
const OUTPUT_BYTES_MAX = 256 * 1024;

const NOT_RUN = { exit_code: 8, stderr: 'Error: NetworkManager is not running.' };
/** Node's failures to run the program, as nmcli would report them. */
const FAILURES: Readonly<Record<string, Pick<NmcliFailure, 'exit_code' | 'stderr'>>> = {
  ENOENT: NOT_RUN,
  EACCES: NOT_RUN,
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: { exit_code: 1, stderr: 'Error: the answer is too long.' },
};

/** @param signal Kills running calls and prevents later ones. */
export const nmcliFrom =
  (program: string, signal?: AbortSignal): Nmcli =>
  ({ args, input = '', wait_ms = WAIT_MS }) =>
    new Promise((resolve) => {
      const child = execFile(
        program,
        args,
        {
          encoding: 'utf8',
          env: { ...env, LC_ALL: 'C.UTF-8', LANGUAGE: '' },
          timeout: wait_ms,
          killSignal: 'SIGKILL',
          maxBuffer: OUTPUT_BYTES_MAX,
          ...(signal ? { signal } : {}),
        },
        (error, stdout, stderr) => {
          if (!error) return resolve({ ok: true, exit_code: 0, stdout, stderr });
          const exit_code = typeof error.code === 'number' ? error.code : null;
          const failure = typeof error.code === 'string' ? FAILURES[error.code] : undefined;
          resolve({ ok: false, exit_code, stdout, stderr, ...failure });
        },
      );
      // nmcli may exit without prompting.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
