// `tapin test --watch`: plays again what has changed.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));
const PASSES = 'name: The menu\nsteps:\n  - expect: { page: menu }\n';

test('[cli] tapin test --watch plays a changed scenario alone, survives a damaged one, and ends with a signal', async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'scenarios'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'scenarios', name), text);
  write('a.yaml', PASSES);
  write('b.yaml', PASSES);
  const child = spawn(TAPIN, ['test', 'scenarios', '--root', 'scenarios', '--watch'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let tell = (): void => {};
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      tell();
    });
  /** Resolves with the lines of a run, once it waits for changes. */
  const run = async (): Promise<string> => {
    while (!lines.some((line) => line.includes('Waiting for changes')))
      await new Promise<void>((resolve) => (tell = resolve));
    return lines.splice(0).join('\n');
  };
  t.regex(await run(), /^2 passed in /m);
  write('b.yaml', PASSES.replace('page: menu', 'page: setup'));
  const red = await run();
  t.regex(red, /^FAIL scenarios\/b\.yaml/m);
  t.regex(red, /^0 passed, 1 failed in /m, 'the other scenario is not played');
  write('b.yaml', 'steps: [');
  t.regex(await run(), /^tapin: scenarios\/b\.yaml:1:\d+: Invalid YAML/m);
  write('b.yaml', PASSES);
  t.regex(await run(), /^1 passed in /m);
  child.kill('SIGINT');
  t.is(await new Promise((resolve) => child.once('exit', resolve)), 0);
});
