// Display of the machine as QEMU renders it, read without a program in the machine.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';

export interface RigPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA pixels, row by row from the top. */
  readonly rgba: Uint8Array;
}

/** Takes a screenshot. Errors: `rig_failed`. */
export async function takePicture({ qmp, folder }: Pick<Machine, 'qmp' | 'folder'>): Promise<Result<RigPicture>> {
  const file = join(folder, 'screen.ppm');
  const dumped = await qmp.call('screendump', { filename: file });
  if (!dumped.ok) return dumped;
  const picture = readPpm(await readFile(file));
  await rm(file);
  return picture;
}

/**
 * Parses a portable pixmap as QEMU writes it: `P6`, width, height and 255, each followed by white space, then three
 * bytes per pixel.
 */
export function readPpm(bytes: Uint8Array): Result<RigPicture> {
  const head = /^P6\s(\d{1,5})\s(\d{1,5})\s255\s/.exec(Buffer.from(bytes.subarray(0, 32)).toString('latin1'));
  const [all = '', width, height] = [head?.[0], Number(head?.[1]), Number(head?.[2])];
  if (!head || bytes.length !== all.length + width * height * 3)
    return fail('rig_failed', 'The file from QEMU is not a picture.');
  const rgba = new Uint8Array(width * height * 4);
  for (let from = all.length, to = 0; to < rgba.length; from += 3, to += 4) {
    rgba.set(bytes.subarray(from, from + 3), to);
    rgba[to + 3] = 255;
  }
  return ok({ width, height, rgba });
}
