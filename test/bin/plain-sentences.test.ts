// Files that a verb cannot use: the error is a sentence of tapin, never a library message.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { readRecording } from '../../simulation/recordings/recording-file.ts';
import { errorOf } from '../support/results.ts';
import { readText } from '../support/scenario/scenario.ts';
import { callTapin } from '../support/process/call-tapin.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

test.serial('[cli] reports a recording that is not gzip, or too long', async (t) => {
  const file = join(await temporaryFolder(t), 'a.tapin.gz');
  writeFileSync(file, 'no gzip');
  const message = `The recording ${file} can't be read: it is not gzip, or it is damaged.`;
  t.is(errorOf(t, readRecording(file)).message, message);
  writeFileSync(file, gzipSync(Buffer.alloc(513 * 2 ** 20)));
  t.is(errorOf(t, readRecording(file)).message, `The recording ${file} can't be read: it has more than 536870912 bytes.`); // oxfmt-ignore
});

test.serial('[cli] reports a missing coverage file', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stderr } = await callTapin(['coverage', 'nofile'], { cwd });
  t.deepEqual([code, stderr], [2, "tapin: nofile can't be read: no such file.\n"]);
});

test.serial('[cli] reports a scenario with more than one document', (t) => {
  const { message } = errorOf(t, readText('steps: [plug]\n---\nsteps: [plug]\n'));
  t.is(message, 'a.yaml:2:1: Invalid YAML: it has more than one document.');
});

test.serial('[cli] reports a recording that fails during replay as damaged', (t) => {
  const { href } = new URL('../../bin/recording/damaged-recording.ts', import.meta.url);
  const broken = `const { whilePlayed } = await import('${href}'); await whilePlayed('a.tapin.gz', () => new Promise(() => setImmediate(() => null.x)));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', broken], { encoding: 'utf8' });
  t.deepEqual([status, stderr], [2, "tapin: a.tapin.gz can't be played: it is modified or damaged.\n"]);
});
