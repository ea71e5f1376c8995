// Reading regular files while other processes create them.

import test from 'ava';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegularFile } from '../../../hal/flash/regular-file.ts';
import { DANGLING } from '../../../wire/regular-file.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[flash] a file created right after it was found missing counts as missing', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  const open = async (): Promise<never> => {
    await writeFile(path, 'held');
    throw Object.assign(new Error('missing'), { code: 'ENOENT' });
  };
  t.is(await readRegularFile(path, 100, open), null);
});

test('[flash] refuses a link to a missing file', async (t) => {
  const path = join(await temporaryFolder(t), 'lock');
  await symlink('nowhere', path);
  await t.throwsAsync(readRegularFile(path, 100), { message: DANGLING });
});
