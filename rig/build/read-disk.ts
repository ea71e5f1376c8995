// Reads the data disk of a powered-off machine on the host, without the right to mount it.

import { join } from 'node:path';
import { type Result } from '../../wire/errors.ts';
import { runProgram } from './program.ts';

/** @returns The text of a file, after repairing the file system as at a boot. Errors: `rig_failed`. */
export async function readFromDisk(disk: string, folder: string, path: string): Promise<Result<string>> {
  const raw = join(folder, 'data.img');
  const converted = await runProgram('qemu-img', ['convert', '-O', 'raw', disk, raw]);
  if (!converted.ok) return converted;
  // e2fsck exits with 1 if it has repaired something.
  const mended = await runProgram('sh', ['-c', 'e2fsck -fp "$1" || [ $? -eq 1 ]', 'sh', raw]);
  return mended.ok ? runProgram('debugfs', ['-R', `cat ${path}`, raw]) : mended;
}
