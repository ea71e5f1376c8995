// Static files for browsers: scripts and styles bundled on first use, Lua's WebAssembly, and the device font. A page
// needs two lines: `/site/preview.js` as a module and `/site/preview.css`, or the same of `editor`, which includes the
// preview.

import type { SITE_PATHS } from './browser-paths.ts';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';

interface SiteFile {
  readonly type: string;
  readonly content: Buffer;
  /** Compressed content, for `content-encoding: br` and `gzip`. */
  readonly br: Buffer;
  readonly gzip: Buffer;
  /** Headers for every encoding; `etag` is the hash of the content. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Policy of a Worker that runs untrusted scripts: it may only compile WebAssembly, with no loads, imports or
 * connections (C112). A Worker follows the policy of its own response, not the page's policy.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

const font = new URL('../../../hal/screen/font/Inter-Medium.otf', import.meta.url);
const glue = new URL('../../../node_modules/wasmoon/dist/glue.wasm', import.meta.url);

const [SCRIPT, STYLE] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'];

interface Source {
  readonly type: string;
  readonly load: () => Promise<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const bundled = (type: string, entry: string, headers: Source['headers'] = {}): Source => ({
  type,
  headers,
  async load() {
    const { buildPage } = await import('./build-page.ts');
    return Buffer.from(await buildPage(entry));
  },
});

const SOURCES: Readonly<Record<(typeof SITE_PATHS)[number], Source>> = {
  '/site/preview.js': bundled(SCRIPT, 'preview/main.tsx'),
  '/site/preview-worker.js': bundled(SCRIPT, 'preview/preview-worker.ts', { 'content-security-policy': WORKER_POLICY }),
  '/site/preview.css': bundled(STYLE, 'preview/preview.css'),
  '/site/editor.js': bundled(SCRIPT, 'editor/main.ts'),
  '/site/editor-program.js': bundled(SCRIPT, 'editor/open-editor.ts'),
  '/site/editor.css': bundled(STYLE, 'editor/editor.css'),
  '/site/passkeys.js': bundled(SCRIPT, 'passkeys/main.ts'),
  '/site/words.json': {
    type: 'application/json',
    async load() {
      const { referenceWords } = await import('./reference-words.ts');
      return Buffer.from(JSON.stringify(referenceWords()));
    },
  },
  '/site/glue.wasm': { type: 'application/wasm', load: () => readFile(glue) },
  '/site/font.otf': { type: 'font/otf', load: () => readFile(font) },
};

/** Returns a function that returns the file at a path, built once; null if there is none. */
export function createSiteFiles(): (path: string) => Promise<SiteFile | null> {
  const made = new Map<string, Promise<SiteFile>>();
  return async (path) => {
    const source = new Map<string, Source>(Object.entries(SOURCES)).get(path);
    if (!source) return null;
    const file = made.get(path) ?? fileOf(source);
    made.set(path, file);
    file.catch(() => made.delete(path)); // retry after a failure
    return file;
  };
}

/** Better than for dynamic responses, and still fast. */
const BROTLI_QUALITY = 9;

async function fileOf({ type, load, headers = {} }: Source): Promise<SiteFile> {
  const content = await load();
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return {
    type,
    content,
    br: brotliCompressSync(content, { params }),
    gzip: gzipSync(content, { level: 9 }),
    headers: {
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
      'cache-control': 'no-cache', // revalidated on each use
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  };
}
