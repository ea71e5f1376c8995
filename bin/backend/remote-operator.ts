// Runs `tapin operate` on another machine over SSH: one line per action, each with its answer.

import { once } from 'node:events';
import { posix } from 'node:path';
import { createInterface } from 'node:readline';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { sshFailed, type SshConnection } from './ssh-connection.ts';

export interface RemoteOperator {
  /** Sends one action. Errors: `bad_value`, with the message of the other machine. */
  send(line: object): Promise<Result<unknown>>;
  close(): Promise<void>;
}

/** Exit code of `flock` when the lock is taken. */
const IN_USE = 75;

/**
 * Starts the input agent. `call`: `tapin operate` with its options. `lock`: file on that machine that allows one agent
 * at a time. Errors: `ssh_failed`.
 */
export async function startOperator(
  { start }: SshConnection,
  { host, call, lock }: { readonly host: string; readonly call: string; readonly lock: string },
): Promise<Result<RemoteOperator>> {
  const remote = start(`mkdir -p ${posix.dirname(lock)} && exec flock -n -E ${IN_USE} ${lock} ${call}`);
  let stderr_line = '';
  remote.stderr.on(
    'data',
    (chunk: Buffer) => (stderr_line = chunk.toString().trim().split('\n').at(-1) ?? stderr_line),
  );
  remote.stdin.on('error', () => {});
  const lines = createInterface({ input: remote.stdout });
  const waiting: ((line: string) => void)[] = [];
  const ended = once(remote, 'close').then(() => waiting.splice(0).forEach((give) => give('')));
  lines.on('line', (line) => waiting.shift()?.(line));
  const next = (): Promise<string> =>
    remote.exitCode === null ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve('');
  const first = readFields(await next());
  if (first?.['event'] !== 'listening') {
    await ended;
    const why = remote.exitCode === IN_USE ? 'it is already in use' : stderr_line;
    return sshFailed(`The input agent on ${host} can't be started`, why || 'tapin operate does not start');
  }
  return ok({
    async send(line) {
      remote.stdin.write(`${JSON.stringify(line)}\n`);
      const answer = readFields(await next());
      if (!answer) throw new Error(`Lost the input agent on ${host}: ${stderr_line || 'connection closed'}`);
      const { message } = answer;
      return typeof message === 'string' ? fail('bad_value', message) : ok(undefined);
    },
    async close() {
      remote.stdin.end();
      await ended;
    },
  });
}
