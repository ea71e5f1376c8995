// Each benchmark once, with tiny counts: it ends, and gives its figures. What they are is nothing to test.

import test from 'ava';
import { BENCHES, figuresOf } from '../../bench/benches.ts';

for (const name of Object.keys(BENCHES))
  test.serial(`[repository] the benchmark ${name} runs to its end and gives figures`, async (t) => {
    let figures = 0;
    for await (const printed of figuresOf(name, 'tiny')) {
      figures++;
      if ('value' in printed) t.regex(printed.value, /^-?[\d,.]+( \S+)?$/, printed.what);
      else for (const { name, cells } of printed.rows) for (const cell of cells) t.regex(cell, /^(-?[\d,.]+|–)$/, name);
    }
    t.true(figures > 0);
  });
