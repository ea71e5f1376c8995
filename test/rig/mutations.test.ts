// Checks that the rig's mutations apply: the text that each one replaces occurs once in its file.

import { readFileSync } from 'node:fs';
import test from 'ava';
import { MUTATIONS } from '../../rig/mutations.ts';

for (const { name, file, right, wrong } of MUTATIONS)
  test(`[rig] mutation applies: ${name}`, (t) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    t.is(text.split(right).length, 2);
    t.not(right, wrong);
  });
