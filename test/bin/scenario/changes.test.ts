// Files that a failure names as changed since the scenario last passed.

import test from 'ava';
import { openChanges } from '../../../bin/scenario/changes.ts';
import { NO_HISTORY, type History } from '../../../bin/scenario/history.ts';
import { changedFiles, programSources } from '../../../bin/scenario/sources.ts';
import type { Failure } from '../../../simulation/scenarios/failures/failure.ts';
import { somePlayed } from '../../support/scenario/played.ts';

const FAILURE: Failure = {
  message: 'no',
  problems: ['no'],
  step: '',
  at: null,
  device: 'device',
  lines: [],
  condition: null,
  pictures: null,
  began_ms: 0,
  at_ms: 0,
  batches: null,
  explanation: { quote: [], step: '', nearest: [], meanwhile: [], waited: '', before: [], last_pass: ['- sound holed'], changed: [], replay: '' }, // oxfmt-ignore
};
const FAILED = somePlayed({ status: 'failed', failures: [FAILURE] });

/** History in which the scenario passed on other sources. */
function passedOn(change: (sources: Record<string, string>) => void): History {
  const sources = { ...programSources() };
  change(sources);
  const run = { status: 'passed', seed: 7, wall_ms: 1, backend: 'virtual', sources: 'then', file: '' } as const;
  return { runs: new Map([['drills/lag.yaml', [run]]]), sources: new Map([['then', sources]]) };
}

test('[report] names the files that have changed, appeared and gone since the last pass', (t) => {
  t.deepEqual(changedFiles({ a: '1', b: '2', c: '3' }, { a: '1', b: '9', d: '4' }), ['b', 'c (removed)', 'd (new)']);
  const { added } = openChanges(
    passedOn((sources) => {
      sources['firmware/roll/roll.ts'] = 'other';
      sources['firmware/gone.ts'] = 'x';
    }),
  );
  t.deepEqual(added(FAILED).failures[0]?.explanation?.changed, ['firmware/gone.ts (removed)', 'firmware/roll/roll.ts']);
});

test('[report] names nothing if no pass is known, or only one on another backend', (t) => {
  t.deepEqual(openChanges(NO_HISTORY).added(FAILED).failures[0]?.explanation?.changed, []);
  const { added } = openChanges(passedOn((sources) => void (sources['firmware/roll/roll.ts'] = 'other')));
  t.deepEqual(added({ ...FAILED, backend: 'process' }).failures[0]?.explanation?.changed, []);
});

test('[report] refers to an earlier failure of the run that says the same', (t) => {
  const { shortened } = openChanges(NO_HISTORY);
  t.deepEqual(shortened(FAILED).failures[0]?.explanation?.last_pass, ['- sound holed']);
  const later = shortened({ ...FAILED, file: 'b.yaml' });
  t.deepEqual(later.failures[0]?.explanation?.last_pass, ['the same as in drills/lag.yaml']);
});
