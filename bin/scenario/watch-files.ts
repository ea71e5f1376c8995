// Watches scenarios and the sources that they run on.

import { existsSync, statSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCE_FOLDERS } from './sources.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Folders whose changes concern every scenario. */
const SOURCES = SOURCE_FOLDERS.map((name) => join(ROOT, name));
/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** Whether a file is a source of the program. */
export const isSource = (file: string): boolean => SOURCES.some((folder) => file.startsWith(`${folder}/`));

/** Whether a change is one of the run's own, or of no scenario. */
const isIgnored = (file: string, keep: string): boolean =>
  `${resolve(file)}/`.startsWith(`${resolve(keep)}/`) || /(^|\/)(node_modules|\.git)(\/|$)/.test(file);

/** Calls back with the files that have changed, soon after. `keep`: folder of the results, which is ignored. */
export function watchFiles(
  paths: readonly string[],
  keep: string,
  onChange: (files: ReadonlySet<string>) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  let changed = new Set<string>();
  const note = (file: string): void => {
    if (isIgnored(file, keep)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = changed;
      changed = new Set();
      onChange(files);
    }, SETTLE_MS);
  };
  for (const path of [...paths, ...SOURCES]) {
    if (!existsSync(path)) continue;
    const is_folder = statSync(path).isDirectory();
    const watcher = watch(path, { recursive: is_folder }, (_event, name) => note(is_folder && name !== null ? join(path, name) : path)); // oxfmt-ignore
    watcher.on('error', () => {});
  }
}

/** Arguments with which this Node runs tapin once more. */
export const TAPIN: readonly string[] = [...process.execArgv, join(ROOT, 'bin/tapin.ts')];
