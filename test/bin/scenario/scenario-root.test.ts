// Files that a scenario names must stay inside one folder, symbolic links included.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { goldenPictures, readScenarioFile, textBeside, writeInside } from '../../../bin/scenario/scenario-file.ts';
import { valueOf } from '../../support/results.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** Creates a folder with scenarios and a second folder next to it. */
async function twoFolders(t: ExecutionContext): Promise<(name: string) => string> {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  for (const name of ['in/deep', 'out']) mkdirSync(at(name), { recursive: true });
  for (const name of ['in/_b.yaml', 'in/deep/_b.yaml', 'out/_b.yaml']) writeFileSync(at(name), 'steps: [plug]\n');
  for (const name of ['in/a.lua', 'out/a.lua', 'out/a.png']) writeFileSync(at(name), 'x');
  symlinkSync(at('out'), at('in/link'));
  symlinkSync(at('out/_b.yaml'), at('in/_link.yaml'));
  symlinkSync(at('in/_b.yaml'), at('in/deep/_up.yaml'));
  symlinkSync(at('out/nothing'), at('in/dangling.png'));
  return at;
}

test('[C145] includes only files inside the folder of the scenario', async (t) => {
  const at = await twoFolders(t);
  const include = (name: string, root?: string): string => {
    writeFileSync(at('in/deep/a.yaml'), `steps:\n  - include: ${name}\n`);
    const read = readScenarioFile(at('in/deep/a.yaml'), root);
    return read.ok ? '' : read.error.message;
  };
  t.is(include('_b.yaml'), '');
  t.is(include('../deep/_b.yaml'), '');
  t.is(include(at('in/deep/_b.yaml')), '');
  t.is(include('../_b.yaml', at('in')), '');
  t.is(include('_up.yaml', at('in')), '');
  for (const name of ['../_b.yaml', '_up.yaml', '../../out/_b.yaml', at('out/_b.yaml'), '/etc/passwd'])
    t.regex(include(name), /a\.yaml:2:5: .* is not inside the folder .*deep; use --root for another folder\.$/, name);
  for (const name of ['../link/_b.yaml', '../_link.yaml', '../../out/_b.yaml', '../../inside/_b.yaml'])
    t.regex(include(name, at('in')), /is not inside the folder .*in; use --root for another folder\.$/, name);
  t.regex(include('_none.yaml'), /_none\.yaml can't be read: no such file\./);
});

test('[C145] reads extensions and reads and writes golden pictures in that folder only', async (t) => {
  const at = await twoFolders(t);
  const place = { root: at('in'), file: at('in/a.yaml') };
  t.is(valueOf(t, textBeside(place, 'a.lua')), 'x');
  const { read, write } = goldenPictures(at('in'), true);
  t.is(valueOf(t, read('none.png', place.file)), null);
  for (const name of ['link/a.lua', '../out/a.lua', at('out/a.lua')]) {
    t.false(textBeside(place, name).ok, name);
    t.false(read(name, place.file).ok, name);
  }
  for (const name of ['link/new.png', '../out/new.png', 'dangling.png', 'link/a.png'])
    t.false(write?.(name, place.file, Buffer.from('y')).ok ?? true, name);
  t.true(write?.('golden/new.png', place.file, Buffer.from('y')).ok);
  t.deepEqual([existsSync(at('out/new.png')), existsSync(at('out/nothing'))], [false, false]);
  t.is(readFileSync(at('out/a.png'), 'utf8'), 'x');
});

test('[C145] keeps screenshots in the results folder for any name in a scenario', async (t) => {
  const at = await twoFolders(t);
  t.is(valueOf(t, writeInside(at('in/results'), 'deep/a.png', Buffer.from('y'))), at('in/results/deep/a.png'));
  symlinkSync(at('out'), at('in/results/away'));
  for (const name of ['../../out/b.png', 'away/b.png', '../b.png'])
    t.regex(writeInside(at('in/results'), name, Buffer.from('y')).ok ? '' : 'refused', /refused/, name);
  t.deepEqual([existsSync(at('out/b.png')), existsSync(at('in/b.png'))], [false, false]);
});

test('[C145] tapin test uses the given folder, or the --root folder', async (t) => {
  const at = await twoFolders(t);
  writeFileSync(at('in/deep/a.yaml'), 'steps:\n  - include: ../_b.yaml\n  - screenshot: sub/../c.png\n');
  const list = async (...args: readonly string[]) => callTapin(['test', '--list', ...args]);
  const [alone, folder, root] = [
    await list(at('in/deep/a.yaml')),
    await list(at('in')),
    await list(at('in/deep/a.yaml'), '--root', at('in')),
  ];
  t.deepEqual([alone.code, folder.code, root.code], [2, 0, 0]);
  t.regex(alone.stderr, /a\.yaml:2:5: .*_b\.yaml is not inside the folder .*deep; use --root for another folder\.\n$/);
});

test('[C145] refuses an escaping name or a missing file before playing', async (t) => {
  const at = await twoFolders(t);
  const refused = (text: string): string => {
    writeFileSync(at('in/a.yaml'), text);
    const read = readScenarioFile(at('in/a.yaml'));
    return read.ok ? '' : read.error.message.replace(`${at('in/a.yaml')}:`, '');
  };
  const OUTSIDE = / is not inside the folder .*in; use --root for another folder\.$/;
  for (const [text, place, expected] of [
    ['steps:\n  - screenshot: ../../x.png', '2:5: screenshot', / must stay inside the results folder\.$/],
    ['steps:\n  - screenshot: { file: /x.png }', '2:19: screenshot.file', / must stay inside the results folder\.$/],
    ['steps:\n  - screenshot: a/../../x.png', '2:5: screenshot', / must stay inside the results folder\.$/],
    ['steps:\n  - screenshot: "x\\0.png"', '2:5: screenshot', / contains a character that file names can't have\.$/],
    ['steps:\n  - screenshot: { file: x.png, golden: ../out/a.png }', '2:5: ', OUTSIDE],
    ['steps:\n  - screenshot: { file: x.png, golden: "x\\0.png" }', '2:32: ', / contains a character/],
    ['steps:\n  - include: "x\\0.yaml"', '2:5: ', / contains a character/],
    ['extension: /etc/hosts\nsteps: [plug]', '1:1: ', OUTSIDE],
    ['extension: "a\\0.lua"\nsteps: [plug]', '1:1: ', / contains a character/],
    ['steps: [plug]\nextension: none.lua', '2:1: ', /none\.lua can't be read: no such file\.$/],
    ['store: { c: /etc/hosts }\nsteps: [plug]', '1:10: ', OUTSIDE],
    [
      'store: true\nsteps:\n  - repeat: { times: 2, steps: [{ store: { publish: { c: link/a.lua } } }] }',
      '3:35: ',
      OUTSIDE,
    ],
    [
      'store: { c: a.lua }\nsteps:\n  - store: { update: { c: b.lua } }',
      '3:5: ',
      /b\.lua can't be read: no such file\.$/,
    ],
  ] as const) {
    t.true(refused(text).startsWith(place), refused(text));
    t.regex(refused(text), expected, text);
  }
  t.is(
    refused('extension: a.lua\nstore: { c: a.lua }\nsteps: [{ screenshot: { file: d/x.png, golden: new.png } }]'),
    '',
  );
});

test('[C145] refuses a --root that is not a folder', async (t) => {
  const at = await twoFolders(t);
  for (const root of ['none', 'in/a.lua']) {
    const { code, stderr } = await callTapin(['test', at('in/_b.yaml'), '--root', at(root)]);
    t.is(code, 2, root);
    t.regex(stderr, /--root.* is not a folder\.\n$/);
    t.is(stderr.trimEnd().split('\n').length, 1);
  }
});
