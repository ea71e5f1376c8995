// Lock of a rig: lets only one process at a time play on it or check it, even if maps name the rig differently.

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLockFile, type LockFile } from '../../hal/flash/lock-file.ts';
import { messageOf } from '../../wire/errors.ts';
import type { MappedRig } from './rig-file.ts';

/** Takes the lock. `problem`: '' on success. */
export async function lockRig(rig: MappedRig): Promise<{ readonly lock: LockFile | null; readonly problem: string }> {
  const file = join(tmpdir(), `tapin-rig-${createHash('sha256').update(placeOf(rig)).digest('hex').slice(0, 16)}.lock`);
  try {
    const taken = await takeLockFile(file);
    if ('lock' in taken) return { lock: taken.lock, problem: '' };
    return { lock: null, problem: `rig ${rig.id} is in use by process ${taken.held_by_pid}` };
  } catch (thrown) {
    return { lock: null, problem: `rig ${rig.id} can't be locked: ${messageOf(thrown)}` };
  }
}

function placeOf({ serial, panel = '' }: MappedRig): string {
  if (serial === undefined) return new URL(panel).origin;
  try {
    return realpathSync(serial);
  } catch {
    return serial;
  }
}
