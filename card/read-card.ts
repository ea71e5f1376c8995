// Reads the image of a card without mounting it: its boot files by mtools, its root by erofs-utils.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, createReadStream, createWriteStream, openSync, readSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { errnoOf } from '../hal/flash/disk-files.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readPartitionTable, SECTOR_BYTES, TYPE, type Partition } from './partitions.ts';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
/** Package of each program. */
const PACKAGES: Readonly<Record<string, string>> = {
  xz: 'xz-utils',
  mdir: 'mtools',
  mtype: 'mtools',
  'fsck.erofs': 'erofs-utils',
};

/** @returns The output of a program. Errors: `bad_value`. */
async function output(program: string, call: readonly string[]): Promise<Result<string>> {
  try {
    const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
    const { stdout } = await run(program, call, { env, maxBuffer: OUTPUT_BYTES_MAX });
    return ok(stdout);
  } catch (thrown) {
    return problem(program, thrown);
  }
}

const problem = (program: string, thrown: unknown): Result<never> =>
  errnoOf(thrown) === 'ENOENT'
    ? fail('bad_value', `The check needs ${program}: sudo apt-get install -y ${PACKAGES[program]}.`)
    : fail('bad_value', `${program} can't read the image: ${messageOf(thrown).trim().split('\n').at(-1)}.`);

export interface ReadCard {
  readonly partitions: readonly Partition[];
  /** Names of the files on the boot partition. */
  readonly boot_files: readonly string[];
  /** Folder with the files of the root partition. */
  readonly root: string;
  /** Returns a text file of the boot partition. Errors: `bad_value`. */
  bootText(name: string): Promise<Result<string>>;
}

/** Reads an image, packed if its name ends with `.xz`. `folder`: an empty one. Errors: `bad_value`. */
export async function readCard(file: string, folder: string): Promise<Result<ReadCard>> {
  const image = file.endsWith('.xz') ? await unpacked(file, join(folder, 'card.img')) : ok(file);
  if (!image.ok) return image;
  const partitions = partitionsOf(image.value);
  if (!partitions.ok) return partitions;
  const [boot, system, data] = partitions.value;
  if (boot?.type !== TYPE.fat32 || system?.type !== TYPE.linux || data?.type !== TYPE.linux)
    return fail(
      'bad_value',
      'The image is not a card: it must have the partitions boot, root and data, in this order.',
    );
  const drive = `${image.value}@@${boot.start_bytes}`;
  const listing = await output('mdir', ['-b', '-i', drive, '::']);
  if (!listing.ok) return listing;
  const root = join(folder, 'root');
  const extracted = await extract(image.value, system, folder, root);
  if (!extracted.ok) return extracted;
  return ok({
    partitions: partitions.value,
    boot_files: listing.value.split('\n').flatMap((line) => (line.startsWith('::/') ? [line.slice(3)] : [])),
    root,
    bootText: (name) => output('mtype', ['-i', drive, `::${name}`]),
  });
}

const unreadable = (thrown: unknown): string => `The image can't be read: ${messageOf(thrown)}.`;

async function unpacked(file: string, image: string): Promise<Result<string>> {
  try {
    accessSync(file, constants.R_OK);
  } catch (thrown) {
    return fail('bad_value', unreadable(thrown));
  }
  const xz = spawn('xz', ['--decompress', '--stdout', '--', file], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(xz, 'close');
  try {
    await Promise.all([pipeline(xz.stdout, createWriteStream(image)), ended]);
  } catch (thrown) {
    return problem('xz', thrown);
  }
  return xz.exitCode === 0
    ? ok(image)
    : fail('bad_value', `${file} can't be unpacked: it is damaged or not an .xz file.`);
}

function partitionsOf(image: string): Result<readonly Partition[]> {
  const sector = new Uint8Array(SECTOR_BYTES);
  try {
    const fd = openSync(image, 'r');
    readSync(fd, sector);
    closeSync(fd);
  } catch (thrown) {
    return fail('bad_value', unreadable(thrown));
  }
  return readPartitionTable(sector);
}

async function extract(
  image: string,
  { start_bytes, size_bytes }: Partition,
  folder: string,
  root: string,
): Promise<Result<unknown>> {
  const file = join(folder, 'root.erofs');
  await pipeline(createReadStream(image, { start: start_bytes, end: start_bytes + size_bytes - 1 }), createWriteStream(file)); // oxfmt-ignore
  return output('fsck.erofs', [`--extract=${root}`, '--no-preserve', file]);
}
