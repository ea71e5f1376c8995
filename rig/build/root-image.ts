// System of the machine: Debian with its own kernel, as a read-only file system built from Debian packages.

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, GROUPS, type InstalledFile } from '../../bin/board/install-files.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { Architecture } from './architectures.ts';
import { cached, hashOf, type Print } from './cache.ts';
import { runProgram } from './program.ts';

const SUITE = 'trixie';
const RECIPE = fileURLToPath(new URL('root/', import.meta.url));
/** Input files of the script that runs in the new root. */
const INPUTS = ['finish.sh', 'initramfs-init', 'raspi3b-init', 'masked.txt', 'modules.txt'];

/** Boot files of the machine; the raspi3b ones are for a Raspberry Pi 3 only. */
const BOOT_FILES = ['vmlinuz', 'initrd', 'raspi3b-initrd', 'raspi3b.dtb'];

/** Path in the machine where the device records its session. */
export const RECORDING = '/var/cache/tapin/recording.tapin.gz';

/** Files that `tapin install --systemd -- --host 0.0.0.0 --record FILE` writes; the board file is the machine's own. */
const installedFiles = (): readonly InstalledFile[] =>
  filesOf({
    program: '/opt/tapin',
    user: 'tapin',
    groups: GROUPS,
    board: '/etc/tapin/board.yaml',
    data: '/var/lib/tapin',
    args: ['--host', '0.0.0.0', '--record', RECORDING],
  }).filter(({ path, keep }) => keep !== true || !existsSync(join(RECIPE, 'files', path)));

interface RootImage {
  readonly kernel: string;
  readonly initrd: string;
  readonly image: string;
  readonly hash: string;
}

/**
 * Builds the root image. Cached until a file of `rig/build/root/` or an installed file changes. Errors: `rig_failed`.
 */
export async function rootImage(architecture: Architecture, print: Print): Promise<Result<RootImage>> {
  const files = readdirSync(RECIPE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const hash = hashOf([
    readFileSync(new URL(import.meta.url)),
    ...paths.flatMap((path) => [path.slice(RECIPE.length), readFileSync(path)]),
    ...installedFiles().flatMap(({ path, text }) => [path, text]),
  ]);
  const folder = await cached(`${architecture.name}-root`, hash, print, (making) =>
    makeRoot(making, architecture, print),
  );
  if (!folder.ok) return folder;
  const [kernel, initrd, image] = ['vmlinuz', 'initrd', 'root.erofs'].map((name) => join(folder.value, name));
  return ok({ kernel: kernel ?? '', initrd: initrd ?? '', image: image ?? '', hash });
}

async function makeRoot(folder: string, { name }: Architecture, print: Print): Promise<Result<unknown>> {
  const packages = readFileSync(join(RECIPE, 'packages.txt'), 'utf8').trim().split('\n');
  const archive = join(folder, 'root.tar');
  const installed = join(folder, 'installed');
  for (const { path, text } of installedFiles()) {
    mkdirSync(dirname(join(installed, path)), { recursive: true });
    writeFileSync(join(installed, path), text);
  }
  const hooks = [
    'mkdir "$1/rig-build"',
    `copy-in ${INPUTS.join(' ')} /rig-build`,
    'sync-in files /',
    ...(existsSync(join(RECIPE, `files-${name}`)) ? [`sync-in files-${name} /`] : []),
    `sync-in '${installed.replaceAll("'", String.raw`'\''`)}' /`,
    `sh "$1/rig-build/finish.sh" "$1" ${name}`,
  ];
  const made = await runProgram(
    'mmdebstrap',
    [
      // Unpacked but not configured, so that no foreign binaries run.
      '--variant=extract',
      `--architectures=${name}`,
      `--include=${[...packages, `linux-image-${name}`].join(',')}`,
      '--skip=output/dev',
      ...hooks.map((hook) => `--extract-hook=${hook}`),
      SUITE,
      archive,
    ],
    { cwd: RECIPE, onLine: (line) => line.startsWith('I: ') && print(`root: ${line.slice(3)}`) },
  );
  if (!made.ok) return made;
  const tree = join(folder, 'tree');
  const packed = await packTree(archive, tree, join(folder, 'root.erofs'));
  if (!packed.ok) return packed;
  for (const file of BOOT_FILES)
    if (existsSync(join(tree, 'boot', file))) renameSync(join(tree, 'boot', file), join(folder, file));
  rmSync(tree, { recursive: true });
  rmSync(archive);
  rmSync(installed, { recursive: true });
  return packed;
}

/** Packs a tree. All files belong to root, so an unprivileged user can unpack them. */
async function packTree(archive: string, tree: string, image: string): Promise<Result<unknown>> {
  mkdirSync(join(tree, 'dev'), { recursive: true }); // only root can create device nodes, so the archive has no dev
  const unpacked = await runProgram('tar', ['-xpf', archive, '--no-same-owner', '-C', tree]);
  if (!unpacked.ok) return unpacked;
  // Make files readable: root reads any file, but we may not be root.
  const readable = await runProgram('chmod', ['-R', 'u+rX', tree]);
  return readable.ok ? makeErofs(tree, image) : readable;
}

/** UUID of every image: fixed, so that the same files give the same image. */
const UUID = '00000000-0000-4000-8000-000000000000';

/** Creates an uncompressed image: an emulated CPU unpacks more slowly than the host reads. */
export const makeErofs = (tree: string, image: string): Promise<Result<string>> =>
  runProgram('mkfs.erofs', ['-d0', '--all-root', '-T0', `-U${UUID}`, image, tree]);
