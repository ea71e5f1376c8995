// Firmware updates end to end: processes, real files, real HTTP and a real restart.

import { createReadStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test, { type ExecutionContext } from 'ava';
import { createFolderImageSlots } from '../../../hal/images/image-slots-folder.ts';
import { device, HW, release, TAPIN, tapin } from '../../support/process/release-folder.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { runTapin } from '../../support/process/tapin-process.ts';

test('[R146] [C51] packs, publishes, installs, boots and confirms a release that replaces the old one', async (t) => {
  const folder = await temporaryFolder(t);
  // The release is this checkout under another name.
  await release(t, folder, `exec ${TAPIN} "$@"`);
  const running = await device(t, folder);
  await running.untilStderr('Starting firmware 0.9.0.');
  await running.untilStderr('Starting firmware 0.9.1, on trial.');
  await running.untilStderr('firmware: trial');
  const trial = (): string => running.stderr().split('on trial.')[1] ?? '';
  while (!trial().includes('firmware: checking → resting')) await running.nextStderr();
  const [manifest] = readFileSync(join(folder, 'releases', 'image-a', 'tapin-image.json'), 'utf8').split('\n');
  t.is(manifest, `{"tapin":"firmware","hw":"${HW}","version":"0.9.1","seq":2}`);
  t.is((await running.end('SIGTERM')).code, 0);
});

test('[C51] requires rising release numbers, and refuses invalid images and keys in one line', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const pack = (seq: number) =>
    tapin(t, 'firmware', 'pack', '--firmware', `0.9.${seq}`, '--seq', `${seq}`, '--out', at(`${seq}.image`));
  for (const seq of [2, 3]) await pack(seq);
  const add = (...args: readonly string[]) => runTapin(['cloud', 'firmware', 'add', ...args, '--data', at('cloud')]);
  t.is((await add(at('3.image'))).code, 0);
  writeFileSync(at('text'), 'hello\n');
  for (const [args, expected] of [
    [[at('2.image')], /already has the number 3/],
    [[at('3.image')], /already has the number 3/],
    [[at('text')], /Not a firmware image/],
    [[at('missing')], /can't be read/],
    [[at('3.image'), '--sign', at('text')], /Not a minisign secret key/],
    [[at('3.image'), '--sign', at('missing')], /can't be read/],
  ] as const) {
    const { code, stdout, stderr } = await add(...args);
    t.deepEqual([code, stdout, stderr.split('\n').length], [1, '', 2], stderr);
    t.regex(stderr, expected);
  }
});

/** Creates a folder with these files. */
async function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const packHere = (cwd: string) =>
  runTapin(['firmware', 'pack', '--hw', HW, '--firmware', '0.9.1', '--seq', '2', '--release', '.', '--out', 'pi.image'], '', { cwd }); // oxfmt-ignore

test('[C51] packs only the program files of a release, which may be the current folder', async (t) => {
  const folder = await folderWith(t, {
    tapin: '#!/bin/sh',
    'bin/tapin.ts': 'x',
    'node_modules/some/index.js': 'x',
    'hal/club/tapin-data.json': '{"format":1}',
    'hal/club/players.0': 'x',
    'club/tapin-data.json': '{"format":1}',
    'deep/firmware.key': 'secret',
    'me.json': 'secret',
    '.env': 'TOKEN=secret',
    'token.txt': 'secret',
    'test/a.test.ts': 'x',
  });
  const { code, stderr } = await packHere(folder);
  t.is(code, 0, stderr);
  const slots = createFolderImageSlots(folder);
  t.true((await slots.fill('a', Readable.from(createReadStream(join(folder, 'pi.image'))))).ok);
  const found = readdirSync(join(folder, 'image-a'), { recursive: true }).map(String).toSorted();
  t.deepEqual(found, [
    'bin',
    'bin/tapin.ts',
    'hal',
    'node_modules',
    'node_modules/some',
    'node_modules/some/index.js',
    'tapin',
    'tapin-image.json',
  ]);
});

const MINISIGN_SECRET = readFileSync(new URL('../../../fixtures/minisign/key.sec', import.meta.url), 'utf8');
for (const [file, text, what] of [
  ['sims/me.json', `{"id":"TP-0123456789AB","secret":"${'5e'.repeat(32)}"}`, 'a device identity'],
  ['bin/release.key', MINISIGN_SECRET, 'a minisign secret key'],
  ['wire/key.pem', '-----BEGIN PRIVATE KEY-----', 'a private key'],
  ['hal/notes/token.txt', 'Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJBbm4ifQ.c2lnbmF0dXJl', 'a token'],
] as const)
  test(`[C51] refuses to pack a release with a file that looks like ${what}, and names the file`, async (t) => {
    const folder = await folderWith(t, { tapin: '#!/bin/sh', [file]: text });
    const { code, stderr } = await packHere(folder);
    t.is(code, 1);
    t.is(stderr, `tapin: The image pi.image can't be written: ${file} looks like ${what}, which must stay private.\n`);
    t.false(readdirSync(folder).some((name) => name.startsWith('pi.image')));
  });

test('[C51] never replaces a signing key that exists but cannot be read', async (t) => {
  const folder = await temporaryFolder(t);
  const image = join(folder, 'x.image');
  await tapin(t, 'firmware', 'pack', '--firmware', '0.9.1', '--seq', '2', '--out', image);
  mkdirSync(join(folder, 'cloud', 'firmware.key'), { recursive: true });
  writeFileSync(join(folder, 'cloud', 'tapin-data.json'), '{"format":1}');
  const { code, stderr } = await runTapin(['cloud', 'firmware', 'add', image, '--data', join(folder, 'cloud')]);
  t.is(code, 1);
  t.regex(stderr, /firmware\.key can't be read/);
  t.true(statSync(join(folder, 'cloud', 'firmware.key')).isDirectory());
});
