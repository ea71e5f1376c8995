// Watches a folder that may come and go, for changes to its files and their permissions.

import { existsSync, watch, type FSWatcher } from 'node:fs';

const POLL_EVERY_MS = 2000;

/**
 * @param changed Called when a file or the folder appears or disappears, and when permissions change.
 * @param poll_every_ms Interval between checks for a missing folder.
 * @returns Stops watching.
 */
export function watchFolder(folder: string, changed: () => void, poll_every_ms = POLL_EVERY_MS): () => void {
  let watcher: FSWatcher | null = null;
  let looking: NodeJS.Timeout | undefined;
  let over = false;

  const ended = (): void => {
    watcher?.close();
    watcher = null;
  };
  // Not watchFile: it misses a folder that appears before its first check.
  const wait = (): void => {
    clearInterval(looking);
    looking = setInterval(come, poll_every_ms);
    looking.unref();
  };
  const come = (): void => {
    if (over || !existsSync(folder)) return;
    clearInterval(looking);
    begin();
    changed();
  };
  const begin = (): void => {
    try {
      watcher = watch(folder, { persistent: false }, onEvent);
      watcher.on('error', onEvent);
    } catch {
      wait(); // no folder yet
    }
  };
  const onEvent = (): void => {
    if (over) return;
    if (!existsSync(folder)) {
      ended();
      wait();
    }
    changed();
  };

  begin();
  return () => {
    over = true;
    ended();
    clearInterval(looking);
  };
}
