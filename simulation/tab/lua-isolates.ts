// Isolates for extensions in the tab: the Worker starts from a Blob, so that it inherits the page's policy, which
// forbids requests to other hosts; a Worker from a file of a plain host would have no policy.

import type { Clock } from '../../hal/clock/clock.ts';
import { createBrowserIsolates } from '../../hal/isolate/isolate-browser.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { loadAsset } from './assets.ts';
import type { LuaStart } from './lua-worker.ts';

interface LuaFiles {
  readonly address: string;
  readonly glue: ArrayBuffer;
}

/** Loaded with the first extension of the page. */
let files: Promise<LuaFiles> | null = null;

async function loadFiles(): Promise<LuaFiles> {
  const [program, glue] = await Promise.all([loadAsset('lua-worker'), loadAsset('lua.wasm')]);
  return { address: URL.createObjectURL(new Blob([program], { type: 'text/javascript' })), glue };
}

/** `wall`: clock of the browser, since a Worker takes real time. `checks`: for the checker instead of the runtime. */
export const createLuaIsolates = (wall: Clock, checks = false): Isolates =>
  createBrowserIsolates(wall, async () => {
    files ??= loadFiles();
    files.catch(() => (files = null)); // the next extension tries again
    const { address, glue } = await files;
    return { worker: new Worker(address), first: { glue, checks } satisfies LuaStart };
  });
