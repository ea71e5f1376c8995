// Each benchmark once, with tiny counts: it ends, and gives its figures. What they are is nothing to test.

import test from 'ava';
import { BENCHES, figuresOf } from '../../bench/benches.ts';

for (const name of Object.keys(BENCHES))
  test.serial(`[repository] the benchmark ${name} runs to its end and gives figures`, async (t) => {
    let figures = 0;
    for await (const { what, value } of figuresOf(name, 'tiny')) {
      figures++;
      t.regex(value, /^-?[\d,.]+( \S+)?$/, what);
    }
    t.true(figures > 0);
  });
