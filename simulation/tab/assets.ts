// Files beside the page that are loaded when they are wanted.

import { fromBase64 } from '../../wire/bytes.ts';
import { assertDefined } from '../../wire/errors.ts';

/** Files that scripts of the page `NAME.js` register, for pages that may not fetch: from a disk, or in a sandbox. */
const registered = new Map<string, string>();

declare global {
  var registerAsset: ((name: string, base64: string) => void) | undefined;
}

/**
 * Loads a file of the page's folder.
 * @throws With a sentence if it is missing.
 */
export async function loadAsset(name: string): Promise<ArrayBuffer> {
  if (globalThis.origin !== 'null') {
    const fetched = await fetch(name).catch(() => null);
    if (!fetched?.ok) throw new Error(`${name} can't be loaded: reload the page.`);
    return fetched.arrayBuffer();
  }
  globalThis.registerAsset ??= (file, base64) => void registered.set(file, base64);
  await runScript(`${name}.js`);
  const base64 = registered.get(name);
  if (base64 === undefined) throw new Error(`${name} can't be loaded: reload the page.`);
  registered.delete(name);
  return assertDefined(fromBase64(base64), name).buffer;
}

/**
 * Loads a Worker's program from the page's folder. Returns the address of a Blob: a Worker from it inherits the page's
 * policy, which forbids requests to other hosts; one from a file of a plain host would have no policy.
 * @throws With a sentence if it is missing.
 */
export const workerAddress = async (name: string): Promise<string> =>
  URL.createObjectURL(new Blob([await loadAsset(name)], { type: 'text/javascript' }));

/** Runs a script of the page's folder; resolves also if it is missing. */
function runScript(source: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = source;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => resolve());
  document.head.append(script);
  return promise;
}
