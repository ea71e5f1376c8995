// Builds a release folder: the bundled program, the files it reads, and the binaries for one platform.

import { copyFile, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { buildPage } from '../../sims/panel/build-page.ts';
import { PAGE_BUNDLES } from '../../sims/panel/page-files.ts';
import { assert, fail, ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { bundleProgram, SOURCES } from './bundle-program.ts';
import { foreignBinary, isForeign, type Platform } from './platforms.ts';
import { stripBinary } from './strip-binary.ts';

interface ReleaseOptions {
  readonly platform: Platform;
  /** `node_modules` folder that is searched before the one of the sources. */
  readonly modules?: string;
}

/**
 * Files that a device needs in addition to the files named in the sources: the Lua library, and documents that other
 * files refer to.
 */
const ALSO = ['node_modules/wasmoon/dist/glue.wasm', 'hal/screen/font/OFL.txt', 'docs/raspberry-pi.md', 'LICENSE'];
/**
 * Builds into an empty folder. Errors: `bad_value` if a package for the platform is missing. @throws If the folder
 * can't be written.
 */
export async function buildRelease(release: string, { platform, modules }: ReleaseOptions): Promise<Result<void>> {
  const folders = [...(modules === undefined ? [] : [modules]), join(SOURCES, 'node_modules')];
  const copied = await copyBinaries(release, platform, folders);
  if (!copied.ok) return copied;
  const { assets, packages } = await bundleProgram(release);
  for (const path of [...assets, ...ALSO]) await copyAsset(release, path);
  for (const [entry, name] of Object.entries(PAGE_BUNDLES))
    await write(release, `sims/panel/page-built/${name}`, await buildPage(entry));
  await write(release, 'LICENSES.txt', await licensesOf(packages));
  await write(release, 'package.json', await manifest());
  await write(release, 'tapin', await starter(), 0o755);
  return ok(undefined);
}

async function write(release: string, path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(release, path)), { recursive: true });
  await writeFile(join(release, path), text, { mode });
}

/** Copies an asset; skips folders and files that the build writes itself. */
async function copyAsset(release: string, path: string): Promise<void> {
  const from = join(SOURCES, path);
  const stats = await stat(from).catch(() => null);
  if (stats?.isFile() && !OURS.has(path)) await copyTo(from, join(release, path));
}

const OURS: ReadonlySet<string> = new Set(['package.json', 'tapin']);

async function copyTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
}

async function manifest(): Promise<string> {
  const { name, version, license, type } = readFields(await readFile(join(SOURCES, 'package.json'), 'utf8')) ?? {};
  return `${JSON.stringify({ name, version, license, type, private: true })}\n`;
}

/** Returns the start script, changed to start the bundle. */
async function starter(): Promise<string> {
  const text = await readFile(join(SOURCES, 'tapin'), 'utf8');
  const of_bundle = text.replace('/bin/tapin.ts"', '/bin/tapin.js"');
  assert(text !== of_bundle, 'the start script names the program');
  return of_bundle;
}

const LICENSE = /^(licen[cs]e|copying)(\.|$)/i;

/** Collects the licences of all bundled packages, since most must ship with the code. */
async function licensesOf(packages: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const name of packages) {
    const folder = join(SOURCES, 'node_modules', name);
    const files = await readdir(folder).catch(() => []);
    const file = files.find((each) => LICENSE.test(each));
    if (file !== undefined) texts.push(`${name}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

/** Returns the packages with native binaries: their folders, and the files to take. */
const binariesOf = (platform: Platform) => ({
  canvas: { folder: `@napi-rs/canvas-${platform}-gnu`, files: /(^package\.json|\.js|\.node)$/ },
  koffi: { folder: `@koromix/koffi-${platform}`, files: /^(package\.json|index\.js|linux_.*)$/ },
  pty: { folder: `@lydell/node-pty-${platform}`, files: /^(package\.json|pty\.node)$/ },
  serialport: { folder: `@serialport/bindings-cpp/prebuilds/${platform}`, files: /\.glibc\.node$/ },
});

async function copyBinaries(release: string, platform: Platform, folders: readonly string[]): Promise<Result<void>> {
  const node = await nodeIn(folders, platform);
  if (node === null) return missing(platform, folders);
  await copyTo(node, join(release, 'node_modules/node/bin/node'));
  for (const { folder, files } of Object.values(binariesOf(platform))) {
    const from = await firstFolder(folders.map((place) => join(place, folder)));
    if (from === null) return missing(platform, folders);
    const names = (await readdir(from)).filter((name) => files.test(name));
    for (const name of names)
      await cp(join(from, name), join(release, 'node_modules', folder, name), { recursive: true });
  }
  await stripBinaries(join(release, 'node_modules'));
  const foreign = await foreignBinary(release, platform);
  return foreign === null
    ? ok(undefined)
    : fail('bad_value', `${relative(release, foreign)} is for another platform than ${platform}.`);
}

async function stripBinaries(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /^node$|\.node$/.test(entry.name)) {
      const path = join(entry.parentPath, entry.name);
      await writeFile(path, stripBinary(await readFile(path)));
    }
}

/**
 * Finds the node binary for a platform. The package `node` holds this machine's; the platform package it depends on
 * always holds the same.
 */
async function nodeIn(folders: readonly string[], platform: Platform): Promise<string | null> {
  for (const file of folders.flatMap((place) => [
    join(place, `node-${platform}/bin/node`),
    join(place, 'node/bin/node'),
  ]))
    if ((await stat(file).catch(() => null))?.isFile() && !(await isForeign(file, platform))) return file;
  return null;
}

async function firstFolder(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) if ((await stat(folder).catch(() => null))?.isDirectory()) return folder;
  return null;
}

/** Returns an error with the command that fetches the packages. */
async function missing(platform: Platform, folders: readonly string[]): Promise<Result<never>> {
  const call = await fetchBinaries(platform, platform);
  return fail(
    'bad_value',
    `No packages for ${platform} in ${folders.join(' or ')}: run npm ${call.join(' ')} and use ` +
      `--modules ${platform}/node_modules.`,
  );
}

/** Returns the npm arguments that install a platform's binaries into `FOLDER/node_modules`, on any machine. */
export async function fetchBinaries(platform: Platform, folder: string): Promise<readonly string[]> {
  const { canvas, koffi, pty } = binariesOf(platform);
  const versionOf = async (name: string): Promise<string> =>
    String(readFields(await readFile(join(SOURCES, 'node_modules', name, 'package.json'), 'utf8'))?.['version']);
  const wanted = [
    `node-${platform}@${await versionOf('node')}`,
    `${canvas.folder}@${await versionOf('@napi-rs/canvas')}`,
    `${koffi.folder}@${await versionOf('koffi')}`,
    `${pty.folder}@${await versionOf('@lydell/node-pty')}`,
  ];
  const [, cpu = ''] = platform.split('-');
  const to_platform = ['--force', '--ignore-scripts', `--cpu=${cpu}`, '--os=linux', '--libc=glibc'];
  return ['install', '--prefix', folder, ...to_platform, ...wanted];
}
