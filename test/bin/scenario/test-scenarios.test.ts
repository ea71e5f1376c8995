// `tapin test` in a CI job: selection of scenarios, output formats and exit codes.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const PASSES = 'name: The menu\nsteps:\n  - expect: { page: menu }\n  - screenshot: menu.png\n';
const FAILS = 'name: No such page\nsteps:\n  - press: ok\n  - expect: Nonsense\n';

async function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'deep'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const call = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await callTapin(['test', ...args.map((arg) => arg.replace('@', folder))]);
    const linesOf = (text: string): readonly string[] => text.replaceAll(`${folder}/`, '').trimEnd().split('\n');
    return { code, lines: linesOf(stdout), wrong: linesOf(stderr) };
  };
  return { folder, call };
}

test('[cli] tapin test plays a folder, keeps pictures, and exits with 1 after a failure', async (t) => {
  const { folder, call } = await folderWith(t, { 'deep/a.yaml': PASSES, 'b.yml': FAILS, 'deep/_part.yaml': 'steps: [plug]', 'c.txt': '' }); // oxfmt-ignore
  const { code, lines } = await call('@', '--keep', '@/kept', '--junit', '@/report.xml');
  t.is(code, 1);
  t.regex(lines[0] ?? '', /^FAIL b\.yml: No such page \(2 steps; \d\.\d s of play in \d\.\d s\)$/);
  t.is(lines[1], '     b.yml:4:5: no screen line contains "Nonsense"');
  t.is(lines.at(-2), 'report: kept/index.html');
  t.regex(lines.at(-3) ?? '', /^ok {3}deep\/a\.yaml: The menu \(2 steps; \d\.\d s of play in \d\.\d s\)$/);
  t.regex(lines.at(-1) ?? '', /^1 passed, 1 failed in \d\.\d s$/);
  const kept = lines.filter((line) => line.startsWith('     kept: ')).map((line) => line.replace('     kept: ', ''));
  t.is(kept.length, 3);
  for (const path of kept) t.true(existsSync(join(folder, path)), path);
  t.regex(
    readFileSync(join(folder, 'report.xml'), 'utf8'),
    /<testsuites tests="2" failures="1" errors="0" skipped="0"/,
  );
  const { code: passed } = await call('@/deep', '--keep', '@/kept');
  t.is(passed, 0);
});

test('[cli] tapin test lists, filters and shards scenarios', async (t) => {
  const { call } = await folderWith(t, { 'a.yaml': PASSES, 'b.yaml': FAILS, 'c.yaml': 'steps: [plug]' });
  const names = async (...args: readonly string[]) => (await call('@', '--list', ...args)).lines;
  t.deepEqual(await names(), ['a.yaml: The menu', 'b.yaml: No such page', 'c.yaml']);
  t.deepEqual(await names('--filter', 'MENU'), ['a.yaml: The menu']);
  t.deepEqual(await names('--shard', '1/2'), ['a.yaml: The menu', 'c.yaml']);
  t.deepEqual(await names('--shard', '2/2'), ['b.yaml: No such page']);
  const { code, wrong } = await call('@', '--filter', 'nothing');
  t.deepEqual([code, wrong], [2, ['tapin: No matching scenarios.']]);
});

test('[cli] tapin test exits with 0 and an empty report if its shard gets no scenario', async (t) => {
  const { folder, call } = await folderWith(t, { 'a.yaml': PASSES, 'b.yaml': FAILS });
  const empty = await call('@', '--shard', '3/3', '--junit', '@/report.xml', '--coverage', '@/coverage', '--keep', '@/kept'); // oxfmt-ignore
  t.is(empty.code, 0, empty.wrong.join('\n'));
  t.regex(empty.lines[0] ?? '', /^0 passed in /);
  t.regex(
    readFileSync(join(folder, 'report.xml'), 'utf8'),
    /<testsuites tests="0" failures="0" errors="0" skipped="0"/,
  );
  t.true(existsSync(join(folder, 'coverage/coverage.json')));
  const tap = await call('@', '--shard', '5/8', '--tap');
  t.deepEqual([tap.code, tap.lines], [0, ['TAP version 14', '1..0']]);
  const none = await call('@', '--shard', '3/3', '--filter', 'nothing');
  t.deepEqual([none.code, none.wrong], [2, ['tapin: No matching scenarios.']]);
});

test('[cli] tapin test repeats with the next seed each time, and can stop at the first failure', async (t) => {
  const { call } = await folderWith(t, { 'a.yaml': PASSES, 'b.yaml': FAILS });
  const { lines } = await call('@', '--json', '--repeat', '3', '--seed', '10', '--until-fail', '--keep', '@/kept');
  const scenarios = listOf(fieldsIn(lines.join('\n'))['scenarios']).map(fieldsOf);
  t.deepEqual(scenarios.map(({ seed, status }) => [seed, status]), [[10, 'passed'], [11, 'passed'], [12, 'passed'], [10, 'failed']]); // oxfmt-ignore
  const tap = await call('@/a.yaml', '--tap', '--keep', '@/kept');
  t.deepEqual(tap.lines, ['TAP version 14', '1..1', 'ok 1 - The menu']);
});

test('[cli] refuses an unreadable scenario before the run, and reports a bad extension as broken', async (t) => {
  const { call } = await folderWith(t, { 'a.yaml': PASSES, 'b.yaml': 'steps:\n  - chose: x', 'e.yaml': 'extension: no.lua\nsteps: [plug]', 'g.yaml': 'extension: a.yaml\nsteps: [plug]', 'f.yaml': 'settings: { a: 1 }\nsteps: [plug]' }); // oxfmt-ignore
  for (const [file, expected] of [
    ['b.yaml', /^tapin: b\.yaml:2:5: Unknown step "chose"; did you mean choose\?$/],
    ['e.yaml', /^tapin: e\.yaml:1:1: .*no\.lua can't be read: no such file\.$/],
    ['none.yaml', /^tapin: none\.yaml can't be read: no such file\./],
  ] as const) {
    const { code, lines, wrong } = await call('@/a.yaml', `@/${file}`);
    t.deepEqual([code, lines], [2, ['']]);
    t.regex(wrong[0] ?? '', expected);
  }
  const broken = await call('@/g.yaml', '@/f.yaml', '--keep', '@/kept');
  t.is(broken.code, 3);
  t.regex(broken.lines[1] ?? '', /a\.yaml:\d+: /);
  t.true(broken.lines.some((line) => line.endsWith('f.yaml: settings require an extension.')));
  t.regex(broken.lines.at(-1) ?? '', /^0 passed, 2 broken in /);
});

test('[cli] tapin test writes golden pictures on request, and never in CI', async (t) => {
  const shot = 'name: Menu\nsteps:\n  - screenshot: { file: menu.png, golden: golden/menu.png }\n';
  const { folder, call } = await folderWith(t, { 'deep/a.yaml': shot, 'deep/b.yaml': shot.replace('steps:', 'steps:\n  - press: down') }); // oxfmt-ignore
  const golden = join(folder, 'deep/golden/menu.png');
  const { code, stderr } = await callTapin(['test', folder, '--update-golden'], { env: { CI: 'true' } }); // oxfmt-ignore
  t.is(code, 2);
  t.is(stderr, 'tapin: --update-golden is not allowed in CI; golden pictures must be reviewed by a developer.\n'); // oxfmt-ignore
  t.false(existsSync(golden));
  const made = await callTapin(['test', join(folder, 'deep/a.yaml'), '--update-golden', '--keep', join(folder, 'kept')], { env: { CI: '' } }); // oxfmt-ignore
  t.is(made.code, 0);
  t.regex(made.stderr, /Wrote \S*golden\/menu\.png; review it\.\n$/);
  const other = await call('@/deep', '--keep', '@/kept');
  t.is(other.code, 1);
  t.regex(other.lines[0] ?? '', /^ok {3}deep\/a\.yaml/);
  t.regex(
    other.lines[2] ?? '',
    /deep\/b\.yaml:4:5: \d+ pixels differ from golden\/menu\.png, the first at x \d+, y \d+; see /,
  );
  t.true(existsSync(/see (.*)$/.exec(other.lines[2] ?? '')?.[1]?.replace('kept', join(folder, 'kept')) ?? ''));
});
