// Says when something has changed in a folder that comes and goes itself: files in it, and their rights.

import { existsSync, watch, type FSWatcher } from 'node:fs';

const LOOK_EVERY_MS = 2000;

/**
 * @param changed Called when a file has come or gone, when its rights are others, and when the folder has come or gone.
 * @param look_every_ms How often to look for a folder that is not there.
 * @returns Ends it.
 */
export function watchFolder(folder: string, changed: () => void, look_every_ms = LOOK_EVERY_MS): () => void {
  let watcher: FSWatcher | null = null;
  let looking: NodeJS.Timeout | undefined;
  let over = false;

  const ended = (): void => {
    watcher?.close();
    watcher = null;
  };
  // Not watchFile: it would not tell of a folder that comes before its first look.
  const wait = (): void => {
    clearInterval(looking);
    looking = setInterval(come, look_every_ms);
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
      watcher = watch(folder, { persistent: false }, heard);
      watcher.on('error', heard);
    } catch {
      wait(); // there is none yet
    }
  };
  const heard = (): void => {
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
