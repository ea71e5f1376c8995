// `tapin test --jobs` and `--wall-timeout`: reports do not depend on the number of jobs, and a scenario that hangs or
// kills its process costs only its own result.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { jobsOption, time } from '../../../bin/options.ts';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const HANGS = 'name: Hangs\nsteps:\n  - press: ok\n  - save: { x: HANG }\n';
/** Scenario that takes longer than all later ones together. */
const SLOW = 'name: Slow\nsteps:\n  - advance: 10 min\n';
const PASSES = 'name: Passes\nsteps:\n  - expect: { page: menu }\n';
const FAILS = 'name: Fails\nsteps:\n  - expect: Nonsense\n';
const DIES = 'name: Dies\nsteps:\n  - expect: { page: menu }\n';

/** Worker preload: the search for one pattern hangs, and one scenario kills its process. */
const DISASTERS = `
import { syncBuiltinESMExports } from 'node:module';
import vm from 'node:vm';
const { runInNewContext } = vm;
vm.runInNewContext = (code, context, options) => {
  if (context.pattern === 'HANG') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return runInNewContext(code, context, options);
};
syncBuiltinESMExports();
process.on('message', ({ call }) => call?.scenario?.name === 'Dies' && process.exit(7));`;

async function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const call = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await runTapin(['test', folder, ...args, '--keep', join(folder, 'kept')], '', {
      env: { TMPDIR: folder, ...env },
    });
    return { code, stdout: stdout.replaceAll(`${folder}/`, ''), stderr };
  };
  return { folder, call };
}

test('[cli] tapin test with several jobs reports in scenario order and stops at the first failure', async (t) => {
  const { folder, call } = await folderWith(t, { 'a.yaml': SLOW, 'b.yaml': FAILS, 'c.yaml': PASSES });
  const file = join(folder, 'report.xml');
  const { code, stdout } = await call(['--json', '--until-fail', '--jobs', '2', '--junit', file]);
  t.is(code, 1);
  const played = listOf(fieldsIn(stdout)['scenarios']).map(fieldsOf);
  t.deepEqual(played.map(({ name, seed }) => [name, seed]), [['Slow', 1], ['Fails', 1]]); // oxfmt-ignore
  const cases = [...readFileSync(file, 'utf8').matchAll(/<testcase .* name="(\w+)"/g)].map(([, name]) => name);
  t.deepEqual(cases, ['Slow', 'Fails']);
});

test('[cli] reports a hung or killed scenario as broken with its position, and plays the other scenarios', async (t) => {
  const { call } = await folderWith(t, { 'a.yaml': HANGS, 'b.yaml': PASSES, 'c.yaml': DIES, 'd.yaml': PASSES });
  const { code, stdout } = await call(['--json', '--wall-timeout', '8 s'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DISASTERS)}`,
  });
  t.is(code, 3);
  const scenarios = listOf(fieldsIn(stdout)['scenarios']).map(fieldsOf);
  t.deepEqual(scenarios.map(({ status }) => status), ['error', 'passed', 'error', 'passed']); // oxfmt-ignore
  const [hung, , died] = scenarios;
  t.is(hung?.['message'], 'timed out after 8 s of real time (--wall-timeout), in this step: save x HANG');
  t.deepEqual(hung?.['at'], { file: 'a.yaml', line: 4, column: 5 });
  t.is(died?.['message'], 'its process died (exit code 7), before its first step');
});

test('[cli] parses job counts and times, and names the range if one is invalid', (t) => {
  const { parseArg: jobs } = jobsOption('are played');
  t.is(jobs?.('3', 1), 3);
  t.true(Number(jobs?.('auto', 1)) >= 1);
  for (const wrong of ['0', 'many', '257', '']) t.throws(() => jobs?.(wrong, 1), { message: /auto.* from 1 to 256/ });
  const read = time('It');
  t.deepEqual(['90 s', '1.5s', '5 min', '2 h', '24 h'].map(read), [90_000, 1500, 300_000, 7_200_000, 86_400_000]);
  for (const wrong of ['5', '0 s', '25 h', 'min', ''])
    t.throws(() => read(wrong), { message: 'It must be a time such as 90 s, 5 min or 1 h, at most one day.' });
});

test('[cli] plays one scenario at a time on a running device', async (t) => {
  const on = ['--on', 'panel=http://127.0.0.1:9/?token=x'];
  const { code, stderr } = await runTapin(['test', 'a.yaml', '--jobs', '2', ...on]);
  t.is(code, 2);
  t.is(stderr, 'tapin: a running device plays one scenario at a time; remove --jobs.\n');
});
