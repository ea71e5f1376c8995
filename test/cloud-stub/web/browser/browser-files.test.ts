// Files of the site: complete, with an ETag by content, and a worker without network access.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { createSiteFiles } from '../../../../cloud-stub/web/browser/browser-files.ts';

const files = createSiteFiles();

for (const [path, type] of [
  ['/site/preview.js', 'text/javascript; charset=utf-8'],
  ['/site/preview-worker.js', 'text/javascript; charset=utf-8'],
  ['/site/preview.css', 'text/css; charset=utf-8'],
  ['/site/editor.js', 'text/javascript; charset=utf-8'],
  ['/site/editor-program.js', 'text/javascript; charset=utf-8'],
  ['/site/editor.css', 'text/css; charset=utf-8'],
  ['/site/passkeys.js', 'text/javascript; charset=utf-8'],
  ['/site/words.json', 'application/json'],
  ['/site/glue.wasm', 'application/wasm'],
  ['/site/font.otf', 'font/otf'],
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
      (await createSiteFiles()(path))?.headers['etag'],
      file?.headers['etag'] ?? '',
      'the same bytes have the same tag',
    );
  });

test('[C112] browser programs import nothing at runtime and use no Node modules', async (t) => {
  for (const name of ['preview.js', 'preview-worker.js', 'editor.js', 'editor-program.js', 'passkeys.js']) {
    const path = `/site/${name}`;
    const text = String((await files(path))?.content);
    t.false(/["'`]node:|(^|[;}])import[\s"'*{]/m.test(text), path);
  }
});

test('[C112] allows the worker to compile WebAssembly and nothing else', async (t) => {
  const worker = await files('/site/preview-worker.js');
  t.is(worker?.headers['content-security-policy'], "default-src 'none'; script-src 'wasm-unsafe-eval'");
});

test('[C112] serves no other files', async (t) => {
  for (const path of ['/site/', '/site/main.tsx', '/site/../package.json', 'constructor', '/site/preview.js/'])
    t.is(await files(path), null, path);
});
