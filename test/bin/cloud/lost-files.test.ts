// Warnings of a cloud whose data folder lacks a file that it recreates.

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { watchForLostFiles } from '../../../bin/cloud/lost-files.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const FILES = ['relay.sqlite', 'store.sqlite', 'identity.sqlite', 'author-key.json'];

test('[R152] warns of each file recreated in an existing cloud folder, and of none in a new one', async (t) => {
  const data = await temporaryFolder(t);
  /** Returns the files that the log warns about after a startup that created `made`. */
  const warned = async (made: readonly string[]): Promise<readonly string[]> => {
    const log = createMemoryLog(createVirtualClock());
    const warn = watchForLostFiles(data, log);
    for (const name of made) await writeFile(join(data, name), '');
    warn();
    return log
      .lines()
      .map(({ text }) => /had no (\S+); created a new one\. If the old one was lost, /.exec(text)?.[1] ?? text);
  };
  t.deepEqual(await warned(FILES), [], 'the first start warns of no file');
  t.deepEqual(await warned([]), []);
  for (const name of FILES) {
    await rm(join(data, name));
    t.deepEqual(await warned([]), [], `${name} is not needed at this start`);
    t.deepEqual(await warned([name]), [name]);
  }
});
