// Platforms that a release can be packed for, and detection of native binaries for other platforms.

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Machine number in an ELF header (`e_machine`) by platform. */
const MACHINES = { 'linux-arm64': 183, 'linux-x64': 62 } as const;
export type Platform = keyof typeof MACHINES;
export const PLATFORMS: readonly string[] = Object.keys(MACHINES);

const MAGIC = '\u007fELF';
const [MACHINE_AT, HEAD_BYTES] = [18, 20];

/** Whether a file is a native binary of another platform. */
export async function isForeign(file: string, platform: Platform): Promise<boolean> {
  await using opened = await open(file);
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const native = bytesRead === HEAD_BYTES && buffer.toString('latin1', 0, MAGIC.length) === MAGIC;
  return native && buffer.readUInt16LE(MACHINE_AT) !== MACHINES[platform];
}

/** Returns the first native binary of another platform below a folder; null if none. */
export async function foreignBinary(folder: string, platform: Platform): Promise<string | null> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await isForeign(path, platform))) return path;
  }
  return null;
}
