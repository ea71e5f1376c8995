// `npm run web`: builds the device in a browser tab as static files.

import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { FOR_BROWSERS } from '../../sims/panel/build-page.ts';
import { exampleFiles } from './example-files.ts';

const ROOT = new URL('../../', import.meta.url);
const TAB = new URL('simulation/tab/', ROOT);

const OPTIONS = {
  ...FOR_BROWSERS,
  outdir: '/',
  // The whole package includes a hash that nothing uses.
  alias: { blakejs: 'blakejs/blake2b.js' },
  // The Lua library imports these only in Node.
  external: ['url', 'module'],
} satisfies BuildOptions;

type Files = ReadonlyMap<string, Uint8Array>;

/** Bundles a file of the tab. Returns the bundle and its parts by name. */
async function bundle(entry: string, options: BuildOptions = {}): Promise<Bundle> {
  const entryPoints = [fileURLToPath(new URL(entry, TAB))];
  const result = await build({ ...OPTIONS, format: 'iife', metafile: true, ...options, entryPoints });
  const files = new Map((result.outputFiles ?? []).map(({ path, contents }) => [basename(path), contents]));
  return { files, outputs: result.metafile?.outputs ?? {} };
}

interface Bundle {
  readonly files: Files;
  readonly outputs: Metafile['outputs'];
}

const bundled = async (...given: Parameters<typeof bundle>): Promise<Uint8Array> =>
  Buffer.concat([...(await bundle(...given)).files.values()]);

/** Returns the files that a module imports before it runs, and they in turn. */
function importedBy(outputs: Bundle['outputs'], entry: string, found = new Set<string>()): readonly string[] {
  const [, output] = Object.entries(outputs).find(([path]) => basename(path) === entry) ?? [];
  for (const { path, kind } of output?.imports ?? []) {
    const name = basename(path);
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    importedBy(outputs, name, found);
  }
  return [...found];
}

interface Site {
  readonly files: Files;
  /** Names of the scripts that load before the first frame. */
  readonly first: readonly string[];
}

/** Builds the site in memory. `further`: files beside its own, by name, which stay offline once they have been used. */
export async function buildWeb(further: Files = new Map()): Promise<Site> {
  const assets = new Map<string, Uint8Array>([
    ['font.otf', await readFile(new URL('hal/screen/font/Inter-Medium.otf', ROOT))],
    ['lua.wasm', await readFile(new URL('node_modules/wasmoon/dist/glue.wasm', ROOT))],
    ['lua-worker', await bundled('lua-worker.ts')],
    ['elk-worker', await readFile(new URL('node_modules/elkjs/lib/elk-worker.min.js', ROOT))],
  ]);
  const has_docs = { HAS_DOCS: String(further.has('guide.html')) };
  const main = await bundle('main.tsx', { format: 'esm', splitting: true, define: has_docs });
  const parts = importedBy(main.outputs, 'main.js');
  const files = new Map<string, Uint8Array>([
    ['index.html', await readFile(new URL('index.html', TAB))],
    ['icon.svg', await readFile(new URL('sims/panel/page/icon.svg', ROOT))],
    ['start.js', await bundled('start.ts', { define: { PARTS: JSON.stringify(parts) } })],
    ...main.files,
    ['style.css', await bundled('style.css')],
    ...(await exampleFiles('.lua')), // to open with `?drill=`
    ...assets,
  ]);
  const version = createHash('sha256');
  for (const [name, content] of [...files, ...further]) version.update(name).update(content);
  const define = {
    VERSION: JSON.stringify(version.digest('hex').slice(0, 16)),
    FILES: JSON.stringify([...files.keys()]),
    LATER: JSON.stringify([...further.keys()]),
  };
  files.set('service-worker.js', await bundled('service-worker.ts', { define }));
  // For a page from a disk or in a sandbox, which may neither load modules nor fetch.
  files.set('whole.js', await bundled('main.tsx', { define: has_docs }));
  for (const [name, content] of assets) files.set(`${name}.js`, registering(name, content));
  for (const [name, content] of further) files.set(name, content);
  return { files, first: ['start.js', 'main.js', ...parts] };
}

/** Returns a script that hands an asset to the page. */
const registering = (name: string, content: Uint8Array): Uint8Array =>
  Buffer.from(`registerAsset(${JSON.stringify(name)}, '${Buffer.from(content).toString('base64')}');\n`);

/** Writes the site, with guide and reference, into an emptied folder. */
export async function writeWeb(folder: string): Promise<Site> {
  const { docPages } = await import('./doc-pages.ts');
  const site = await buildWeb(await docPages());
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, content] of site.files) await writeFile(join(folder, name), content);
  return site;
}

if (import.meta.main) {
  const { files, first } = await writeWeb(fileURLToPath(new URL('dist/web', ROOT)));
  const content = first.map((name) => files.get(name) ?? new Uint8Array());
  const scripts_kB = content.reduce((sum, each) => sum + gzipSync(each).length, 0) / 1000;
  process.stdout.write(
    `Wrote ${files.size} files to dist/web; gzipped, the scripts of the first frame have ${scripts_kB.toFixed(1)} kB.\n` +
      'Serve the folder from any path, or open dist/web/index.html.\n',
  );
}
