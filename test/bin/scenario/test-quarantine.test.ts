// `tapin test --quarantine`, including in a GitHub job: which results fail a run, and where they are reported.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

async function call(t: ExecutionContext, quarantine: string, ...args: readonly string[]) {
  const cwd = await temporaryFolder(t);
  writeFileSync(join(cwd, 'a.yaml'), 'name: Known\nsteps:\n  - expect: Nonsense\n');
  writeFileSync(join(cwd, 'b.yaml'), 'name: Passes\nsteps:\n  - expect: { page: menu }\n');
  writeFileSync(join(cwd, 'list'), quarantine);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
  const { code, stdout, stderr } = await callTapin(['test', 'a.yaml', 'b.yaml', ...args], { cwd, env });
  return { code, stdout, wrong: stderr.trimEnd().split('\n'), cwd };
}

const HELD = '- { scenarios: [Known], reason: The cable, until: 2999-12-31 }\n';

test.serial(
  '[cli] quarantined failures do not fail a run, stale entries are reported, and GitHub gets annotations',
  async (t) => {
    const { code, stdout, wrong, cwd } = await call(t, `${HELD}- { scenarios: [gone.yaml], reason: x, until: 2999-12-31 }`, '--quarantine', 'list'); // oxfmt-ignore
    t.is(code, 0);
    t.deepEqual(wrong, ['tapin: list:2:3: no scenario matches gone.yaml; remove the entry.']);
    const lines = stdout.trimEnd().split('\n');
    const token = /^::stop-commands::([0-9a-f-]{36})$/.exec(lines[0] ?? '')?.[1];
    t.regex(lines[1] ?? '', /^quar a\.yaml: Known .*, in quarantine until 2999-12-31: The cable$/);
    t.regex(lines.at(-3) ?? '', /^1 passed, 1 in quarantine in /);
    t.deepEqual(lines.slice(-2), [
      `::${token}::`,
      '::warning file=a.yaml,line=3,col=5,title=Known::no screen line contains "Nonsense" (in quarantine until 2999-12-31: The cable)',
    ]);
    t.regex(readFileSync(join(cwd, 'summary.md'), 'utf8'), /^### Scenarios: 1 passed, 1 in quarantine in /);
  },
);

test.serial('[cli] an expired entry excuses nothing and fails the run', async (t) => {
  const { code, stdout, wrong } = await call(t, '- { scenarios: [b.yaml], reason: The cable, until: 2020-02-29 }', '--filter', 'b.yaml', '--json', '--quarantine', 'list'); // oxfmt-ignore
  t.is(code, 1);
  t.deepEqual(listOf(fieldsIn(stdout)['scenarios']).map(fieldsOf).map(({ status, quarantine }) => [status, quarantine]), [['passed', undefined]]); // oxfmt-ignore
  t.is(
    wrong.at(-1),
    'tapin: list:1:3: this quarantine expired after 2020-02-29; fix the problem, or set a later date (The cable).',
  );
});

test.serial('[cli] --quarantine-verify plays only quarantined scenarios', async (t) => {
  const { code, stdout } = await call(t, HELD, '--list', '--quarantine', 'list', '--quarantine-verify');
  t.deepEqual([code, stdout.trimEnd().split('\n').at(-1)], [0, 'a.yaml: Known']);
});

test.serial('[cli] refuses an invalid quarantine in one line and plays nothing', async (t) => {
  const { code, stdout, wrong } = await call(t, '- { scenarios: [a] }', '--quarantine', 'list');
  t.deepEqual(
    [code, stdout, wrong],
    [2, '', ['tapin: list:1:3: An entry must have scenarios, reason and until, and optionally on.']],
  );
});
