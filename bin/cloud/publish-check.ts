// Check before the store accepts a script, in a process of its own. The process ends when it is idle, and frees the memory
// of the drawing library and the Lua runtime, 60 MB. Unlike those of bin/process/workers.ts, it serves several calls at a
// time and leaves the signals to the server.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CheckResult, PublishCheck } from '../../cloud-stub/store/check.ts';
import type { CheckAnswer, CheckCall } from './publish-checker.ts';

const CHECKER = fileURLToPath(new URL('publish-checker.ts', import.meta.url));
const IDLE_MS = 5000;

/** The running process; null if there is none that takes another check. */
let checker: { check(text: string): Promise<CheckResult> } | null = null;

export const publishCheck: PublishCheck = (text) => (checker ??= startChecker()).check(text);

const ENDED: CheckResult = {
  ok: false,
  problem: { code: 'checker_busy', message: 'The check did not finish. Try again.', line: null },
};

function startChecker(): NonNullable<typeof checker> {
  const child = fork(CHECKER, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, (result: CheckResult) => void>();
  let calls = 0;
  let idle: NodeJS.Timeout | undefined;
  const own = {
    check(text: string): Promise<CheckResult> {
      clearTimeout(idle);
      child.ref();
      child.channel?.ref();
      const id = ++calls;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        child.send({ id, text } satisfies CheckCall);
      });
    },
  };
  const retire = (): void => {
    if (checker === own) checker = null;
  };
  const ended = (): void => {
    retire();
    for (const resolve of waiting.values()) resolve(ENDED);
    waiting.clear();
  };
  child.once('exit', ended).on('error', ended);
  child.on('message', ({ id, result }: CheckAnswer) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
    if (waiting.size > 0) return;
    // A command may end while the process is idle.
    child.unref();
    child.channel?.unref();
    idle = setTimeout(() => {
      retire();
      child.disconnect();
    }, IDLE_MS).unref();
  });
  return own;
}
