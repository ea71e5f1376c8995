// Tests of scenario reports: for people, and in the formats that CI reads; Python reads the JUnit file.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as v from 'valibot';
import {
  countsOf,
  exitCodeOf,
  jsonOf,
  linesOf,
  summaryOf,
  tapOf,
} from '../../../../simulation/scenarios/reports/report.ts';
import { junitOf } from '../../../../simulation/scenarios/reports/report-junit.ts';
import { fieldsIn, readAs } from '../../../support/read-json.ts';
import { somePlayed } from '../../../support/scenario/played.ts';
import { pythonTest } from '../../../support/process/python.ts';
import { temporaryFolder } from '../../../support/process/temporary-folder.ts';

const FAILED = somePlayed({
  status: 'failed',
  message: 'no screen line contains "Holed" & <more>',
  at: { file: 'drills/lag.yaml', line: 12, column: 5 },
  lines: ['Lag \u0007putting', '<Putt> 1 & "2"'],
  artefacts: ['kept/screen.png'],
});
const BROKEN = somePlayed({ status: 'error', message: 'the port has gone', lines: [] });
const SKIPPED = somePlayed({
  status: 'skipped',
  name: 'With # a \\ name',
  message: 'needs power, which a rig lacks',
});
const ALL = [somePlayed({ screenshots: ['kept/a.png'] }), FAILED, BROKEN, SKIPPED];

test('[report] prints a line for a pass; place, reason, screen and saved files for a failure', (t) => {
  t.deepEqual(linesOf(somePlayed()), ['ok   drills/lag.yaml: Lag putting (3 steps, 1 putt; 12.3 s of play in 0.3 s)']);
  t.deepEqual(linesOf(FAILED).slice(1), [
    '     drills/lag.yaml:12:5: no screen line contains "Holed" & <more>',
    '     the screen of Kitchen:',
    String.raw`       Lag \u0007putting`,
    '       <Putt> 1 & "2"',
    '     kept: kept/screen.png',
  ]);
  t.deepEqual(linesOf(BROKEN).slice(1), ['     the port has gone', '     the screen of Kitchen:', '       (the device is off)']); // oxfmt-ignore
  t.deepEqual(linesOf({ ...BROKEN, device: '' }).slice(1), ['     the port has gone']);
  t.deepEqual(linesOf(SKIPPED), ['skip drills/lag.yaml: With # a \\ name: needs power, which a rig lacks']);
  t.is(summaryOf(countsOf(ALL), 1234), '1 passed, 1 failed, 1 broken, 1 skipped in 1.2 s');
  t.is(summaryOf(countsOf([somePlayed()]), 60), '1 passed in 0.1 s');
});

test('[report] distinguishes failures from errors in the exit code and ignores skipped ones', (t) => {
  t.is(exitCodeOf(countsOf([somePlayed(), SKIPPED])), 0);
  t.is(exitCodeOf(countsOf(ALL)), 1);
  t.is(exitCodeOf(countsOf([somePlayed(), BROKEN])), 3);
});

test('[report] writes a TAP line per scenario, with skip reasons and failure details', (t) => {
  const lines = tapOf(ALL).split('\n');
  t.deepEqual(lines.slice(0, 4), ['TAP version 14', '1..4', 'ok 1 - Lag putting', 'not ok 2 - Lag putting']);
  t.deepEqual(lines.slice(4, 6), ['  ---', '  severity: fail']);
  t.true(lines.includes('  at: "drills/lag.yaml:12:5"'));
  t.true(lines.includes('ok 4 - With \\# a \\\\ name # SKIP needs power, which a rig lacks'));
});

test('[report] writes every field and the counts as JSON', (t) => {
  const { version, counts, scenarios } = fieldsIn(jsonOf(ALL, '1.2.3'));
  t.deepEqual([version, counts], ['1.2.3', { passed: 1, flaky: 0, failed: 1, error: 1, skipped: 1, quarantined: 0 }]);
  const plain = ALL.map(({ journal: _journal, film: _film, ...played }) => played);
  t.deepEqual(scenarios, JSON.parse(JSON.stringify(plain)));
});

test('[report] counts quarantined scenarios separately, never as failures, in every format', (t) => {
  const quarantine = { reason: 'The #1 cable', until: '2026-12-31' };
  const held = [FAILED, BROKEN, SKIPPED, somePlayed()].map((one) => ({ ...one, quarantine }));
  const counts = countsOf([...held, somePlayed()]);
  t.deepEqual(counts, { passed: 1, flaky: 0, failed: 0, error: 0, skipped: 0, quarantined: 4 });
  t.is(exitCodeOf(counts), 0);
  t.is(summaryOf(counts, 1000), '1 passed, 4 in quarantine in 1.0 s');
  t.is(linesOf({ ...FAILED, quarantine })[0], 'quar drills/lag.yaml: Lag putting (3 steps, 1 putt; 12.3 s of play in 0.3 s), in quarantine until 2026-12-31: The #1 cable'); // oxfmt-ignore
  t.true(linesOf({ ...FAILED, quarantine }).includes('     kept: kept/screen.png'));
  t.regex(linesOf(somePlayed({ quarantine })).join(), /^ok {3}.*, in quarantine until 2026-12-31: The #1 cable$/);
  t.deepEqual(tapOf(held).split('\n').filter((line) => /^(not )?ok/.test(line)), [
    String.raw`not ok 1 - Lag putting # TODO in quarantine until 2026-12-31: The \#1 cable`,
    String.raw`not ok 2 - Lag putting # TODO in quarantine until 2026-12-31: The \#1 cable`,
    String.raw`ok 3 - With \# a \\ name # SKIP needs power, which a rig lacks`,
    String.raw`ok 4 - Lag putting # TODO in quarantine until 2026-12-31: The \#1 cable`,
  ]); // oxfmt-ignore
  const junit = junitOf(held, '1.2.3');
  t.regex(junit, /<testsuites tests="4" failures="0" errors="0" skipped="3" /);
  t.true(junit.includes('<skipped message="in quarantine until 2026-12-31: The #1 cable; drills/lag.yaml:12:5: no screen line contains &quot;Holed&quot; &amp; &lt;more&gt;"/>')); // oxfmt-ignore
  t.is(junit.split('<property name="quarantine" value="in quarantine until 2026-12-31: The #1 cable"/>').length - 1, 4);
});

const READER = `
import sys, json, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
cases = [[case.get('classname'), case.get('name'), [[child.tag, child.get('message'), child.text] for child in case if child.tag != 'properties'],
  [p.get('value') for p in case.iter('property') if p.get('name') == 'attachment']] for case in root.iter('testcase')]
print(json.dumps([root.attrib, cases]))
`;

pythonTest(
  '[report] a JUnit parser reads the counts, the failures with their texts, and the attachments',
  async (t) => {
    const file = join(await temporaryFolder(t), 'report.xml');
    writeFileSync(file, junitOf(ALL, '1.2.3'));
    const parsed: unknown = JSON.parse(execFileSync('python3', ['-c', READER, file], { encoding: 'utf8' }));
    const child = v.tuple([v.string(), v.nullable(v.string()), v.nullable(v.string())]);
    const testcase = v.tuple([v.string(), v.string(), v.array(child), v.array(v.string())]);
    const [totals, cases] = readAs(v.tuple([v.record(v.string(), v.string()), v.array(testcase)]), parsed);
    t.deepEqual(totals, { tests: '4', failures: '1', errors: '1', skipped: '1', time: '1.000' });
    t.deepEqual(cases.map(([classname, name]) => [classname, name]), [['drills/lag', 'Lag putting'], ['drills/lag', 'Lag putting'], ['drills/lag', 'Lag putting'], ['drills/lag', 'With # a \\ name']]); // oxfmt-ignore
    t.deepEqual(cases[0]?.slice(2), [[['system-out', null, '[[ATTACHMENT|kept/a.png]]']], ['kept/a.png']]);
    t.deepEqual(cases[1]?.[2], [
      [
        'failure',
        FAILED.message,
        `drills/lag.yaml:12:5: ${FAILED.message}\nthe screen of Kitchen:\nLag \\u0007putting\n<Putt> 1 & "2"`,
      ],
      ['system-out', null, '[[ATTACHMENT|kept/screen.png]]'],
    ]);
    t.deepEqual(cases[2]?.[2][0]?.slice(0, 2), ['error', 'the port has gone']);
    t.deepEqual(cases[3]?.[2][0]?.slice(0, 2), ['skipped', SKIPPED.message]);
  },
);
