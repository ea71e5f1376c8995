// Packs the image of a card, signs it, and prints its hash.

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, statSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { FIRMWARE_SEQ, FIRMWARE_VERSION } from '../firmware/version.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { signImage, type SecretKey } from '../wire/firmware/secret-key.ts';

interface PackedCard {
  readonly size_bytes: number;
  /** Lower-case hex digits. */
  readonly sha256: string;
}

/** Blocks of a fixed size, so that the number of processors does not change the result. */
const XZ = ['--stdout', '--threads=0', '--block-size=32MiB', '-6'];

/** Writes `out` and its signature, `OUT.minisig`. Errors: `bad_value`. */
export async function packCard(image: string, out: string, key: SecretKey): Promise<Result<PackedCard>> {
  const unfinished = `${out}.part`;
  try {
    const xz = spawn('xz', [...XZ, image], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(xz, 'close');
    await pipeline(xz.stdout, createWriteStream(unfinished));
    const [code] = await ended;
    if (code !== 0) return fail('bad_value', `xz failed with code ${String(code)}.`);
    const [sha256, blake2b512] = [createHash('sha256'), createHash('blake2b512')];
    for await (const chunk of createReadStream(unfinished)) {
      sha256.update(chunk);
      blake2b512.update(chunk);
    }
    const { size: size_bytes } = statSync(unfinished);
    const comment = `tapin card version=${FIRMWARE_VERSION} seq=${FIRMWARE_SEQ} size=${size_bytes}`;
    writeFileSync(`${out}.minisig`, signImage(key, blake2b512.digest(), comment));
    renameSync(unfinished, out);
    return ok({ size_bytes, sha256: sha256.digest('hex') });
  } catch (thrown) {
    return fail('bad_value', `${out} can't be written: ${messageOf(thrown)}.`);
  }
}
