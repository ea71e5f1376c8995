// `tapin run` as a process: first line, shutdown, data folder and port.

import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import * as v from 'valibot';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';
import { portOf } from '../../support/process/port-of.ts';
import { readAs } from '../../support/read-json.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`[cli] run prints its address, and ${signal} ends it with exit code 0 and unlocks its folder`, async (t) => {
    const data = join(await temporaryFolder(t), 'new', 'data');
    const tapin = await startTapin(t, ['run', '--port', '0', '--data', data, '--seed', '7']);
    t.deepEqual(Object.keys(tapin.listening), ['event', 'panel', 'relay']);
    t.is(tapin.listening['event'], 'listening');
    const panel = String(tapin.listening['panel']);
    t.regex(panel, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{20,}$/);
    t.is((await httpCall(new URL(panel).origin, `/${new URL(panel).search}`)).status, 200);
    const relay = String(tapin.listening['relay']);
    t.regex(relay, /^http:\/\/127\.0\.0\.1:\d+$/);
    t.deepEqual((await httpCall(relay, '/healthz')).json(), { status: 'ok' });
    t.true(existsSync(join(data, 'lock')));
    // An open page and a keep-alive connection must not delay the exit.
    const viewer = await openViewer(panel);
    await viewer.until('a frame', () => viewer.frames.length > 0);
    const ended = await tapin.end(signal);
    t.deepEqual([ended.code, ended.signal], [0, null]);
    t.is(ended.stdout.trim().split('\n').length, 1);
    t.false(existsSync(join(data, 'lock')));
    t.deepEqual(
      (await readdir(data)).filter((name) => name.endsWith('.tmp')),
      [],
    );
    t.deepEqual(ended.stderr.match(/ (warn|error) .*/g), null, 'no warnings or errors');
    t.true(ended.stderr.includes(`\nAuthor site  ${relay}/\nStop with Ctrl-C.\n`), ended.stderr);
    await viewer.close();
  });

test('[cli] reports a second tapin on the same folder or port with a one-line error and exit code 1', async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'data');
  const tapin = await startTapin(t, ['run', '--port', '0', '--data', data]);
  const { port } = new URL(String(tapin.listening['panel']));
  const same_folder = await runTapin(['run', '--port', '0', '--data', data]);
  t.deepEqual([same_folder.code, same_folder.stdout], [1, '']);
  t.regex(same_folder.stderr, /^tapin: The data folder .+ is in use by process \d+; .+--data\.\n$/);
  t.true(same_folder.stderr.includes(`${tapin.child.pid}`));
  const other = join(folder, 'other');
  const same_port = await runTapin(['run', '--port', port, '--data', other]);
  t.deepEqual([same_port.code, same_port.stdout], [1, '']);
  t.regex(same_port.stderr, /^tapin: Port \d+ is in use: .+--port.+\.$/m);
  t.is(same_port.stderr.match(/^tapin: /gm)?.length, 1);
  t.false(existsSync(join(other, 'lock')));
  t.is(
    (await httpCall(new URL(String(tapin.listening['panel'])).origin, '/')).status,
    401,
    'the first device keeps running',
  );
});

test('[cli] reports a port in use', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const port = portOf(server);
  const { code, stderr, stdout } = await runTapin(['run', '--port', `${port}`, '--data', await temporaryFolder(t)]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(
    stderr,
    new RegExp(`^tapin: Port ${port} is in use: choose another with --port, or use --port 0 for any free port.$`, 'm'),
  );
});

test('[cli] reports an address that this machine does not have', async (t) => {
  const data = await temporaryFolder(t);
  const { code, stderr, stdout } = await runTapin(['run', '--port', '0', '--host', '203.0.113.7', '--data', data]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, /^tapin: This machine has no address 203\.0\.113\.7: choose another with --host\.$/m);
});

test('[cli] leaves a folder of another program untouched', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'holiday.jpg'), 'a photo');
  await mkdir(join(folder, 'letters'));
  const { code, stdout, stderr } = await runTapin(['run', '--port', '0', '--data', folder]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, /^tapin: The folder .+ is not a tapin data folder; it was left unchanged, .+--data\.\n$/);
  t.deepEqual((await readdir(folder)).sort(), ['holiday.jpg', 'letters']);
  t.is(await readFile(join(folder, 'holiday.jpg'), 'utf8'), 'a photo');
});

test('[cli] reports a data folder that is a file', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, 'a diary');
  for (const path of [file, join(file, 'below')]) {
    const { code, stdout, stderr } = await runTapin(['run', '--port', '0', '--data', path]);
    t.deepEqual([code, stdout], [1, '']);
    t.regex(stderr, /^tapin: The data folder .+ can't be used: .+ is not a folder\.\n$/);
  }
  t.is(await readFile(file, 'utf8'), 'a diary');
});

test('[cli] leaves the folder of a newer tapin untouched', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'tapin-data.json'), '{"format":99}\n');
  const { code, stdout, stderr } = await runTapin(['run', '--port', '0', '--data', folder]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, /^tapin: The data folder .+ has format 99, .+\n$/);
  t.deepEqual(await readdir(folder), ['tapin-data.json']);
});

test('[cli] reports an unwritable folder', async (t) => {
  if (process.getuid?.() === 0) return void t.pass('root can write everywhere');
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o500);
  const { code, stderr } = await runTapin(['run', '--port', '0', '--data', folder]);
  await chmod(folder, 0o700);
  t.is(code, 1);
  t.regex(stderr, /^tapin: The data folder .+ can't be used: no write permission .+\n$/);
});

test('[cli] reports and replaces damaged records, and keeps the good ones', async (t) => {
  const data = await temporaryFolder(t);
  const device = v.object({ id: v.string() });
  const idOf = async (): Promise<[string, string]> => {
    const tapin = await startTapin(t, ['run', '--port', '0', '--data', data]);
    const viewer = await openViewer(String(tapin.listening['panel']));
    const id = (): string => readAs(v.optional(device, { id: '' }), viewer.last('hello')?.['device']).id;
    const menu = (): boolean => JSON.stringify(viewer.last('state') ?? '').includes('"navigation":"menu"');
    await viewer.until('the menu of a device with an id', () => id() !== '' && menu());
    await viewer.close();
    return [id(), (await tapin.end('SIGINT')).stderr];
  };
  const [first] = await idOf();
  const [again] = await idOf();
  t.is(again, first);
  await writeFile(join(data, 'tapin-data.json'), 'x');
  for (const name of (await readdir(data)).filter((each) => each.startsWith('settings')))
    await writeFile(join(data, name), 'x');
  const [after_damage, stderr] = await idOf();
  t.is(after_damage, first);
  t.regex(stderr, /warn storage: The damaged marker tapin-data\.json in .+ was recreated/);
});
