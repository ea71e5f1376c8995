// `tapin test --watch`: plays again whenever a scenario or a source changes. Each run is a process of its own, so that it
// loads the sources anew and a damaged scenario ends only that run.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, statSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printMessage } from '../process/process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders whose changes concern every scenario. */
const SOURCES = ['firmware', 'wire', 'hal', 'sims', 'simulation'];
/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** Whether a change is one of the run's own, or of no scenario. */
const isIgnored = (file: string, keep: string): boolean =>
  `${resolve(file)}/`.startsWith(`${resolve(keep)}/`) || /(^|\/)(node_modules|\.git)(\/|$)/.test(file);

/**
 * Watches until the process ends. `paths`: files and folders of the command line; `options`: its other arguments;
 * `keep`: folder of the results.
 */
export function watchTests(paths: readonly string[], options: readonly string[], keep: string): void {
  let running: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let changed = new Set<string>();
  const run = (files: readonly string[]): void => {
    running?.kill('SIGTERM');
    const child = spawn(process.execPath, [...process.execArgv, join(ROOT, 'bin/tapin.ts'), 'test', ...files, ...options], { stdio: 'inherit' }); // oxfmt-ignore
    running = child;
    child.once('exit', (_code, signal) => {
      if (running !== child) return;
      running = null;
      if (signal === null) printMessage('Waiting for changes; Ctrl-C ends.', 'info');
    });
  };
  const note = (file: string): void => {
    if (isIgnored(file, keep)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = changed;
      changed = new Set();
      run(scenariosIn(files) ?? paths);
    }, SETTLE_MS);
  };
  for (const path of [...paths, ...SOURCES.map((name) => join(ROOT, name))]) {
    if (!existsSync(path)) continue;
    const is_folder = statSync(path).isDirectory();
    const watcher = watch(path, { recursive: is_folder }, (_event, name) => note(is_folder && name !== null ? join(path, name) : path)); // oxfmt-ignore
    watcher.on('error', () => {});
  }
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
