// Keeps the server of `tapin test --ui` running on the present sources: a change of one restarts it, on the same port and
// with the same token, and the page stays open.

import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { assertDefined } from '../../../wire/errors.ts';
import { readFields } from '../../../wire/json-fields.ts';
import { onShutdown, printMessage } from '../../process/process.ts';
import { isSource, TAPIN, watchFiles } from '../watch-files.ts';

/** Variable with the token, set for the server that this process starts. */
export const UI_TOKEN = 'TAPIN_UI_TOKEN';

/** Starts the server, and again whenever a source changes. `paths`: files and folders of the command line. */
export function superviseUi(paths: readonly string[], port: number, keep: string): void {
  const token = randomBytes(18).toString('base64url');
  let server: ChildProcess | null = null;
  let served_port = port;
  let first = true;
  const start = (): void => {
    const call = [...TAPIN, ...process.argv.slice(2), '--port', String(served_port)];
    const env = { ...process.env, [UI_TOKEN]: token };
    const child = spawn(process.execPath, call, {
      env,
      stdio: ['ignore', 'pipe', first ? 'inherit' : 'ignore', 'ipc'],
    });
    server = child;
    createInterface({ input: assertDefined(child.stdout, 'stdout') }).on('line', (line) => {
      if (first) process.stdout.write(`${line}\n`);
      else printMessage('The sources have changed: restarted.', 'info');
      first = false;
      served_port = Number(new URL(String(readFields(line)?.['ui'])).port);
    });
    // A server that can't start, because a source or a scenario is damaged, waits for the next change.
    child.once('exit', (code) => {
      if (server !== child) return;
      server = null;
      if (first) process.exit(code ?? 1);
      else printMessage('It does not start on these sources; waiting for the next change.');
    });
  };
  watchFiles(paths, keep, (changed) => {
    if (![...changed].some(isSource)) return;
    const old = server;
    server = null;
    if (!old || old.exitCode !== null) return start();
    old.once('exit', start);
    old.kill('SIGTERM');
  });
  onShutdown(async () => void server?.kill('SIGTERM'));
  start();
}
