// ./tapin without its bundled Node, as `npm ci --ignore-scripts` leaves it.

import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[cli] reports that its own Node is missing and which command installs it', async (t) => {
  const folder = await temporaryFolder(t);
  copyFileSync(join(import.meta.dirname, '../../../tapin'), join(folder, 'tapin'));
  const { status, stdout, stderr } = spawnSync(join(folder, 'tapin'), ['run'], { encoding: 'utf8' });
  t.deepEqual([status, stdout], [1, '']);
  t.regex(stderr, /^tapin: The bundled Node, \S+, is missing\. Run npm ci in \S+, without --ignore-scripts\.\n$/);
});
