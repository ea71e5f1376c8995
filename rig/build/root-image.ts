// System of the machine, or of a card: Debian with its own kernel, as a read-only file system built from Debian packages.

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
const COMMON = fileURLToPath(new URL('root-common.sh', import.meta.url));

export interface RootRecipe {
  /** Folder with `packages.txt`, `finish.sh` and its inputs, and the files to add, in `files` and `files-ARCHITECTURE`. */
  readonly folder: string;
  /** Name of the folder in the new root in which `finish.sh` runs; it leaves the boot files in `boot`. */
  readonly workplace: string;
  /** Lines of APT's sources. Default: the suite's main section. */
  readonly sources?: readonly string[];
  /** Further packages: the kernel. */
  readonly kernel: readonly string[];
  /** Further files. */
  readonly files: readonly InstalledFile[];
}

const rigRecipe = (name: Architecture['name']): RootRecipe => ({
  folder: RECIPE,
  workplace: 'rig-build',
  kernel: [`linux-image-${name}`],
  files: installedFiles(),
});

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
  const recipe = rigRecipe(architecture.name);
  const hash = hashOfRecipe(recipe);
  const folder = await cached(`${architecture.name}-root`, hash, print, async (making) => {
    const tree = join(making, 'tree');
    const made = await makeRootTree(tree, recipe, architecture, print);
    return made.ok ? packRoot(tree, making) : made;
  });
  if (!folder.ok) return folder;
  const [kernel, initrd, image] = ['vmlinuz', 'initrd', 'root.erofs'].map((name) => join(folder.value, name));
  return ok({ kernel: kernel ?? '', initrd: initrd ?? '', image: image ?? '', hash });
}

/** Returns the hash of all inputs of a root. */
export function hashOfRecipe({ folder, files, ...rest }: RootRecipe): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return hashOf([
    readFileSync(new URL(import.meta.url)),
    readFileSync(COMMON),
    JSON.stringify(rest),
    ...paths.flatMap((path) => [path.slice(folder.length), readFileSync(path)]),
    ...files.flatMap(({ path, text }) => [path, text]),
  ]);
}

/** Creates the tree of a root, with its boot files in `boot`. All files belong to the caller. Errors: `rig_failed`. */
export async function makeRootTree(
  tree: string,
  { folder, workplace, sources = [], kernel, files }: RootRecipe,
  { name }: Architecture,
  print: Print,
): Promise<Result<unknown>> {
  const packages = readFileSync(join(folder, 'packages.txt'), 'utf8').trim().split('\n');
  const archive = `${tree}.tar`;
  const added = `${tree}-added`;
  for (const { path, text } of files) {
    mkdirSync(dirname(join(added, path)), { recursive: true });
    writeFileSync(join(added, path), text);
  }
  const inputs = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
  const hooks = [
    `mkdir "$1/${workplace}"`,
    `copy-in ${[...inputs, quoted(COMMON)].join(' ')} /${workplace}`,
    ...['files', `files-${name}`].flatMap((each) => (existsSync(join(folder, each)) ? [`sync-in ${each} /`] : [])),
    `sync-in ${quoted(added)} /`,
    `sh "$1/${workplace}/finish.sh" "$1" ${name}`,
  ];
  const made = await runProgram(
    'mmdebstrap',
    [
      // Unpacked but not configured, so that no foreign binaries run.
      '--variant=extract',
      `--architectures=${name}`,
      `--include=${[...packages, ...kernel].join(',')}`,
      '--skip=output/dev',
      ...hooks.map((hook) => `--extract-hook=${hook}`),
      SUITE,
      archive,
      ...sources,
    ],
    { cwd: folder, onLine: (line) => line.startsWith('I: ') && print(`root: ${line.slice(3)}`) },
  );
  rmSync(added, { recursive: true });
  return made.ok ? unpack(archive, tree) : made;
}

/** Packs the tree of a root, and moves its boot files beside the image. */
async function packRoot(tree: string, folder: string): Promise<Result<unknown>> {
  const packed = await makeErofs(tree, join(folder, 'root.erofs'));
  if (!packed.ok) return packed;
  for (const file of readdirSync(join(tree, 'boot'))) renameSync(join(tree, 'boot', file), join(folder, file));
  rmSync(tree, { recursive: true });
  return packed;
}

/** Unpacks an archive. All files belong to the caller, so an unprivileged user can do it. */
async function unpack(archive: string, tree: string): Promise<Result<unknown>> {
  mkdirSync(join(tree, 'dev'), { recursive: true }); // only root can create device nodes, so the archive has no dev
  const unpacked = await runProgram('tar', ['-xpf', archive, '--no-same-owner', '-C', tree]);
  if (!unpacked.ok) return unpacked;
  rmSync(archive);
  // Make files readable: root reads any file, but we may not be root.
  return runProgram('chmod', ['-R', 'u+rX', tree]);
}

/** UUID of every image: fixed, so that the same files give the same image. */
const UUID = '00000000-0000-4000-8000-000000000000';

/** Creates an uncompressed image: an emulated CPU unpacks more slowly than the host reads. */
export const makeErofs = (tree: string, image: string): Promise<Result<string>> =>
  runProgram('mkfs.erofs', ['-d0', '--all-root', '-T0', `-U${UUID}`, image, tree]);
