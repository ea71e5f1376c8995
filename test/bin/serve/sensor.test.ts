// `tapin sensor` as a process: the link to its pty, and strokes on its stdin.

import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { runTapin, startTapin } from '../../support/process/tapin-process.ts';
import { itemAt } from '../../support/items.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`[cli] sensor creates a link to its pty, and ${signal} removes it`, async (t) => {
    const path = join(await temporaryFolder(t), 'board');
    const sensor = await startTapin(t, ['sensor', '--link', `pty:${path}`]);
    t.deepEqual(sensor.listening, { event: 'listening', path });
    t.regex(await readlink(path), /^\/dev\//);
    const ended = await sensor.end(signal);
    t.deepEqual([ended.code, ended.stderr], [0, '']);
    t.is(await lstat(path).catch(() => null), null);
  });

test('[cli] sensor replaces a stale link, and keeps a link that has replaced its own', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'board');
  await symlink('/dev/pts/99999', path);
  const sensor = await startTapin(t, ['sensor', '--link', `pty:${path}`]);
  t.not(await readlink(path), '/dev/pts/99999');
  t.true(existsSync(path));
  const second = await startTapin(t, ['sensor', '--link', `pty:${path}`]);
  const of_second = await readlink(path);
  t.is((await sensor.end('SIGINT')).code, 0);
  t.is(await readlink(path), of_second);
  t.is((await second.end('SIGINT')).code, 0);
  t.false(existsSync(path));
});

test('[cli] sensor refuses a path to a file, a folder or a missing folder', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'file'), 'a letter');
  await mkdir(join(folder, 'folder'));
  for (const name of ['file', 'folder', 'none/board']) {
    const { code, stdout, stderr } = await runTapin(['sensor', '--link', `pty:${join(folder, name)}`]);
    t.deepEqual([code, stdout], [1, ''], name);
    t.regex(stderr, /^tapin: [^\n]+\.\n$/, name);
    t.true(stderr.includes(join(folder, name)), name);
  }
  t.is(await readFile(join(folder, 'file'), 'utf8'), 'a letter');
});

test('[cli] sensor reports a missing serial port', async (t) => {
  const path = join(await temporaryFolder(t), 'ttyNone');
  const { code, stdout, stderr } = await runTapin(['sensor', '--link', path]);
  t.deepEqual([code, stdout, stderr], [1, '', `tapin: No serial port at ${path}.\n`]);
});

test('[cli] sensor reports each bad line on stdin with a one-line error, and the board continues', async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const sensor = await startTapin(t, ['sensor', '--link', `pty:${path}`]);
  const bad = [
    ['{', /^tapin: Not JSON: "\{"$/],
    ['\u001b[2Jnonsense', /^tapin: Not JSON: /],
    ['[]', /^tapin: A stroke must be a JSON object with club_speed_mps and any of .+\.$/],
    ['null', /^tapin: A stroke must be a JSON object /],
    ['{}', /^tapin: club_speed_mps must be a number from 0\.15 to 6 m\/s\.$/],
    ['{"club_speed_mps":7}', /^tapin: club_speed_mps must be a number from 0\.15 to 6 m\/s\.$/],
    ['{"club_speed_mps":1,"face_angle_deg":-20.1}', /^tapin: face_angle_deg must be a number from -20 to 20 °\.$/],
    ['{"club_speed_mps":1,"face":1}', /^tapin: Unknown stroke field "face"; allowed: .+\.$/],
  ] as const;
  for (const [line] of bad) sensor.writeLine(line);
  sensor.writeLine('');
  sensor.writeLine('   ');
  sensor.writeLine({ club_speed_mps: 1.5 });
  sensor.writeLine('the end');
  await sensor.untilStderr('the end');
  const lines = sensor.stderr().trimEnd().split('\n');
  t.is(lines.length, bad.length + 1);
  for (const [i, [, sentence]] of bad.entries()) t.regex(itemAt(lines, i), sentence);
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  t.notRegex(sensor.stderr(), /\u001b/);
  sensor.child.stdin.end();
  t.is((await sensor.end('SIGINT')).code, 0);
});
