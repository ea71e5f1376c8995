// Runs nmcli, once for each question: no shell, English sentences, bounded output, and an end to it in any case.
//
// A secret goes in by the standard input, where `nmcli --ask` reads a line for each password that it needs: the arguments of a process can be
// read by every user of the machine, and a file would be written to the card. Without a terminal nmcli reads that line to the byte.

import { execFile } from 'node:child_process';
import { env } from 'node:process';
import type { Refusal } from './nmcli-output.ts';

export interface NmcliCall {
  readonly args: readonly string[];
  /** Lines for what it asks. */
  readonly input?: string;
  /** It is ended after this. */
  readonly wait_ms?: number;
}

export interface NmcliAnswer extends Refusal {
  /** It ran, and ended with exit code 0. */
  readonly ok: boolean;
  readonly stdout: string;
}

export type Nmcli = (call: NmcliCall) => Promise<NmcliAnswer>;

const WAIT_MS = 20_000;
const OUTPUT_BYTES_MAX = 256 * 1024;

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
          if (!error) return resolve({ ok: true, exit_code: 0, stdout, text: stdout + stderr });
          const missing = error.code === 'ENOENT' || error.code === 'EACCES';
          const text = missing ? 'NetworkManager is not running.' : stdout + stderr;
          resolve({ ok: false, exit_code: typeof error.code === 'number' ? error.code : null, stdout, text });
        },
      );
      // It may end without having asked.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
