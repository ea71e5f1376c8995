// A fresh folder for one test, removed after the test.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

export async function temporaryFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tapin-flash-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
