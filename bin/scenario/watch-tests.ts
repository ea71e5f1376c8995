// `tapin test --watch`: plays again whenever a scenario or a source changes. Each run is a process of its own, so that it
// loads the present sources, and a damaged scenario ends only that run.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { printMessage } from '../process/process.ts';
import { TAPIN, watchFiles } from './watch-files.ts';

/**
 * Watches until the process ends. `paths`: files and folders of the command line; `options`: its options as typed;
 * `keep`: folder of the results.
 */
export function watchTests(paths: readonly string[], options: readonly string[], keep: string): void {
  let running: ChildProcess | null = null;
  const run = (files: readonly string[]): void => {
    running?.kill('SIGTERM');
    const child = spawn(process.execPath, [...TAPIN, 'test', ...files, ...options], { stdio: 'inherit' });
    running = child;
    child.once('exit', (_code, signal) => {
      if (running !== child) return;
      running = null;
      if (signal === null) printMessage('Waiting for changes; Ctrl-C ends.', 'info');
    });
  };
  watchFiles(paths, keep, (changed) => run(scenariosIn(changed) ?? paths));
  process.once('SIGINT', () => process.exit(0));
  process.once('SIGTERM', () => (running?.kill('SIGTERM'), process.exit(0)));
  run(paths);
}

/** Returns the scenarios if nothing else has changed; null if all must be played. */
function scenariosIn(changed: ReadonlySet<string>): readonly string[] | null {
  const files = [...changed].filter((file) => existsSync(file));
  const only_scenarios = files.every((file) => /(^|\/)[^_/][^/]*\.ya?ml$/.test(file));
  return files.length === changed.size && only_scenarios ? files : null;
}
