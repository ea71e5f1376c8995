// Runs many test files in one process: most of the cost of a small file is starting Node and loading the firmware.

import { registerHooks } from 'node:module';
import { testsOf } from './shared-test.ts';

const root = new URL('../../', import.meta.url);
const shared_test = new URL('shared-test.ts', import.meta.url).href;

/**
 * Loads test files, given by their paths from the root, and declares their tests in this order, each under its file's
 * path below `test/`. `only`: filter for titles.
 */
export async function gather(files: readonly string[], only?: RegExp): Promise<void> {
  registerHooks({
    resolve: (specifier, { parentURL = '', ...context }, next) =>
      specifier === 'ava' && parentURL.startsWith(`${root.href}test/`) && parentURL !== shared_test
        ? { url: shared_test, shortCircuit: true }
        : next(specifier, { parentURL, ...context }),
  });
  const tests: (() => void)[] = [];
  for (const file of files) {
    const name = file.replace(/^test\/|\.test\.ts$/g, '');
    tests.push(...(await testsOf(name, () => import(new URL(file, root).href), only)));
  }
  for (const declare of tests) declare();
}
