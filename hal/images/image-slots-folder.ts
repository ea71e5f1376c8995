// Image slots of a real board: folders `image-a` and `image-b`, each a release that the boot loader can start. The
// payload is unpacked next to them; its folder is renamed into place only when all of its content, including the file
// hashes, is on the medium.

import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type ReadEntry } from 'tar';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { readManifest, type ImageManifest } from '../../wire/firmware/image.ts';
import { errnoOf, syncFolder } from '../flash/disk-files.ts';
import type { ImageSlot } from './boot-record.ts';
import { hashList, isAsListed } from './file-hashes.ts';
import type { ImageSlots } from './image-slots.ts';

/** Manifest of the release in a folder, the number of its files and their hashes; the last file written. */
const MANIFEST_FILE = 'tapin-image.json';

export const slotFolder = (folder: string, slot: ImageSlot): string => join(folder, `image-${slot}`);

export function createFolderImageSlots(folder: string): ImageSlots {
  return {
    async inspect(slot) {
      const manifest = readManifest(await manifestFile(slotFolder(folder, slot)));
      return manifest.ok ? manifest.value.manifest : null;
    },
    async isWhole(slot) {
      const release = slotFolder(folder, slot);
      const [, count, ...lines] = (await manifestFile(release)).toString().trimEnd().split('\n');
      return count === String(lines.length) && isAsListed(release, lines);
    },
    async fill(slot, pieces) {
      const target = slotFolder(folder, slot);
      const beside = `${target}.tmp`;
      try {
        await rm(target, { recursive: true, force: true });
        await rm(beside, { recursive: true, force: true });
        await syncFolder(folder);
        await mkdir(beside, { recursive: true });
        const manifest = await unpack(pieces, beside);
        if (!manifest.ok) return manifest;
        await syncTree(beside);
        await rename(beside, target);
        await syncFolder(folder);
        return ok(undefined);
      } catch (thrown) {
        await rm(beside, { recursive: true, force: true }).catch(() => undefined);
        const full = errnoOf(thrown) === 'ENOSPC' || errnoOf(thrown) === 'EDQUOT';
        return fail(full ? 'flash_full' : 'image_failed', `The release can't be unpacked: ${messageOf(thrown)}.`);
      }
    },
  };
}

/** Reads the manifest; empty if there is none. */
const manifestFile = (release: string): Promise<Buffer> =>
  readFile(join(release, MANIFEST_FILE)).catch(() => Buffer.alloc(0));

/** Permissions that a file of a release may have: no setuid or setgid. */
const MODE_MASK = 0o777;

function withoutSetId(entry: ReadEntry): void {
  entry.mode = (entry.mode ?? MODE_MASK) & MODE_MASK;
}

/** Unpacks the payload into a folder, then writes its manifest. */
async function unpack(pieces: AsyncIterable<Uint8Array>, into: string): Promise<Result<ImageManifest>> {
  const reader = pieces[Symbol.asyncIterator]();
  const first = await reader.next();
  const manifest = readManifest(first.done ? new Uint8Array() : first.value);
  if (!manifest.ok || first.done) return manifest.ok ? fail('image_refused', 'The image is empty.') : manifest;
  const { at } = manifest.value;
  const payload = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value.subarray(at);
    for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
  };
  await pipeline(
    Readable.from(payload()),
    extract({ cwd: into, strict: true, preservePaths: false, onReadEntry: withoutSetId }),
  );
  const path = join(into, MANIFEST_FILE);
  await rm(path, { force: true });
  const hashes = await hashList(into);
  await using file = await open(path, 'wx');
  await file.writeFile(first.value.subarray(0, at));
  await file.writeFile([hashes.length, ...hashes, ''].join('\n'));
  return ok(manifest.value.manifest);
}

/** Waits until every file and every name below a folder is on the medium. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) {
      await using file = await open(path, 'r');
      await file.sync();
    }
  }
  await syncFolder(folder);
}
