// Disks of the machine: system, sources and packages read-only, and an empty one for the device's data.

import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../wire/errors.ts';
import { AMD64, type Architecture } from './architectures.ts';
import { cached, hashOf, type Print } from './cache.ts';
import { deviceTree } from './device-tree.ts';
import { packagesImage, releaseImage, sourcesImage } from './project-image.ts';
import { runProgram } from './program.ts';
import { rootImage } from './root-image.ts';

export interface Image {
  readonly architecture: Architecture;
  readonly kernel: string;
  readonly initrd: string;
  /** Disks in the order of /dev/vda, /dev/vdb and so on. */
  readonly disks: readonly string[];
  /** Template of an empty data disk; never written to. */
  readonly data: string;
  readonly hash: string;
  /** QEMU name of the display. Default: the usual one. */
  readonly display?: string;
  /** Device tree file of a machine with LEDs on pins. */
  readonly device_tree?: string;
}

const DATA_BYTES = 256 * 1024 * 1024;

/** Builds whatever is not in the cache. Errors: `rig_failed`. */
export async function buildImage(print: Print, architecture = AMD64): Promise<Result<Image>> {
  const root = await rootImage(architecture, print);
  if (!root.ok) return root;
  const packages = await packagesImage(architecture, print);
  if (!packages.ok) return packages;
  const sources = await sourcesImage(print);
  if (!sources.ok) return sources;
  const release = await releaseImage(architecture, print);
  if (!release.ok) return release;
  const data = await cached('data', hashOf([String(DATA_BYTES), ...DATA_FOLDERS]), print, makeData);
  if (!data.ok) return data;
  const tree = architecture.led_pins ? await deviceTree(architecture, print) : null;
  if (tree && !tree.ok) return tree;
  const { kernel, initrd, image } = root.value;
  return ok({
    architecture,
    kernel,
    initrd,
    disks: [image, release.value.image, sources.value.image, packages.value.image],
    data: join(data.value, 'data.img'),
    hash: hashOf([root.value.hash, release.value.hash, sources.value.hash, packages.value.hash, data.value]),
    ...(tree ? { device_tree: tree.value } : {}),
  });
}

/** Folders for persistent data and for the cache. */
const DATA_FOLDERS = ['tapin', 'cache'];

function makeData(folder: string): Promise<Result<string>> {
  const tree = join(folder, 'tree');
  for (const name of DATA_FOLDERS) mkdirSync(join(tree, name), { recursive: true });
  const file = join(folder, 'data.img');
  const fd = openSync(file, 'w');
  ftruncateSync(fd, DATA_BYTES);
  closeSync(fd);
  return runProgram('mkfs.ext4', ['-q', '-L', 'tapin', '-d', tree, file]);
}
