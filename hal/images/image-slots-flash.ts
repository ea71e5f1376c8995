// Image slots in the flash of a virtual board: records `image-a-0000` and so on hold the bytes, and `image-a`, written
// last, holds the manifest and the hash.

import { createHasher } from '#crypto';
import { toHex } from '../../wire/bytes.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readManifest, type ImageManifest } from '../../wire/firmware/image.ts';
import type { Flash } from '../flash/flash.ts';
import type { ImageSlot } from './boot-record.ts';
import type { ImageSlots } from './image-slots.ts';

const headOf = (slot: ImageSlot): string => `image-${slot}`;
const pieceOf = (slot: ImageSlot, at: number): string => `image-${slot}-${String(at).padStart(4, '0')}`;

export function createFlashImageSlots(flash: Flash): ImageSlots {
  const inspect: ImageSlots['inspect'] = async (slot) => {
    const head = await read(flash, headOf(slot));
    return head && inspectPieces(flash, slot, new TextDecoder().decode(head));
  };
  return {
    inspect,
    isWhole: async (slot) => (await inspect(slot)) !== null,
    async fill(slot, pieces) {
      const emptied = await empty(flash, slot);
      if (!emptied.ok) return emptied;
      const hash = createHasher('sha256');
      let count = 0;
      for await (const piece of pieces) {
        const written = await flash.write(pieceOf(slot, count++), piece);
        if (!written.ok) return written;
        hash.add(piece);
      }
      return flash.write(headOf(slot), new TextEncoder().encode(`${count} ${toHex(hash.digest())}`));
    },
  };
}

/** Removes the head first: without it the slot counts as empty. */
async function empty(flash: Flash, slot: ImageSlot): Promise<Result<void>> {
  const listed = await flash.list();
  if (!listed.ok) return listed;
  const pieces = listed.value.filter((name) => name.startsWith(`${headOf(slot)}-`));
  for (const name of [headOf(slot), ...pieces]) {
    const removed = await flash.remove(name);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

async function inspectPieces(flash: Flash, slot: ImageSlot, head: string): Promise<ImageManifest | null> {
  const [count = '', sha256] = head.split(' ');
  const hash = createHasher('sha256');
  let manifest: Result<{ manifest: ImageManifest }> = fail('image_failed', 'The image is empty.');
  for (let at = 0; at < Number(count); at++) {
    const piece = await read(flash, pieceOf(slot, at));
    if (!piece) return null;
    if (at === 0) manifest = readManifest(piece);
    hash.add(piece);
  }
  return toHex(hash.digest()) === sha256 && manifest.ok ? manifest.value.manifest : null;
}

async function read(flash: Flash, name: string): Promise<Uint8Array | null> {
  const found = await flash.read(name);
  return found.ok ? found.value.value : null;
}
