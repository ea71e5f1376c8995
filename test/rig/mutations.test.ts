// The faults that the rig plants can be planted: what each changes stands in its file, once.

import { readFileSync } from 'node:fs';
import test from 'ava';
import { MUTATIONS } from '../../rig/mutations.ts';

for (const { name, file, right, wrong } of MUTATIONS)
  test(`[rig] planted: ${name}`, (t) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    t.is(text.split(right).length, 2);
    t.not(right, wrong);
  });
