// Writes a firmware image: what `tapin firmware pack` runs.

import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';
import { DATA_MARKER } from '../hal/flash/data-folder.ts';
import { messageOf } from '../wire/errors.ts';
import { manifestLine } from '../wire/firmware/image.ts';
import { exitWith } from './process.ts';

export interface PackOptions {
  readonly hw: string;
  readonly release?: string;
  /** Named so, since --version is the program's own. */
  readonly firmware: string;
  readonly seq: number;
  readonly out: string;
}

/** What a checkout has beside its release. */
const LEFT_OUT = /^(\.\/)?(\.git|test|bench)(\/|$)/;
/** What nobody else is to have, wherever it lies. */
const SECRET = /(^|\/)(firmware\.key|author-key\.json|identity\.json|tapin-devices\.json|devices\.json)$/;

/** Data folders hold keys, and the image itself is still being written. */
const belongs =
  (release: string, out: string) =>
  (path: string): boolean =>
    !LEFT_OUT.test(path) &&
    !SECRET.test(path) &&
    !existsSync(join(release, path, DATA_MARKER)) &&
    !resolve(release, path).startsWith(resolve(out));

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
