// Read-only file systems with tapin for the machine: the device's release, packed from the current sources, and the
// sources and packages that the rig itself runs in the machine.

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ok, type Result } from '../../wire/errors.ts';
import type { Architecture } from './architectures.ts';
import { PROJECT, cached, hashOf, type Print } from './cache.ts';
import { buildRelease, fetchBinaries } from '../../bin/release/release-folder.ts';
import { runProgram } from './program.ts';
import { makeErofs } from './root-image.ts';

/** Files excluded from the device's release, and those that the rig runs in the machine. */
const LEFT_OUT = /^(test|docs|bench)\/|^rig\/(?!guest\/)|^\.|\.md$/;
const GUEST = /^(rig\/guest|hal|wire|sims\/inputs)\/|^package\.json$/;
/** Unneeded packages, 200 MB: Node, which the release contains, and the compiler. */
const UNUSED_PACKAGES = ['node', 'node-bin-linux', 'typescript', '@typescript'];

interface ProjectImage {
  readonly image: string;
  readonly hash: string;
}

/** Returns the source files that the machine may need. */
export const sourcePaths = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: PROJECT })
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !LEFT_OUT.test(path) && existsSync(join(PROJECT, path)));
const contentsOf = (paths: readonly string[]): readonly (string | Uint8Array)[] =>
  paths.flatMap((path) => [path, readFileSync(join(PROJECT, path))]);

/** Builds the release image. Errors: `rig_failed`, or `bad_value` if a package is missing. */
export async function releaseImage(architecture: Architecture, print: Print): Promise<Result<ProjectImage>> {
  return imageOf(`${architecture.name}-release`, releaseHash(), print, (tree, folder) =>
    makeReleaseTree(tree, join(folder, 'borrowed'), architecture),
  );
}

/** Returns the hash of all inputs of a release. */
export const releaseHash = (): string =>
  hashOf([
    ...contentsOf(sourcePaths().filter((path) => !/^(rig|card)\//.test(path))),
    readFileSync(join(PROJECT, 'package-lock.json')),
  ]);

/**
 * Builds the release for an architecture from the working tree. `borrowed`: folder for its packages, removed
 * afterwards. Errors: `rig_failed`, or `bad_value` if a package is missing.
 */
export async function makeReleaseTree(
  tree: string,
  borrowed: string,
  { platform, npm_cpu }: Architecture,
): Promise<Result<unknown>> {
  if (npm_cpu === process.arch) return buildRelease(tree, { platform });
  const fetched = await runProgram('npm', await fetchBinaries(platform, borrowed));
  if (!fetched.ok) return fetched;
  const built = await buildRelease(tree, { platform, modules: join(borrowed, 'node_modules') });
  rmSync(borrowed, { recursive: true });
  return built;
}

/** Builds the image of the sources. Errors: `rig_failed`. */
export async function sourcesImage(print: Print): Promise<Result<ProjectImage>> {
  const paths = sourcePaths().filter((path) => GUEST.test(path));
  return imageOf('sources', hashOf(contentsOf(paths)), print, (tree) => {
    for (const path of paths) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      copyFileSync(join(PROJECT, path), join(tree, path));
    }
    mkdirSync(join(tree, 'node_modules'));
    return Promise.resolve(ok(undefined));
  });
}

/** Builds the image of the packages. Errors: `rig_failed`. */
export async function packagesImage({ name, npm_cpu }: Architecture, print: Print): Promise<Result<ProjectImage>> {
  const inputs = ['package.json', 'package-lock.json', '.npmrc'].filter((name) => existsSync(join(PROJECT, name)));
  const hash = hashOf(inputs.flatMap((name) => [name, readFileSync(join(PROJECT, name))]));
  return imageOf(`${name}-packages`, hash, print, async (tree, folder) => {
    const install = join(folder, 'install');
    mkdirSync(install);
    for (const name of inputs) copyFileSync(join(PROJECT, name), join(install, name));
    const platform = ['--os=linux', `--cpu=${npm_cpu}`, '--libc=glibc'];
    const call = ['ci', '--omit=dev', '--no-audit', '--no-fund', ...platform];
    const installed = await runProgram('npm', call, { cwd: install });
    if (!installed.ok) return installed;
    const modules = join(install, 'node_modules');
    for (const name of UNUSED_PACKAGES) rmSync(join(modules, name), { recursive: true, force: true });
    cpSync(modules, tree, { recursive: true, verbatimSymlinks: true });
    rmSync(install, { recursive: true });
    return installed;
  });
}

async function imageOf(
  name: string,
  hash: string,
  print: Print,
  fill: (tree: string, folder: string) => Promise<Result<unknown>>,
): Promise<Result<ProjectImage>> {
  const made = await cached(name, hash, print, async (folder) => {
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    const filled = await fill(tree, folder);
    if (!filled.ok) return filled;
    const packed = await makeErofs(tree, join(folder, `${name}.erofs`));
    rmSync(tree, { recursive: true });
    return packed;
  });
  if (!made.ok) return made;
  const image = join(made.value, `${name}.erofs`);
  // Hash the result: sources that build the same program keep a snapshot valid.
  return ok({ image, hash: hashOf([readFileSync(image)]) });
}
