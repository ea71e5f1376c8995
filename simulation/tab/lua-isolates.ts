// Isolates for extensions in the tab: the Worker starts from a Blob, so that it inherits the page's policy, which
// forbids requests to other hosts; a Worker from a file of a plain host would have no policy.

import type { Clock } from '../../hal/clock/clock.ts';
import { createBrowserIsolates } from '../../hal/isolate/isolate-browser.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import { loadAsset } from './assets.ts';

/** `wall`: clock of the browser, since a Worker takes real time. */
export function createLuaIsolates(wall: Clock): Isolates {
  let files: Promise<{ readonly address: string; readonly glue: ArrayBuffer }> | null = null;
  const load = async () => {
    const [program, glue] = await Promise.all([loadAsset('lua-worker'), loadAsset('lua.wasm')]);
    return { address: URL.createObjectURL(new Blob([program], { type: 'text/javascript' })), glue };
  };
  return createBrowserIsolates(wall, async () => {
    files ??= load();
    files.catch(() => (files = null)); // the next extension tries again
    const { address, glue } = await files;
    return { worker: new Worker(address), glue };
  });
}
