// The device in a browser tab as static files.

import { gzipSync } from 'node:zlib';
import test from 'ava';
import { buildWeb } from '../../../bin/web/build-web.ts';
import { docPages } from '../../../bin/web/doc-pages.ts';
import { sourcesBelow } from '../../support/repository/sources.ts';

const built = buildWeb();
const textsOf = async (): Promise<readonly (readonly [string, string])[]> =>
  [...(await built).files].flatMap(([name, content]) =>
    /\.(js|css|html)$|^lua-worker$/.test(name) ? [[name, Buffer.from(content).toString()] as const] : [],
  );

test('[tab] bundles the device for a browser without a module of Node', async (t) => {
  for (const [name, text] of await textsOf()) {
    t.false(/["'`]node:/.test(text), name);
    // The Lua library has its own switch.
    t.false(name.startsWith('lua') ? false : /\bBuffer\.(from|alloc|concat)\b|\bsetImmediate\(/.test(text), name);
  }
});

test('[tab] the scripts before the first frame have at most 250 kB, gzipped', async (t) => {
  const { files, first } = await built;
  const bytes = first.map((name) => gzipSync(files.get(name) ?? '').length).reduce((sum, each) => sum + each, 0);
  t.true(bytes <= 250_000, `${bytes} bytes`);
  t.true(first.includes('main.js') && first.length > 2);
});

test('[tab] every address in the files is relative, so that any path of any host serves them', async (t) => {
  for (const [name, text] of await textsOf())
    t.false(/(?:src|href)="\/|url\(["']?\/|from"\/|\/font\.otf/.test(text), name);
});

test('[tab] the page forbids other hosts, inline scripts and eval', async (t) => {
  const page = Buffer.from((await built).files.get('index.html') ?? '').toString();
  const policy = /Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1] ?? '';
  t.regex(policy, /^default-src 'none';/);
  for (const directive of policy.split('; ').slice(1))
    t.regex(directive, /^[a-z-]+ ('none'|'self'|'wasm-unsafe-eval'|blob:| )+$/, directive);
  t.notRegex(page, /<script(?![^>]*src=)|\son\w+=|style=/);
});

test('[tab] every link of guide and reference has a target', async (t) => {
  const pages = await docPages();
  const { files } = await buildWeb(pages);
  for (const name of ['guide.html', 'reference.html']) {
    const text = Buffer.from(files.get(name) ?? '').toString();
    t.notRegex(text, /[{](title|content)[}]|href="[^"]*\.md/, name);
    for (const [, address = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const [file = '', id = ''] = address.split('#');
      t.true(files.has(file || name), `${name}: ${address}`);
      const target = Buffer.from(files.get(file || name) ?? '').toString();
      if (id !== '') t.true(target.includes(`id="${id}"`), `${name}: ${address}`);
    }
  }
});

test('[tab] the service worker keeps all files that a page with modules loads', async (t) => {
  const { files, first } = await built;
  const worker = Buffer.from(files.get('service-worker.js') ?? '').toString();
  for (const name of ['index.html', 'style.css', 'font.otf', 'lua.wasm', 'lua-worker', ...first])
    t.true(worker.includes(JSON.stringify(name)), name);
  t.false(worker.includes('"whole.js"'), 'for a disk only');
  t.deepEqual((await buildWeb()).files.get('service-worker.js'), files.get('service-worker.js'), 'reproducible');
});

test('[tab] no source of the device asks which platform it runs on', (t) => {
  for (const { path, text } of sourcesBelow('wire', 'firmware', 'simulation/recordings', 'simulation/device'))
    t.notRegex(text, /typeof (window|document|process|navigator)\b/, path);
});
