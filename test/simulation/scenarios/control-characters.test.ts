// Tests of hostile names and strings in all output of a scenario: none breaks a line, controls a terminal, or hides the
// rest of the output.

import test from 'ava';
import { junitOf } from '../../../simulation/scenarios/reports/report-junit.ts';
import { annotationsOf, jobSummaryOf } from '../../../simulation/scenarios/reports/report-github.ts';
import { jsonOf, linesOf, tapOf, type PlayedScenario } from '../../../simulation/scenarios/reports/report.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import { scenarioText } from '../../../simulation/recordings/scenario-text.ts';
import { signalsOf } from '../../../simulation/timeline/signals-of.ts';
import { vcdText } from '../../../simulation/timeline/vcd-text.ts';
import { readText } from '../../support/scenario/scenario.ts';
import { valueOf } from '../../support/results.ts';

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const EVIL = 'a\u001b[2J\r\nok b\u0000\u0007\u007f\u009b31m\u202egnp.\u2028c\t';

const played = (more: Partial<PlayedScenario>): PlayedScenario => ({
  status: 'failed',
  message: `no line has ${EVIL}`,
  at: { file: `${EVIL}.yaml`, line: 1, column: 1 },
  device: EVIL,
  lines: [EVIL],
  failures: [
    {
      message: EVIL,
      problems: [EVIL, EVIL],
      step: EVIL,
      at: { file: `${EVIL}.yaml`, line: 1, column: 1 },
      device: EVIL,
      lines: [EVIL],
      condition: null,
      pictures: null,
      began_ms: 0,
      at_ms: 0,
      batches: null,
      explanation: { step: EVIL, changed: [EVIL], quote: [EVIL], nearest: [EVIL], meanwhile: [EVIL], waited: EVIL, before: [EVIL], last_pass: [EVIL], replay: EVIL }, // oxfmt-ignore
    },
  ],
  journal: [],
  film: null,
  steps: 1,
  putts: 0,
  screenshots: [`${EVIL}.png`],
  played_ms: 0,
  file: `${EVIL}.yaml`,
  name: EVIL,
  seed: 1,
  backend: 'virtual',
  wall_ms: 0,
  artefacts: [`${EVIL}/log.txt`],
  ...more,
});

const ALL = [
  played({}),
  played({ status: 'passed', retried: EVIL }),
  played({ status: 'skipped' }),
  played({ rig: EVIL, quarantine: { reason: EVIL, until: '2026-12-31' } }),
];

for (const [name, textOf] of [
  ['lines', (one: PlayedScenario) => linesOf(one).join('\n')],
  ['TAP', (one: PlayedScenario) => tapOf([one])],
  ['JSON', (one: PlayedScenario) => jsonOf([one], '1')],
  ['JUnit', (one: PlayedScenario) => junitOf([one], '1')],
  ['annotations', (one: PlayedScenario) => annotationsOf([one], (file) => file).join('\n')],
  ['the summary of a job', (one: PlayedScenario) => jobSummaryOf([one], 0)],
] as const)
  test(`[report] ${name} of a hostile scenario have no invisible character`, (t) => {
    for (const one of ALL) t.notRegex(textOf(one), UNSEEN);
  });

test('[report] keeps a name with line feeds on its line, in lines and in TAP', (t) => {
  t.is(linesOf(played({ status: 'passed' })).length, 1);
  t.false(linesOf(played({})).some((line) => line.startsWith('ok b')));
  t.false(
    tapOf(ALL)
      .split('\n')
      .some((line) => line.startsWith('ok b')),
  );
  t.is(tapOf([played({ status: 'passed', name: 'a\nok 2 - b' })]).split('\n').length, 4);
});

test('[report] keeps each log entry of a scenario on one line regardless of the device names', async (t) => {
  const scenario = valueOf(t, readText('steps: [plug]'));
  const backend = await openVirtualBackend({
    ...scenario,
    devices: [{ ...scenario.devices[0]!, name: 'a\u001b[2J b' }],
  });
  await backend.target('a\u001b[2J b').plug(false);
  await backend.pass(3000);
  await backend.close();
  t.true(backend.log().length > 0);
  for (const line of backend.log()) t.notRegex(line, UNSEEN);
  t.regex(backend.log().join(''), /a\\u001b\[2J b/);
});

test('[report] a recording written as a scenario has no comment that ends early', (t) => {
  const text = scenarioText(
    { name: EVIL, seed: 1, cloud: false, wifi: false, devices: [{ device: EVIL, records: new Map() }] },
    [
      { device: EVIL, at_ms: 0, name: '#', value: 'x\n  - power: cut' },
      { device: EVIL, at_ms: 0, name: 'choose', value: EVIL },
    ],
  );
  t.false(text.split('\n').some((line) => line.startsWith('  - power')));
});

test('[timeline] gives each device its own scope in a VCD regardless of the names', (t) => {
  const scopesOf = (...names: readonly string[]) => [...new Set(signalsOf(names).map(({ scope }) => scope))];
  t.deepEqual(scopesOf('عبد', 'A b', 'A_b', 'A_b_2', '例え話', 'B'), ['___', 'A_b', 'A_b_2', 'A_b_2_2', '____2', 'B']);
  const text = [...vcdText(signalsOf(['a\n$end', 'b']), [], { comment: 'x $end\n$scope', unit_ns: 1000 })].join('');
  t.is(text.split('\n')[0], '$comment x _end\\u000a_scope $end');
  t.deepEqual(text.match(/\$scope module \S+ \$end/g), ['$scope module a__end $end', '$scope module b $end']);
});
