// Runs nmcli, once for each question: no shell, English sentences, bounded output, and an end to it in any case.
//
// A secret goes in by the standard input, where `nmcli --ask` reads a line for each password that it needs: the arguments of a process can be
// read by every user of the machine, and a file would be written to the card. Without a terminal nmcli reads that line to the byte.

import { execFile } from 'node:child_process';
import { env } from 'node:process';
import type { Refusal } from './nmcli-output.ts';

interface NmcliCall {
  readonly args: readonly string[];
  /** Lines for what it asks. */
  readonly input?: string;
  /** It is ended after this. */
  readonly wait_ms?: number;
}

export interface NmcliAnswer extends Refusal {
  /** It ran, and ended with exit code 0. */
  readonly ok: boolean;
}

export type Nmcli = (call: NmcliCall) => Promise<NmcliAnswer>;

const WAIT_MS = 20_000;
const OUTPUT_BYTES_MAX = 256 * 1024;

const NOT_RUN = { exit_code: 8, stderr: 'Error: NetworkManager is not running.' };
/** Failures of Node around the program, as nmcli would report them. */
const FAILURES: Readonly<Record<string, Pick<Refusal, 'exit_code' | 'stderr'>>> = {
  ENOENT: NOT_RUN,
  EACCES: NOT_RUN,
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: { exit_code: 1, stderr: 'Error: its answer is too long.' },
};

/** @param signal Ends what runs, and whatever would run later. */
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
      // It may end without having asked.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
