// Tests of the rules that the simulation checks: those named in the code and in the documentation, and how often each
// is checked.

import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { addedCounts, CHECKED_RULES, rulesLine } from '../../../../simulation/sessions/checked-rules.ts';
import { simulate } from '../../../../simulation/sessions/simulate.ts';

const source = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('[simulation] checks each listed rule and lists each checked one', (t) => {
  const files = readdirSync(new URL('../../../../simulation/sessions/rules/', import.meta.url)).map(
    (file) => `rules/${file}`,
  );
  const named = [...files, 'liveness.ts'].flatMap(
    (file) => source(`simulation/sessions/${file}`).match(/(?<=')[RC]\d+(?=')/g) ?? [],
  );
  t.deepEqual([...new Set(named)].sort(), [...CHECKED_RULES].sort());
});

test('[simulation] documents the same rules', (t) => {
  const [, listed = ''] = /holds the rules that can be seen there: ([^.]*)\./.exec(source('docs/simulation.md')) ?? [];
  const ids = [...listed.matchAll(/([RC])(\d+)(?:–R(\d+))?/g)].flatMap(([, letter, first, last]) =>
    Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, n) => `${letter}${Number(first) + n}`),
  );
  t.deepEqual(ids.sort(), [...CHECKED_RULES].sort());
});

test('[simulation] counts how often each rule is checked, even in concurrent runs', async (t) => {
  const [one, other, alone] = await Promise.all([
    simulate({ seed: 7, hours: 0.02, devices: 2 }),
    simulate({ seed: 8, hours: 0.02, devices: 3 }),
    simulate({ seed: 7, hours: 0.02, devices: 2 }),
  ]);
  t.deepEqual(one.rules, alone.rules);
  t.notDeepEqual(one.rules, other.rules);
  t.true((one.rules.R16 ?? 0) >= 10 && one.rules.R59 !== undefined);
});

test('[simulation] names the rarest, the most frequent and the unchecked rules', (t) => {
  const all = Object.fromEntries(CHECKED_RULES.map((rule) => [rule, 100]));
  t.is(rulesLine({ ...all, R7: 1, R43: 12_345 }), 'rules: 50 of 50 checked, R7 1 time to R43 12,345 times');
  const { R42: _, R148: __, ...some } = all;
  t.regex(rulesLine(some), /^rules: 48 of 50 checked, .*; never R42, R148$/);
  t.regex(rulesLine({}), /^rules: 0 of 50 checked; never R1, R2, /);
  t.deepEqual(addedCounts([{ R1: 2 }, { R1: 3, R2: 1 }]), { R1: 5, R2: 1 });
});
