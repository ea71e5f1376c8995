// Writes a firmware image: `tapin firmware pack`.

import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { create } from 'tar';
import { fail, messageOf, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { manifestLine } from '../../wire/firmware/image.ts';
import type { Platform } from './platforms.ts';
import { exitWith } from '../process/process.ts';
import { belongsToProgram, secretIn } from './release-files.ts';

export interface PackOptions {
  readonly hw: string;
  readonly release?: string;
  readonly platform?: Platform;
  readonly modules?: string;
  /** Firmware version; not named `version`, since --version belongs to the program itself. */
  readonly firmware: string;
  readonly seq: number;
  readonly out: string;
  /** Zstandard level, 1 to 19. */
  readonly compression: number;
}

/** Packs an image; exits with code 1 on failure. */
export async function pack({ platform, modules, ...options }: PackOptions): Promise<void> {
  const { hw, release, firmware, seq, out } = options;
  const packed =
    platform === undefined
      ? await writeImage(options, belongs(release ?? '', out))
      : await packProgram(options, platform, modules);
  if (!packed.ok) exitWith(packed.error);
  const { size } = await stat(out);
  process.stdout.write(
    `${out}: firmware ${firmware} (${seq}) for ${hw}, ${size} bytes. Publish it: tapin cloud firmware add ${out}\n`,
  );
}

type Belongs = (path: string) => boolean;

/** Returns a filter that also excludes the image itself, which is still being written. */
const belongs =
  (release: string, out: string): Belongs =>
  (path) =>
    belongsToProgram(release, path) && !resolve(release, path).startsWith(resolve(out));

/** Packs this program, bundled for a platform. */
async function packProgram(options: PackOptions, platform: Platform, modules?: string): Promise<Result<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tapin-release-'));
  try {
    // The folder's own permissions go into the image, and another account runs it.
    await chmod(folder, 0o755);
    const { buildRelease } = await import('./release-folder.ts');
    const built = await buildRelease(folder, { platform, ...(modules === undefined ? {} : { modules }) });
    return built.ok ? await writeImage({ ...options, release: folder }, () => true) : built;
  } catch (thrown) {
    return cannot(options.out, thrown);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cannot = (out: string, thrown: unknown): { readonly ok: false; readonly error: OperatingError } =>
  fail('image_failed', `The image ${out} can't be written: ${messageOf(thrown)}.`);

/** A window of 8 MiB, which a device with 512 MB can afford. No `nbWorkers`: Node then loses the end of the stream. */
const ZSTD = { [constants.ZSTD_c_windowLog]: 23 };

/** Writes the image. Errors: `image_failed`. */
async function writeImage(
  { hw, release, firmware, seq, out, compression }: PackOptions,
  takes: Belongs,
): Promise<Result<void>> {
  const beside = `${out}.tmp`;
  try {
    if (release !== undefined) await stat(release);
    const secret = release === undefined ? null : secretIn(release);
    if (secret) throw new Error(`${secret.file} looks like ${secret.what}, which must stay private`);
    await writeFile(beside, manifestLine({ hw, version: firmware, seq }));
    if (release !== undefined) {
      const params = { ...ZSTD, [constants.ZSTD_c_compressionLevel]: compression };
      const tar = create({ cwd: release, portable: true, noMtime: true, filter: takes }, ['.']);
      await pipeline(tar, createZstdCompress({ params }), createWriteStream(beside, { flags: 'a' }));
    }
    await rename(beside, out);
    return ok(undefined);
  } catch (thrown) {
    await rm(beside, { force: true });
    return cannot(out, thrown);
  }
}
