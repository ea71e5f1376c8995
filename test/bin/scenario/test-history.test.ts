// Selection by tag and by history, retries, and the slowest scenarios of `tapin test`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { callTapin } from '../../support/process/call-tapin.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const PASSES = 'name: The menu\ntags: [smoke, menu]\nsteps:\n  - expect: { page: menu }\n';
const FAILS = 'name: No such page\ntags: [menu]\nsteps:\n  - expect: { page: setup }\n';
const UNTAGGED = 'name: Nothing\nsteps:\n  - press: ok\n';

async function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const call = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await callTapin(['test', folder, '--keep', join(folder, 'kept'), ...args]);
    const plain = (text: string): string => text.replaceAll(`${folder}/`, '');
    return { code, out: plain(stdout), wrong: plain(stderr) };
  };
  const names = async (...args: readonly string[]): Promise<string> => (await call('--list', ...args)).out;
  return { folder, write, call, names };
}

const ALL = { 'a.yaml': PASSES, 'b.yaml': FAILS, 'c.yaml': UNTAGGED };

test('[cli] tapin test selects scenarios by tags, any of several, and without others', async (t) => {
  const { names, call } = await folderWith(t, ALL);
  t.is(await names('--tag', 'menu'), 'a.yaml: The menu\nb.yaml: No such page\n');
  t.is(await names('--tag', 'menu', '--skip-tag', 'smoke'), 'b.yaml: No such page\n');
  t.is(await names('--tag', 'smoke', '--tag', 'menu'), 'a.yaml: The menu\nb.yaml: No such page\n');
  t.is(await names('--skip-tag', 'menu'), 'c.yaml: Nothing\n');
  const { code, wrong } = await call('--tag', 'men');
  t.deepEqual([code, wrong], [2, 'tapin: No matching scenarios.\n']);
});

test('[cli] tapin test --last-failed plays what failed when it was last played, with the seed that failed', async (t) => {
  const { folder, call, write } = await folderWith(t, ALL);
  t.regex((await call('--last-failed')).wrong, /^tapin: None of these scenarios failed when it was last played\.\n$/);
  t.is((await call('--seed', '9')).code, 1);
  const again = await call('--last-failed');
  t.is(again.code, 1);
  t.regex(again.out, /^FAIL b\.yaml[^]*b-9\/recording\.tapin\.gz/);
  t.regex(again.out, /^0 passed, 1 failed in /m);
  write('b.yaml', PASSES);
  t.is((await call('--last-failed')).code, 0);
  t.is((await call('--last-failed')).code, 2, 'nothing is left');
  writeFileSync(join(folder, 'kept/history.json'), '{');
  const { code, wrong } = await call();
  t.deepEqual([code, wrong], [2, 'tapin: kept/history.json is not a history of tapin test; delete it.\n']);
});

test('[cli] tapin test --slowest lists the slowest scenarios beside the median of earlier runs', async (t) => {
  const { call } = await folderWith(t, { ...ALL, 'b.yaml': PASSES });
  t.regex((await call('--slowest', '1')).out, /^The 1 slowest:\n {4}\d\.\d\d s {2}\S+: .+ \(first run\)\n/m);
  t.regex((await call('--slowest', '3')).out, /^The 3 slowest:\n(?: {4}\d\.\d\d s .+ \(median of 1 earlier: \d\.\d\d s\)\n){3}/m); // oxfmt-ignore
});

test('[cli] tapin test plays a failure again at most as often as its retries, and it stays failed', async (t) => {
  const { folder, call } = await folderWith(t, { 'b.yaml': FAILS.replace('steps', 'retries: 1\nsteps') });
  const { code, out } = await call();
  t.is(code, 1);
  t.regex(out, /^ {5}failed 2 times; the first attempt:$/m);
  const [, kept = ''] = /^ {5}kept: (.+)\/log\.txt$/m.exec(out) ?? [];
  t.true(existsSync(join(folder, kept, 'attempt-2/log.txt')), 'the files of each attempt are kept');
  t.notRegex((await call('--retries', '0')).out, /times/);
});

/** Fails on a fresh device only: the menu then has the focus on its first row, later on the last choice. */
const SECOND_TIME = 'name: Second time\nsteps:\n  - check: { line: "> Lag putting" }\n  - choose: [Lag putting]\n';

test('[cli] tapin test reports what passes only on a retry as flaky in every format', async (t) => {
  const { folder, call } = await folderWith(t, { 'd.yaml': SECOND_TIME });
  const flaky = async (...args: readonly string[]) => {
    const tapin = await startTapin(t, ['run', '--port', '0', '--virtual-time', '--seed', '1']);
    return call('--on', `panel=${String(tapin.listening['panel'])}`, '--retries', '2', ...args);
  };
  const { code, out } = await flaky('--junit', join(folder, 'junit.xml'));
  t.is(code, 0);
  t.regex(out, /^FLKY d\.yaml: Second time /m);
  t.regex(out, /^ {5}flaky: passed on attempt 2; the first attempt failed:$/m);
  t.regex(out, /^0 passed, 1 flaky in /m);
  const junit = readFileSync(join(folder, 'junit.xml'), 'utf8');
  t.regex(junit, /<testsuites tests="1" failures="0" errors="0" /);
  t.regex(junit, /<property name="attempts" value="2"\/>/);
  t.regex(junit, /<flakyFailure message="no screen line is &quot;&gt; Lag putting&quot;" type="flaky">/);
  const tap = await flaky('--tap', '--fail-on-flaky');
  t.is(tap.code, 1);
  t.regex(tap.out, /^ok 1 - Second time \(flaky\)\n {2}---\n {2}severity: flaky\n {2}attempts: 2\n/m);
});
