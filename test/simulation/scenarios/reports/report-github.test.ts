// Tests of the GitHub output of a run: commands and Markdown that no screen text, name or message can break.

import test from 'ava';
import { annotationsOf, jobSummaryOf } from '../../../../simulation/scenarios/reports/report-github.ts';
import type { PlayedScenario } from '../../../../simulation/scenarios/reports/report.ts';
import { somePlayed } from '../../../support/scenario/played.ts';

const FAILED = somePlayed({
  status: 'failed',
  message: 'no line has "100%,\n::error::" in it',
  at: { file: 'drills/lag.yaml', line: 12, column: 5 },
});

test('[report] annotates a failure at its scenario line, and its text can not inject commands', (t) => {
  const path = (file: string): string => `repo/${file}`;
  const broken = somePlayed({ status: 'error', name: 'A: b, c', message: 'it has gone' });
  const skipped = somePlayed({ status: 'skipped', message: 'no power' });
  t.deepEqual(annotationsOf([somePlayed(), FAILED, broken, skipped], path), [
    '::error file=repo/drills/lag.yaml,line=12,col=5,title=Lag putting::no line has "100%25,%0A::error::" in it',
    '::error file=repo/drills/lag.yaml,line=1,col=1,title=A%3A b%2C c::it has gone',
  ]);
  const quarantine = { reason: 'The cable', until: '2026-12-31' };
  t.deepEqual(annotationsOf([{ ...broken, name: 'x', quarantine }], path), [
    '::warning file=repo/drills/lag.yaml,line=1,col=1,title=x::it has gone (in quarantine until 2026-12-31: The cable)',
  ]);
});

test('[report] summarizes the counts, and each failure’s place, message and screen', (t) => {
  const text = jobSummaryOf([somePlayed(), { ...FAILED, lines: ['Lag putting', '# 3 < 4 & `ok`'] }], 1234);
  t.is(
    text,
    String.raw`### Scenarios: 1 passed, 1 failed in 1.2 s

#### Failed: Lag putting

${'`'} drills/lag.yaml:12:5 ${'`'} (seed 7): no line has "100%, \:\:error\:\:" in it

The screen of Kitchen:

${'```'}text
Lag putting
# 3 < 4 & ${'`ok`'}
${'```'}
`,
  );
});

test('[report] keeps screens inside their code block and escapes Markdown and HTML in names', (t) => {
  const hostile = ['````', '</details>', '```', '<script>'];
  const text = jobSummaryOf([{ ...FAILED, name: '<b>*a*\n# b | [c](d) @e', lines: hostile }], 0);
  t.true(text.includes(['`````text', ...hostile, '`````'].join('\n')), text);
  t.true(text.includes(String.raw`#### Failed: \<b\>\*a\* \# b \| \[c\]\(d\) \@e`), text);
});

test('[report] lists the first twenty failures and the number of further ones', (t) => {
  const all = Array.from({ length: 23 }, (_, at): PlayedScenario => ({ ...FAILED, name: `n${at}` }));
  const text = jobSummaryOf(all, 0);
  t.deepEqual([text.split('#### ').length - 1, text.includes('And 3 more.')], [20, true]);
});

test('[report] lists failures in quarantine separately in the summary', (t) => {
  const quarantine = { reason: 'The cable', until: '2026-12-31' };
  const text = jobSummaryOf([{ ...FAILED, message: 'gone', quarantine }, somePlayed({ quarantine })], 0);
  t.is(
    text,
    String.raw`### Scenarios: 0 passed, 2 in quarantine in 0.0 s

Failing in quarantine:

- ${'`'} drills/lag.yaml ${'`'}: gone (in quarantine until 2026\-12\-31\: The cable)
`,
  );
});
