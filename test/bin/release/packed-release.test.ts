// A release packed by `tapin firmware pack --platform`, then installed as a device installs it, started and played. It
// contains the Node and canvas of this test run.

import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import test, { type ExecutionContext } from 'ava';
import { list } from 'tar';
import type { CheckRequest } from '../../../firmware/extension-runtime/checker-module.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { openDataFolder } from '../../../hal/flash/data-folder.ts';
import type { MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createFolderImageSlots, slotFolder } from '../../../hal/images/image-slots-folder.ts';
import type { WorkerStart } from '../../../hal/isolate/worker-entry.ts';
import { extensionFixture, install } from '../../support/extension/extension-fixture.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { valueOf } from '../../support/results.ts';
import { modulesOfTest } from '../../support/process/stand-in-packages.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { linesOf, openViewer } from '../../support/panel/viewer-socket.ts';

const HERE = `${process.platform}-${process.arch}`;
const folder = mkdtempSync(join(tmpdir(), 'tapin-packed-'));
const release = slotFolder(folder, 'a');
const IMAGE = join(folder, 'tapin.image');
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

test.before(async (t) => {
  const modules = join(folder, 'modules');
  modulesOfTest(modules);
  const { code, stderr } = await runTapin(
    ['firmware', 'pack', '--platform', HERE, '--modules', modules, '--firmware', '0.9.1', '--seq', '2', '--compression', '3', '--out', IMAGE],
  ); // oxfmt-ignore
  t.is(code, 0, stderr);
  valueOf(t, await createFolderImageSlots(folder).fill('a', createReadStream(IMAGE)));
});

const SCRIPT = `manifest { name = "Bundled", kind = "drill" }
function ext.draw() canvas.text("drawn by Lua " .. 6 * 7, 20, 40) canvas.rect(40, 90, 200, 60) end`;

/** Copies every record of a device to a data folder. */
async function dataWith(t: ExecutionContext, flash: MemoryFlash): Promise<string> {
  const data = join(folder, 'data');
  const opened = valueOf(t, await openDataFolder(data));
  const files = createFileFlash(data);
  for (const name of valueOf(t, await flash.list())) {
    const { value } = valueOf(t, await flash.read(name));
    if (value) valueOf(t, await files.write(name, value));
  }
  await opened.close();
  return data;
}

test('[C51] a packed release renders like the sources, runs an extension worker, and serves its page', async (t) => {
  const sources = await extensionFixture();
  await install(sources, SCRIPT, { name: 'Bundled' });
  const board = join(folder, 'board.yaml');
  writeFileSync(board, 'sensor: /dev/null\ndisplay: { device: /dev/null/fb0 }\n');
  const data = await dataWith(t, sources.flash);
  const packed = await startTapin(t, ['device', '--board', board, '--port', '0', '--data', data], {
    program: join(release, 'tapin'),
  });
  const panel = String(packed.listening['panel']);
  const { origin, search } = new URL(panel);
  const get = (path: string) => httpCall(origin, `${path}${search}`);
  const viewer = await openViewer(panel);
  t.teardown(() => viewer.close());
  const until = (line: string) => viewer.until(line, () => linesOf(viewer).includes(line));

  await until('> Metrics only');
  while (!sources.lines().includes('> Bundled')) {
    await sources.press('down');
    for (const action of ['press', 'release']) viewer.send({ type: 'key', key: 'down', action });
  }
  await until('> Bundled');
  await sources.press('ok');
  await sources.clock.advance(1000);
  for (const action of ['press', 'release']) viewer.send({ type: 'key', key: 'ok', action });
  await until('drawn by Lua 42');
  t.true(sources.lines().includes('drawn by Lua 42'));
  const { status, body } = await get('/api/devices/0/screen.png');
  t.is(status, 200);
  t.deepEqual(body, Buffer.from(await sources.screen.png()));

  t.regex(packed.stderr(), /sensor: \/dev\/null is not a serial port/);
  t.regex(packed.stderr(), /display: \/dev\/null\/fb0 can't be used as a display/);
  t.deepEqual(
    (await get('/api/openapi.json')).body,
    await readFile(new URL('../../../docs/openapi.json', import.meta.url)),
  );
  for (const path of ['/', '/app.js', '/style.css', '/icon.svg', '/font.otf']) {
    const page = await get(path);
    t.deepEqual([page.status, page.body.length > 100], [200, true], path);
  }
  t.is((await packed.end('SIGTERM')).code, 0);
});

test('[C51] a packed release polls its cloud for updates', async (t) => {
  const requested = Promise.withResolvers<string>();
  const cloud = createServer(({ url = '' }, response) => {
    requested.resolve(url);
    response.writeHead(204).end();
  });
  t.teardown(() => cloud.close());
  cloud.listen(0, '127.0.0.1');
  await once(cloud, 'listening');
  const address = cloud.address();
  const port = typeof address === 'object' ? address?.port : null;
  const files = ['--sensor', '/dev/null', '--data', join(folder, 'asking')];
  const packed = await startTapin(t, ['device', ...files, '--port', '0', '--cloud', `http://127.0.0.1:${port}`], {
    program: join(release, 'tapin'),
  });
  t.regex(await requested.promise, /^\/(firmware|audio)\/latest\?/);
  t.is((await packed.end('SIGTERM')).code, 0);
});

test('[C51] one account may unpack an image and another run it', async (t) => {
  const modes = new Map<string, number>();
  const image = await readFile(IMAGE);
  const entries = list({ onReadEntry: ({ path, mode = 0 }) => void modes.set(path, mode) });
  await pipeline(Readable.from([image.subarray(image.indexOf('\n') + 1)]), entries);
  for (const path of ['./', './tapin', './bin/', './node_modules/node/bin/node'])
    t.is((modes.get(path) ?? 0) & 0o055, 0o055, path);
});

test('[C51] a packed release checks a Lua script', async (t) => {
  const at = (name: string): URL => new URL(`file://${release}/bin/${name}`);
  const checker = new Worker(at('worker-entry.js'), {
    workerData: { module: at('checker-module.js').href } satisfies WorkerStart,
  });
  t.teardown(() => checker.terminate());
  const verdictOf = async (text: string): Promise<unknown> => {
    const request: CheckRequest = { bytes: new TextEncoder().encode(text), tries_out: false };
    const answer = once(checker, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
    checker.postMessage(request);
    const [{ value }] = await answer;
    return value;
  };
  t.like(await verdictOf(SCRIPT), { ok: true });
  t.like(await verdictOf(`${SCRIPT}\nend`), { ok: false });
});
