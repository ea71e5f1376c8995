// Files that a scenario names stay inside one folder, symbolic links included.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { goldenPictures, readScenarioFile, textBeside, writeInside } from '../../bin/scenario-file.ts';
import { valueOf } from '../support/results.ts';
import { runTapin } from '../support/tapin-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder with scenarios, and another beside it. */
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

test('[C145] includes what lies in the folder of the scenario, and nothing outside', async (t) => {
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
    t.regex(include(name), /a\.yaml:2:5: .* is not inside the folder .*deep; --root names another one\.$/, name);
  for (const name of ['../link/_b.yaml', '../_link.yaml', '../../out/_b.yaml', '../../inside/_b.yaml'])
    t.regex(include(name, at('in')), /is not inside the folder .*in; --root names another one\.$/, name);
  t.regex(include('_none.yaml'), /_none\.yaml can't be read: there is no such file\./);
});

test('[C145] reads extensions and golden pictures in that folder alone, and writes golden pictures nowhere else', async (t) => {
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

test('[C145] keeps screenshots in the folder of results, whatever a scenario calls them', async (t) => {
  const at = await twoFolders(t);
  t.is(valueOf(t, writeInside(at('in/results'), 'deep/a.png', Buffer.from('y'))), at('in/results/deep/a.png'));
  symlinkSync(at('out'), at('in/results/away'));
  for (const name of ['../../out/b.png', 'away/b.png', '../b.png'])
    t.regex(writeInside(at('in/results'), name, Buffer.from('y')).ok ? '' : 'refused', /refused/, name);
  t.deepEqual([existsSync(at('out/b.png')), existsSync(at('in/b.png'))], [false, false]);
});

test('[C145] tapin test takes the folder that it is given, or that of --root', async (t) => {
  const at = await twoFolders(t);
  writeFileSync(at('in/deep/a.yaml'), 'steps:\n  - include: ../_b.yaml\n  - screenshot: ../../../out/c.png\n');
  const list = async (...args: readonly string[]) => runTapin(['test', '--list', ...args]);
  const [alone, folder, root] = [
    await list(at('in/deep/a.yaml')),
    await list(at('in')),
    await list(at('in/deep/a.yaml'), '--root', at('in')),
  ];
  t.deepEqual([alone.code, folder.code, root.code], [2, 0, 0]);
  t.regex(alone.stderr, /a\.yaml:2:5: .*_b\.yaml is not inside the folder .*deep; --root names another one\.\n$/);
  const played = await runTapin(['test', at('in'), '--keep', at('kept')]);
  t.is(played.code, 1);
  t.regex(played.stdout, /a\.yaml:3:5: .*c\.png is not inside the folder .*kept/);
  t.false(existsSync(at('out/c.png')));
});
