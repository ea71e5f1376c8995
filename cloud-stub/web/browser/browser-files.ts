// What browsers load of the site: programs and styles bundled when they are first asked for, Lua's WebAssembly, and the font of the
// device. A page brings it in by two lines: `/site/preview.js` as a module and `/site/preview.css`, or the same of `editor`, which has the
// preview in it.

import type { SITE_PATHS } from './browser-paths.ts';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';

interface SiteFile {
  readonly type: string;
  readonly content: Buffer;
  /** The same, compressed: for `content-encoding: br` and `gzip`. */
  readonly br: Buffer;
  readonly gzip: Buffer;
  /** To be sent with it, whatever the encoding; `etag` by content. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The policy of a Worker that runs foreign text: it may compile WebAssembly, and load, import and reach nothing at all (C112). A
 * Worker obeys the policy of its own response, not that of the page.
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

/** Answers the file at a path, or null where there is none; each is made once. */
export function createSiteFiles(): (path: string) => Promise<SiteFile | null> {
  const made = new Map<string, Promise<SiteFile>>();
  return async (path) => {
    const source = new Map<string, Source>(Object.entries(SOURCES)).get(path);
    if (!source) return null;
    const file = made.get(path) ?? fileOf(source);
    made.set(path, file);
    file.catch(() => made.delete(path)); // what failed once may succeed the next time
    return file;
  };
}

/** Better than what is made for each request, and still quick. */
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
      'cache-control': 'no-cache', // asked for again, and not sent again where the tag is the same
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  };
}
