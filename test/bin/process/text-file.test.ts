// Files named on the command line: regular UTF-8 files of bounded size; any other file is refused with an error that
// names it.

import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readScenarioFile } from '../../../bin/scenario/scenario-file.ts';
import { textOf } from '../../../bin/process/text-file.ts';
import { readNamedFile } from '../../../simulation/reports/named-file.ts';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const TEXT = 'name: Café\nsteps: [plug]\n';

test('[cli] refuses a text that is not UTF-8 and names its encoding', async (t) => {
  const file = join(await temporaryFolder(t), 'a.yaml');
  const readName = (bytes: Uint8Array): string => {
    writeFileSync(file, bytes);
    const read = readScenarioFile(file);
    return read.ok ? read.value.name : read.error.message.replace(`${file} can't be read: it is `, '');
  };
  const utf16 = Buffer.from(TEXT, 'utf16le');
  t.is(readName(Buffer.from(TEXT)), 'Café');
  t.is(readName(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(TEXT)])), 'Café');
  for (const bytes of [
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    utf16,
    Buffer.from(utf16).swap16(),
  ])
    t.is(readName(bytes), 'UTF-16; save it as UTF-8.');
  t.is(readName(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])), 'UTF-32; save it as UTF-8.');
  t.is(readName(Buffer.from(TEXT, 'latin1')), 'Latin-1 or another single-byte encoding; save it as UTF-8.');
});

test('[cli] refuses a folder, a device, a pipe without a writer, and a file over the limit', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const [file, pipe, link] = [at('a'), at('pipe'), at('link')];
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/zero', link);
  writeFileSync(file, '12345');
  for (const path of [pipe, link, '/dev/zero', '/dev/null'])
    for (const read of [textOf(path), readRecording(path)])
      t.regex(
        read.ok ? '' : read.error.message,
        /can't be read: it is a (pipe|device or a socket), not a file\.$/,
        path,
      );
  t.regex(textOf(folder).ok ? '' : 'refused', /refused/);
  t.is(valueOf(t, readNamedFile(file, 5)).toString(), '12345');
  t.deepEqual(readNamedFile(file, 4), {
    ok: false,
    error: { code: 'bad_value', message: `${file} can't be read: it has more than 4 bytes.` },
  });
  const hostile = textOf(join(folder, 'a\nb\u001b[2J'));
  t.regex(hostile.ok ? '' : hostile.error.message, /a\\u000ab\\u001b\[2J can't be read: no such file\.$/);
});
