// Files of the site: complete, with an ETag by content, and a worker without network access.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { allSiteFiles } from '../../../../bin/web/site-files.ts';

const { file: files, paths } = allSiteFiles();

for (const [path, type] of [
  ['/site/player.js', 'text/javascript; charset=utf-8'],
  ['/site/player.css', 'text/css; charset=utf-8'],
  ['/site/editor.js', 'text/javascript; charset=utf-8'],
  ['/site/editor-program.js', 'text/javascript; charset=utf-8'],
  ['/site/editor.css', 'text/css; charset=utf-8'],
  ['/site/passkeys.js', 'text/javascript; charset=utf-8'],
  ['/site/words.json', 'application/json'],
  ['/site/tab/', 'text/html; charset=utf-8'],
  ['/site/tab/whole.js', 'text/javascript; charset=utf-8'],
  ['/site/tab/lua.wasm', 'application/wasm'],
  ['/site/tab/font.otf.js', 'text/javascript; charset=utf-8'],
] as const)
  test(`[C112] ${path} is complete in every encoding and has an ETag by content`, async (t) => {
    const file = await files(path);
    t.is(file?.type, type);
    t.true(file && file.content.length > 100);
    t.deepEqual(brotliDecompressSync(file?.br ?? ''), file?.content);
    t.deepEqual(gunzipSync(file?.gzip ?? ''), file?.content);
    t.regex(file?.headers['etag'] ?? '', /^"[\w-]{22}"$/);
    t.is(await files(path), file, 'built once');
    t.is(
      (await allSiteFiles().file(path))?.headers['etag'],
      file?.headers['etag'] ?? '',
      'the same bytes have the same tag',
    );
  });

test('[C112] browser programs import nothing at runtime and use no Node modules', async (t) => {
  for (const name of ['player.js', 'tab/whole.js', 'tab/lua-worker', 'editor.js', 'editor-program.js', 'passkeys.js']) {
    const path = `/site/${name}`;
    const text = String((await files(path))?.content);
    t.false(/["'`]node:|(^|[;}])import[\s"'*{]/m.test(text), path);
  }
});

test('[C112] allows the worker to compile WebAssembly and nothing else', async (t) => {
  const worker = await files('/site/tab/lua-worker');
  t.is(worker?.headers['content-security-policy'], "default-src 'none'; script-src 'wasm-unsafe-eval'");
});

test('[C112] the page of the tab has no origin, and only pages of the site may show it', async (t) => {
  const page = await files('/site/tab/');
  t.is(
    page?.headers['content-security-policy'],
    "frame-ancestors 'self'; sandbox allow-scripts allow-forms allow-downloads",
  );
});

test('[C112] lists every path once, and has a file for each', async (t) => {
  t.is(new Set(paths).size, paths.length);
  for (const path of paths) t.truthy(await files(path), path);
});

test('[C112] serves no other files', async (t) => {
  for (const path of [
    '/site/',
    '/site/main.tsx',
    '/site/../package.json',
    'constructor',
    '/site/player.js/',
    '/site/tab/main.js',
    '/site/tab/../player.js',
  ])
    t.is(await files(path), null, path);
});
