// Bundles the device program into a few JavaScript files with esbuild. Lazily loaded modules and worker threads get
// files of their own. Files addressed by a URL relative to a source file keep their paths.

import { readFile } from 'node:fs/promises';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Folder of the sources. */
export const SOURCES = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Entry points: the command line and the modules that threads and isolates run. Each becomes one file in the bundle's
 * folder.
 */
const ENTRIES = {
  tapin: 'bin/tapin-device.ts',
  'worker-entry': 'hal/isolate/worker-entry.ts',
  host: 'firmware/extension-runtime/host.ts',
  'checker-module': 'firmware/extension-runtime/checker-module.ts',
  'charts-worker': 'simulation/statecharts/charts-worker.ts',
} as const;

interface Bundle {
  /** Files that the program reads, as paths in the sources. */
  readonly assets: readonly string[];
  /** Names of the bundled npm packages. */
  readonly packages: readonly string[];
}

/** Bundles into the folder `bin` of a release. @throws If the sources can't be bundled. */
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
    // Names stay readable in stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // LICENSES.txt has them; a single letter beyond ASCII doubles the memory of a file's text.
    legalComments: 'none',
    external: NOT_BUNDLED,
    // Sources that borrow packages through symlinks find them below their own folder.
    preserveSymlinks: true,
    plugins: [addresses(assets)],
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'silent',
  });
  const packages = Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.groups?.['name'] ?? []);
  return { assets: [...assets].toSorted(), packages: [...new Set(packages)].toSorted() };
}

/** Excluded modules: binaries of a platform, and the bundler of the page, which is already built. */
const NOT_BUNDLED = ['*.node', '@napi-rs/canvas-*', '@koromix/koffi-*', './build-page.ts'];
const PACKAGE = /.*node_modules\/(?<name>@[^/]+\/[^/]+|[^/]+)/;

/** Globals that a CommonJS package expects in each of its files. */
const BANNER = `import{createRequire as createRequireOfBundle}from'node:module';import{fileURLToPath as pathOfBundle}from'node:url';const require=createRequireOfBundle(import.meta.url),bundleUrl=import.meta.url;`;

/** Rewrites relative URLs, because all files of the bundle are in one folder at depth one. */
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

/** A package that is loaded at its first use. The bundler follows a plain `require`. */
const LATE = /createRequire\(import\.meta\.url\)(?=\()/g;

/**
 * Rewrites the URLs of a source file. @throws If a URL is built in another way or names a module that is not an entry:
 * neither would be found.
 */
function ofSource(path: string, text: string, assets: Set<string>): string {
  const replaced = text.replaceAll(LATE, 'require').replaceAll(ADDRESS, (_, target: string) => {
    const there = posix.join(posix.dirname(path), target);
    const entry = Object.entries(ENTRIES).find(([, source]) => source === there)?.[0];
    if (entry !== undefined) return `new URL('${entry}.js', import.meta.url)`;
    if (there.endsWith('.ts')) throw new Error(`${path} starts ${there}, which is not an entry of the bundle`);
    assets.add(there);
    return `new URL('../${there}', import.meta.url)`;
  });
  if (text.replaceAll(LATE, '').replaceAll(ADDRESS, '').includes('import.meta'))
    throw new Error(`${path} uses import.meta for something other than a file address`);
  return replaced;
}

const ofPackage = (path: string, text: string): string =>
  text
    .replaceAll(/\b__filename\b/g, `pathOfBundle(new URL('../${path}', bundleUrl))`)
    .replaceAll(/\b__dirname\b/g, `pathOfBundle(new URL('../${posix.dirname(path)}', bundleUrl))`);
