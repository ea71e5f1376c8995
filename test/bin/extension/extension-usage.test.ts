// Invalid calls of `tapin extension`: they exit with 2 before anything starts.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

for (const [args, expected] of [
  [['check', 'nope.lua'], /^nope\.lua: can't be read: no such file\.\n$/],
  [['test', 'nope.lua'], /^nope\.lua: can't be read: no such file\.\n$/],
  [['test', 'fine.lua'], /^fine\.yaml can't be read: no such file\.\n$/],
  [['run', 'nope.lua', '--port', '0'], /^tapin: nope\.lua: can't be read: no such file\.\n$/],
  [
    ['publish', 'nope.lua', '--description', 'x', '--cloud', 'http://127.0.0.1:1'],
    /^tapin: nope\.lua: can't be read: no such file\.\n$/,
  ],
  [['publish', 'fine.lua', '--cloud', 'http://127.0.0.1:1'], /^tapin: A new extension needs --description\.\n$/],
] as const)
  test.serial(`[cli] tapin extension ${args.join(' ')} exits with 2 and one line`, async (t) => {
    const cwd = await temporaryFolder(t);
    copyFileSync('fixtures/scenarios/extension/comet.lua', join(cwd, 'fine.lua'));
    const { code, stdout, stderr } = await callTapin(['extension', ...args], { cwd, env: { TAPIN_TOKEN: 'x' } });
    t.deepEqual([code, expected.test(stdout + stderr)], [2, true], stdout + stderr);
  });
