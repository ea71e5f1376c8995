// `tapin test --coverage` and `tapin coverage` in a CI job: merged runs, a report page and a minimum.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[cli] reports coverage as a table, a page and a file, merges runs, and enforces a floor', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('a.yaml'), 'steps:\n  - choose: Settings\n');
  const run = await callTapin(['test', folder, '--coverage', at('out/1'), '--keep', at('kept')]);
  t.is(run.code, 0, run.stderr);
  t.regex(run.stdout, /^machine +states +transitions +guards both ways +all\n(.+\n)+sum /m);
  t.regex(readFileSync(at('out/1/index.html'), 'utf8'), /<h2>navigation<\/h2>/);
  cpSync(at('out/1'), at('out/2'), { recursive: true });
  const all = await callTapin(['coverage', at('out'), '--json', at('all.json'), '--gaps', '--floor', '99.5']);
  t.is(all.code, 1, all.stderr);
  const sum = readFileSync(at('all.json'), 'utf8');
  const navigation = listOf(fieldsIn(sum)['machines']).find(({ id }) => id === 'navigation');
  t.is(navigation?.['started'], 2);
  t.regex(all.stdout, /^navigation: menu · open\.status → status$/m);
  t.notRegex(all.stdout, /^navigation: menu · open\.settings → settings$/m);
  const percent = Number(fieldsOf(fieldsIn(sum)['sum'])['percent']).toFixed(1);
  t.true(all.stdout.endsWith(`\n${percent} % is below the floor of 99.5 %.\n`));
});

test('[cli] refuses missing coverage files and backends other than virtual with a one-line error', async (t) => {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'a.yaml'), 'steps: [plug]');
  for (const [args, expected] of [
    [['coverage', folder], /^tapin: No coverage\.json found in /],
    [['test', folder, '--on', 'process', '--coverage', folder], /^tapin: --coverage requires --on virtual/],
  ] as const) {
    const { code, stdout, stderr } = await callTapin(args);
    t.deepEqual([code, stdout], [2, '']);
    t.regex(stderr.trimEnd(), expected);
    t.is(stderr.split('\n').length, 2);
  }
});
