// Folder of firmware images and audio packs that the cloud distributes: one file per release, named by its hash, with a
// record next to it. The record is written last, so a release is visible only once complete, and a running cloud finds
// it immediately.

import { open, mkdir, readdir, readFile, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendPart } from '../http/answers.ts';
import * as v from 'valibot';
import { FIRMWARE_NOTES_CHARS_MAX, IMAGE_BYTES_MAX } from '../../wire/choices.ts';
import { assert, fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { hardware, seq, version } from '../../wire/firmware/image.ts';
import { text, whole, WHOLE_FROM_0 } from '../../wire/relay/fields.ts';

/** C94: length limits of a channel name, in characters. */
const RELEASED_CHANNEL_CHARS = { min: 1, max: 32 } as const;

const common = {
  size: whole({ min: 1, max: IMAGE_BYTES_MAX }),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Unix seconds. */
  released: whole(WHOLE_FROM_0),
};

const record = v.variant('kind', [
  v.object({
    kind: v.literal('firmware'),
    ...common,
    hw: hardware(),
    version: version(),
    seq: seq(),
    channel: text(RELEASED_CHANNEL_CHARS),
    minisig: text({ min: 1, max: 4000 }),
    notes: text({ min: 0, max: FIRMWARE_NOTES_CHARS_MAX }),
  }),
  v.object({ kind: v.literal('audio'), ...common, version: text({ min: 1, max: 32 }) }),
]);

export type Release = v.InferOutput<typeof record>;
export type FirmwareRelease = Extract<Release, { kind: 'firmware' }>;
export type AudioRelease = Extract<Release, { kind: 'audio' }>;

export interface ReleaseFolder {
  /** Returns the releases in no particular order, without those whose record is invalid. */
  releases(): Promise<readonly Release[]>;
  /** Returns the bytes of a release from `first` to `last`, inclusive; null if there is no such release. */
  bytes(sha256: string, first: number, last: number): Promise<Uint8Array | null>;
  /** Sends a whole release in parts; rejects if there is none of this size. */
  sendParts(sha256: string, size: number, send: SendPart): Promise<void>;
  /** Adds a release, which survives a power loss once acknowledged. Errors: `data_unusable`. */
  add(release: Release, bytes: Uint8Array): Promise<Result<void>>;
}

/** The name includes the channel: one image may be released on several. */
const recordName = (release: Release): string =>
  release.kind === 'firmware' ? `${release.sha256}-${release.channel}.json` : `${release.sha256}.json`;
const RECORD_NAME = /^[0-9a-f]{64}(-[\x21-\x7e]{1,32})?\.json$/;

const PART_BYTES = 65_536;

/** Opens a release folder, which may not exist yet. */
export function openReleaseFolder(folder: string): ReleaseFolder {
  return {
    async releases() {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(
        names.filter((name) => RECORD_NAME.test(name)).map((name) => read(join(folder, name))),
      );
      return found.filter((each) => each !== null);
    },
    async bytes(sha256, first, last) {
      try {
        await using file = await open(join(folder, `${sha256}.bin`), 'r');
        return await readPart(file, first, last - first + 1);
      } catch {
        return null;
      }
    },
    async sendParts(sha256, size, send) {
      await using file = await open(join(folder, `${sha256}.bin`), 'r');
      const part = Buffer.alloc(Math.min(size, PART_BYTES));
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(part, 0, Math.min(part.length, size - at), at);
        assert(bytesRead > 0, 'a release has the size of its record');
        await send(part.subarray(0, bytesRead));
        at += bytesRead;
      }
    },
    async add(release, bytes) {
      try {
        await mkdir(folder, { recursive: true });
        await writeWhole(join(folder, `${release.sha256}.bin`), bytes);
        await writeWhole(join(folder, recordName(release)), Buffer.from(`${JSON.stringify(release, null, 2)}\n`));
        await using handle = await open(folder, 'r');
        await handle.sync();
        return ok(undefined);
      } catch (thrown) {
        return fail('data_unusable', `The folder ${folder} can't be used: ${messageOf(thrown)}.`);
      }
    },
  };
}

async function read(path: string): Promise<Release | null> {
  try {
    const found = v.safeParse(record, JSON.parse(await readFile(path, 'utf8')));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`;
  {
    await using file = await open(temporary, 'w', 0o644);
    await file.writeFile(bytes);
    await file.sync();
  }
  await rename(temporary, path);
}
