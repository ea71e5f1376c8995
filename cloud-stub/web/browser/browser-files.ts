// Static files for browsers: scripts and styles bundled on first use. A page needs two lines: `/site/player.js` as a
// module and `/site/player.css`, or the same of `editor`, which includes the player.

import type { SITE_PATHS } from './browser-paths.ts';
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

const [SCRIPT, STYLE] = ['text/javascript; charset=utf-8', 'text/css; charset=utf-8'];

interface Source {
  readonly type: string;
  readonly load: () => Promise<Buffer>;
}

const bundled = (type: string, entry: string): Source => ({
  type,
  async load() {
    const { buildPage } = await import('./build-page.ts');
    return Buffer.from(await buildPage(entry));
  },
});

const SOURCES: Readonly<Record<(typeof SITE_PATHS)[number], Source>> = {
  '/site/player.js': bundled(SCRIPT, 'player/main.ts'),
  '/site/player.css': bundled(STYLE, 'player/player.css'),
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
};

/** Returns a function that returns the file at a path, built once; null if there is none. */
export function createSiteFiles(): (path: string) => Promise<SiteFile | null> {
  const made = new Map<string, Promise<SiteFile>>();
  return async (path) => {
    const source = new Map<string, Source>(Object.entries(SOURCES)).get(path);
    if (!source) return null;
    const file = made.get(path) ?? source.load().then((content) => siteFile(source.type, content));
    made.set(path, file);
    file.catch(() => made.delete(path)); // retry after a failure
    return file;
  };
}

/** Better than for dynamic responses, and still fast. */
const BROTLI_QUALITY = 9;

/** Compresses a file. `headers`: further ones, with lower-case names. */
export function siteFile(type: string, content: Buffer, headers: Readonly<Record<string, string>> = {}): SiteFile {
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
