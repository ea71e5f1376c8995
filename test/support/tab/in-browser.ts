// Runs in the browser: what the tests of storage and recordings call there.

import { createFlashStore } from '../../../hal/flash/flash-store.ts';
import type { Flash } from '../../../hal/flash/flash.ts';
import { createIndexedDbDisk, openDatabase } from '../../../hal/flash/disk-indexed-db.ts';
import { unpackRecording } from '../../../simulation/recordings/recording.ts';
import { fromBase64, toBase64 } from '../../../wire/bytes.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { traceHash } from './trace-hash.ts';

const bytesIn = (base64: string): Uint8Array => assertDefined(fromBase64(base64), 'base64');

/** Flash on the browser's database, with bytes as base64. */
async function openFlash(database: string, folder: string) {
  const opened = await openDatabase(database);
  if (!opened.ok) throw new Error(opened.error.message);
  return flashOver(createFlashStore(createIndexedDbDisk(opened.value, folder)));
}

const flashOver = (flash: Flash) => ({
  write: (name: string, base64: string) => flash.write(name, bytesIn(base64)),
  async read(name: string) {
    const read = await flash.read(name);
    return read.ok
      ? { ok: true, value: { ...read.value, value: read.value.value && toBase64(read.value.value) } }
      : read;
  },
  remove: (name: string) => flash.remove(name),
  list: () => flash.list(),
  writes: () => flash.writes(),
});

async function hashOf(base64: string): Promise<string> {
  const recording = unpackRecording(bytesIn(base64));
  return recording.ok ? traceHash(recording.value) : recording.error.message;
}

Object.assign(globalThis, { inBrowser: { openFlash, hashOf } });
