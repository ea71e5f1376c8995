// Isolates for extensions in the tab.

import type { Clock } from '../../hal/clock/clock.ts';
import { createBrowserIsolates } from '../../hal/isolate/isolate-browser.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { loadAsset, workerAddress } from './assets.ts';
import type { LuaStart } from './lua-worker.ts';

interface LuaFiles {
  readonly address: string;
  readonly glue: ArrayBuffer;
}

/** Loaded with the first extension of the page. */
let files: Promise<LuaFiles> | null = null;

async function loadFiles(): Promise<LuaFiles> {
  const [address, glue] = await Promise.all([workerAddress('lua-worker'), loadAsset('lua.wasm')]);
  return { address, glue };
}

/** `wall`: clock of the browser, since a Worker takes real time. `checks`: for the checker instead of the runtime. */
export const createLuaIsolates = (wall: Clock, checks = false): Isolates =>
  createBrowserIsolates(wall, async () => {
    files ??= loadFiles();
    files.catch(() => (files = null)); // the next extension tries again
    const { address, glue } = await files;
    return { worker: new Worker(address), first: { glue, checks } satisfies LuaStart };
  });
