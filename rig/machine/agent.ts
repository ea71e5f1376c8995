// Access to programs, files and the clock inside the machine, through QEMU's guest agent. For tests only, not part of
// tapin.

import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { isFields, type JsonFields } from '../../wire/json-fields.ts';
import type { Calls } from './calls.ts';
import { bytesOf, readGuestFile, writeGuestFile } from './guest-files.ts';

export interface Agent {
  /** Resolves when the agent in the machine answers. Errors: `rig_failed`. */
  up(limit_ms: number): Promise<Result<void>>;
  /**
   * Runs a shell script until it exits. @returns Its stdout. Errors: `rig_failed`, including for an exit code other
   * than 0.
   */
  run(script: string, limit_ms?: number): Promise<Result<string>>;
  readFile(path: string): Promise<Result<Uint8Array>>;
  writeFile(path: string, content: Uint8Array): Promise<Result<void>>;
  /** Sets the machine's clock to the host's: it stood still in the snapshot. Errors: `rig_failed`. */
  setClock(): Promise<Result<void>>;
  /** Returns the minimum difference between the machine's clock and the host's, in milliseconds. */
  clockError(): Promise<Result<number>>;
}

const RUN_MS_MAX = 60_000;
/**
 * Initial poll interval. The agent does not report the exit of a program, so it is polled, less often over time. An
 * answer costs an emulated CPU 10 ms.
 */
const ASK_AGAIN_MS = 50;
const ASK_AGAIN_MS_MAX = 1000;
/** Allowed clock error: a machine just resumed from a snapshot is slow at first. */
const CLOCK_MS_MAX = 2000;

export function createAgent({ call }: Pick<Calls, 'call'>): Agent {
  const fields = async (execute: string, args: JsonFields): Promise<Result<JsonFields>> => {
    const answer = await call(execute, args);
    if (!answer.ok) return answer;
    return isFields(answer.value) ? ok(answer.value) : fail('rig_failed', `The agent did not answer ${execute}.`);
  };

  const run = async (script: string, limit_ms = RUN_MS_MAX): Promise<Result<string>> => {
    const started = await fields('guest-exec', { path: '/bin/sh', arg: ['-c', script], 'capture-output': true });
    if (!started.ok) return started;
    const started_ms = performance.now();
    for (let gone_ms = 0; gone_ms < limit_ms; gone_ms = performance.now() - started_ms) {
      const status = await fields('guest-exec-status', { pid: started.value['pid'] });
      if (!status.ok) return status;
      if (status.value['exited'] === true) return outcomeOf(script, status.value);
      await sleep(Math.min(ASK_AGAIN_MS + gone_ms / 10, ASK_AGAIN_MS_MAX));
    }
    return fail('rig_failed', `In the machine, ${script.slice(0, 80)} did not end within ${limit_ms / 1000} s.`);
  };

  const clockError = async (): Promise<Result<number>> => {
    const before_ms = Date.now();
    const reply = await call('guest-get-time');
    const after_ms = Date.now();
    if (!reply.ok) return reply;
    const now_ms = Number(reply.value) / 1e6;
    return ok(Math.max(0, Math.round(before_ms - now_ms), Math.round(now_ms - after_ms)));
  };

  return {
    run,
    async up(limit_ms) {
      const answer = await call('guest-ping', {}, limit_ms);
      return answer.ok ? ok(undefined) : answer;
    },
    readFile: (path) => readGuestFile(call, path),
    writeFile: (path, content) => writeGuestFile(call, path, content),
    async setClock() {
      // Ignore the result: the call also sets the hardware clock and fails if there is none. The check below decides.
      await call('guest-set-time', { time: Date.now() * 1e6 });
      const off = await clockError();
      if (!off.ok) return off;
      return off.value < CLOCK_MS_MAX ? ok(undefined) : fail('rig_failed', `The clock is ${off.value} ms off.`);
    },
    clockError,
  };
}

function outcomeOf(script: string, status: JsonFields): Result<string> {
  const [out, errors] = [bytesOf(status['out-data']).toString(), bytesOf(status['err-data']).toString()];
  if (status['exitcode'] === 0) return ok(out);
  const why = (errors || out).trim().split('\n').at(-1) || `exit code ${String(status['exitcode'])}`;
  return fail('rig_failed', `In the machine, ${script.slice(0, 80)} failed: ${why}`);
}
