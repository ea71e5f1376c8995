// Runs each benchmark once with tiny counts, and checks that it finishes and prints figures. Their values are not
// tested.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { BENCHES, figuresOf } from '../../bench/benches.ts';

const FIGURE = /^-?[\d,.]+( \S+)?$/;
/** A small machine takes a control group, which not every machine has. */
const FIGURE_OR_NONE = /^(-?[\d,.]+( \S+)?|not measured)$/;

for (const name of Object.keys(BENCHES))
  test.serial(`[repository] runs the benchmark ${name} to its end and prints figures`, async (t) => {
    let figures = 0;
    for await (const printed of figuresOf(name, 'tiny')) {
      figures++;
      if ('value' in printed) t.regex(printed.value, name === 'small-machine' ? FIGURE_OR_NONE : FIGURE, printed.what);
      else for (const { name, cells } of printed.rows) for (const cell of cells) t.regex(cell, /^(-?[\d,.]+|–)$/, name);
    }
    t.true(figures > 0);
  });

test('[repository] rejects an option of another benchmark in one line', (t) => {
  const run = fileURLToPath(new URL('../../bench/run.ts', import.meta.url));
  const answerTo = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [run, ...args], { encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const refused = (stderr: string) => ({ status: 2, stdout: '', stderr });
  t.deepEqual(answerTo('wakes', '--held', '5'), refused('--held requires the benchmark relay alone.\n'));
  t.deepEqual(answerTo('--held', '5'), refused('--held requires the benchmark relay alone.\n'));
  t.deepEqual(answerTo('relay', '--held', '100001'), refused('--held takes a whole number from 1 to 100000.\n'));
});
