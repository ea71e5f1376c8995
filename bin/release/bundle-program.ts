// The program of a device as few JavaScript files, made by esbuild. What is loaded later is in files of its own, and so is what a worker
// thread runs. A file that the sources name by their own address stays where it is in the sources.

import { readFile } from 'node:fs/promises';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The folder of the sources. */
export const SOURCES = fileURLToPath(new URL('../..', import.meta.url));

/** The entry points: the command line, and what threads and isolates run. Each is one file in the folder of the bundle. */
const ENTRIES = {
  tapin: 'bin/tapin-device.ts',
  'worker-entry': 'hal/isolate/worker-entry.ts',
  host: 'firmware/extension-runtime/host.ts',
  'checker-module': 'firmware/extension-runtime/checker-module.ts',
  'charts-worker': 'simulation/statecharts/charts-worker.ts',
} as const;

interface Bundle {
  /** Files that the program reads, by their paths in the sources. */
  readonly assets: readonly string[];
  /** Names of the packages of npm that are in it. */
  readonly packages: readonly string[];
}

/** Into the folder `bin` of a release. @throws Where the sources can't be bundled. */
export async function bundleProgram(release: string): Promise<Bundle> {
  const assets = new Set<string>();
  const { metafile } = await build({
    absWorkingDir: SOURCES,
    entryPoints: { ...ENTRIES },
    outdir: posix.join(release, 'bin'),
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Names stay, for whoever reads a stack.
    minifyWhitespace: true,
    minifySyntax: true,
    external: NOT_BUNDLED,
    // Sources that borrow the packages of others find them below their own folder.
    preserveSymlinks: true,
    plugins: [addresses(assets)],
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'silent',
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.groups?.['name'] ?? []);
  return { assets: [...assets].toSorted(), packages: [...new Set(packages)].toSorted() };
}

/** Binaries of a platform, and the bundler of the page, which is built already. */
const NOT_BUNDLED = ['*.node', '@napi-rs/canvas-*', '@koromix/koffi-*', './build-page.ts'];
const PACKAGE = /.*node_modules\/(?<name>@[^/]+\/[^/]+|[^/]+)/;

/** What a package that is written for require() finds in each of its files. */
const BANNER = `import{createRequire as createRequireOfBundle}from'node:module';import{fileURLToPath as pathOfBundle}from'node:url';const require=createRequireOfBundle(import.meta.url),bundleUrl=import.meta.url;`;

/** Every file of the bundle is in one folder, from which the others are as far as from any folder of the root. */
const addresses = (assets: Set<string>): Plugin => ({
  name: 'addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path: file }) => {
      const path = relative(SOURCES, file);
      const text = await readFile(file, 'utf8');
      const contents = path.startsWith('node_modules/') ? ofPackage(path, text) : ofSource(path, text, assets);
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    }),
});

const ADDRESS = /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/g;

/** @throws For an address that is made in another way, and for a module that is no entry: neither would be found. */
function ofSource(path: string, text: string, assets: Set<string>): string {
  const replaced = text.replaceAll(ADDRESS, (_, target: string) => {
    const there = posix.join(posix.dirname(path), target);
    const entry = Object.entries(ENTRIES).find(([, source]) => source === there)?.[0];
    if (entry !== undefined) return `new URL('${entry}.js', import.meta.url)`;
    if (there.endsWith('.ts')) throw new Error(`${path} starts ${there}, which is no entry of the bundle`);
    assets.add(there);
    return `new URL('../${there}', import.meta.url)`;
  });
  if (text.replaceAll(ADDRESS, '').includes('import.meta'))
    throw new Error(`${path} uses import.meta for something else than the address of a file`);
  return replaced;
}

const ofPackage = (path: string, text: string): string =>
  text
    .replaceAll(/\b__filename\b/g, `pathOfBundle(new URL('../${path}', bundleUrl))`)
    .replaceAll(/\b__dirname\b/g, `pathOfBundle(new URL('../${posix.dirname(path)}', bundleUrl))`);
