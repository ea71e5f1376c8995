// Writes a firmware image: what `tapin firmware pack` runs.

import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { messageOf } from '../wire/errors.ts';
import { manifestLine } from '../wire/firmware/image.ts';
import { exitWith } from './process.ts';
import { belongsToProgram, secretIn } from './release-files.ts';

export interface PackOptions {
  readonly hw: string;
  readonly release?: string;
  /** Named so, since --version is the program's own. */
  readonly firmware: string;
  readonly seq: number;
  readonly out: string;
}

/** The image itself is still being written. */
const belongs =
  (release: string, out: string) =>
  (path: string): boolean =>
    belongsToProgram(release, path) && !resolve(release, path).startsWith(resolve(out));

export async function pack({ hw, release, firmware: version, seq, out }: PackOptions): Promise<void> {
  const beside = `${out}.tmp`;
  const image = async function* (): AsyncGenerator<Uint8Array> {
    yield manifestLine({ hw, version, seq });
    if (release === undefined) return;
    const tar = create({ cwd: release, gzip: true, portable: true, filter: belongs(release, out) }, ['.']);
    yield* Readable.from(tar);
  };
  try {
    if (release !== undefined) await stat(release);
    const secret = release === undefined ? null : secretIn(release);
    if (secret) throw new Error(`${secret.file} looks like ${secret.what}, which nobody else may have`);
    await pipeline(Readable.from(image()), createWriteStream(beside));
    await rename(beside, out);
  } catch (thrown) {
    await rm(beside, { force: true });
    exitWith({ code: 'image_failed', message: `The image ${out} can't be written: ${messageOf(thrown)}.` });
  }
  const { size } = await stat(out);
  process.stdout.write(
    `${out}: firmware ${version} (${seq}) for ${hw}, ${size} bytes. Give it out: tapin cloud firmware add ${out}\n`,
  );
}
