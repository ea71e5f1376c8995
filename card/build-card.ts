// Builds the image of a card for a Raspberry Pi: boot files, a read-only root with the release, and a data partition that
// grows at the first boot. Needs no root. The same inputs give the same image.

import { closeSync, ftruncateSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'; // oxfmt-ignore
import { join } from 'node:path';
import { filesOf, GROUPS } from '../bin/board/install-files.ts';
import { ARM64 } from '../rig/build/architectures.ts';
import { cached, hashOf, type Print } from '../rig/build/cache.ts';
import { runProgram } from '../rig/build/program.ts';
import { makeReleaseTree, releaseHash } from '../rig/build/project-image.ts';
import { hashOfRecipe, makeErofs, makeRootTree, type RootRecipe } from '../rig/build/root-image.ts';
import { ok, type Result } from '../wire/errors.ts';
import { OVERLAYS } from './pins.ts';
import { partitionTable, placePartitions, TYPE } from './partitions.ts';

const MIRROR = 'http://deb.debian.org/debian';
const FOLDER = new URL('root/', import.meta.url).pathname;

/** File on the card with the public key that signs its updates, as text. */
const TRUSTED_KEY = '/etc/tapin/firmware.pub';
const FALLBACK_BOARD = '/etc/tapin/board.yaml';

/** Copied to the boot partition for the owner, who edits it on any computer, and to the root as the fallback. */
const BOARD_TEXT = `# Hardware wired to this machine (docs/raspberry-pi.md). After a change, put the card back and power up.
sensor: virtual # putts come from the page; with a sensor on the pins: /dev/serial0
display: {}
inputs: {}
leds: [{ name: player1 }, { name: player2 }, { name: player3 }, { name: player4 }]
speaker: {}
wifi: {} # without a display, choose the password of the device's own network: { password: "at least 8 letters" }
`;

const recipeOf = (trusted_key: string): RootRecipe => ({
  folder: FOLDER,
  workplace: 'card-build',
  sources: ['trixie', 'trixie-backports'].map((suite) => `deb ${MIRROR} ${suite} main non-free-firmware`),
  // Debian 13's own kernel lacks the chip of a Raspberry Pi 5 that drives USB, Ethernet and the pins.
  kernel: ['linux-image-arm64/trixie-backports', 'linux-modules-arm64/trixie-backports'],
  files: [
    ...filesOf({
      program: '/opt/tapin',
      user: 'tapin',
      groups: GROUPS,
      board: '/boot/firmware/board.yaml',
      data: '/var/lib/tapin',
      args: ['--fallback-board', FALLBACK_BOARD, '--host', '0.0.0.0', '--releases', '/var/lib/tapin-releases', '--firmware-key', TRUSTED_KEY], // oxfmt-ignore
    }).filter(({ keep }) => keep !== true),
    { path: TRUSTED_KEY, text: trusted_key },
    ...Object.entries(OVERLAYS).map(([name, text]) => ({ path: `/boot/overlays/${name}`, text })),
    { path: '/boot/firmware/board.yaml', text: BOARD_TEXT },
    { path: FALLBACK_BOARD, text: BOARD_TEXT },
  ],
});

const MEGABYTE = 1024 * 1024;
const BOOT_BYTES = 256 * MEGABYTE;
const DATA_BYTES = 64 * MEGABYTE;
const BOOT_LABEL = 'TAPIN';
const DATA_LABEL = 'tapin-data';
/** UUID of the data file system: fixed, so that the same files give the same image. */
const DATA_ID = '7a910000-0000-4000-8000-000000000001';
/** Date of all files: 2026-01-01. */
const EPOCH_S = '1767225600';

/** Returns the path of the unpacked image, `card.img`. Errors: `rig_failed`. */
export async function buildCard(trusted_key: string, print: Print): Promise<Result<string>> {
  const recipe = recipeOf(trusted_key);
  const inputs = [readFileSync(new URL(import.meta.url)), readFileSync(new URL('partitions.ts', import.meta.url))];
  const hash = hashOf([...inputs, hashOfRecipe(recipe), releaseHash()]);
  const folder = await cached('card', hash, print, async (making) => {
    const parts = await makeParts(making, recipe, print);
    if (!parts.ok) return parts;
    assemble(join(making, 'card.img'), parts.value);
    for (const { file } of parts.value) rmSync(file);
    return parts;
  });
  return folder.ok ? ok(join(folder.value, 'card.img')) : folder;
}

interface Part {
  readonly type: number;
  readonly file: string;
}

async function makeParts(folder: string, recipe: RootRecipe, print: Print): Promise<Result<readonly Part[]>> {
  const tree = join(folder, 'tree');
  const root = await makeRootTree(tree, recipe, ARM64, print);
  if (!root.ok) return root;
  print('card: building the release');
  const release = await makeReleaseTree(join(tree, 'opt/tapin'), join(folder, 'borrowed'), ARM64);
  if (!release.ok) return release;
  const parts = ['boot.img', 'root.erofs', 'data.img'].map((name) => join(folder, name));
  const [boot = '', system = '', data = ''] = parts;
  const boot_files = join(folder, 'boot');
  mkdirSync(boot_files);
  for (const name of readdirSync(join(tree, 'boot'), { withFileTypes: true }))
    if (name.isFile() || name.name === 'overlays')
      renameSync(join(tree, 'boot', name.name), join(boot_files, name.name));
  print('card: packing the partitions');
  const steps = [() => makeBoot(boot_files, boot), () => makeErofs(tree, system), () => makeData(data)];
  for (const step of steps) {
    const made = await step();
    if (!made.ok) return made;
  }
  for (const each of [tree, boot_files]) rmSync(each, { recursive: true });
  return ok([
    { type: TYPE.fat32, file: boot },
    { type: TYPE.linux, file: system },
    { type: TYPE.linux, file: data },
  ]);
}

function makeEmpty(file: string, size_bytes: number): void {
  const fd = openSync(file, 'w');
  ftruncateSync(fd, size_bytes);
  closeSync(fd);
}

async function makeBoot(files: string, image: string): Promise<Result<unknown>> {
  makeEmpty(image, BOOT_BYTES);
  const made = await runProgram('mkfs.vfat', ['-F', '32', '-n', BOOT_LABEL, '--invariant', image]);
  if (!made.ok) return made;
  const paths = readdirSync(files)
    .toSorted()
    .map((name) => join(files, name));
  return runProgram('mcopy', ['-s', '-i', image, ...paths, '::'], { env: { SOURCE_DATE_EPOCH: EPOCH_S } });
}

function makeData(image: string): Promise<Result<unknown>> {
  makeEmpty(image, DATA_BYTES);
  const options = [
    '-q',
    '-L',
    DATA_LABEL,
    '-U',
    DATA_ID,
    '-E',
    `hash_seed=${DATA_ID},lazy_itable_init=0,root_owner=0:0`,
  ];
  return runProgram('mkfs.ext4', [...options, image], {
    env: { SOURCE_DATE_EPOCH: EPOCH_S, E2FSPROGS_FAKE_TIME: EPOCH_S },
  });
}

function assemble(image: string, parts: readonly Part[]): void {
  const places = placePartitions(parts.map(({ type, file }) => ({ type, size_bytes: statSync(file).size })));
  const fd = openSync(image, 'w');
  const table = partitionTable(places);
  writeSync(fd, table, 0, table.length, 0);
  for (const [index, { file }] of parts.entries()) {
    const content = readFileSync(file);
    writeSync(fd, content, 0, content.length, places[index]?.start_bytes ?? 0);
  }
  const last = places.at(-1);
  ftruncateSync(fd, (last?.start_bytes ?? 0) + (last?.size_bytes ?? 0));
  closeSync(fd);
}
