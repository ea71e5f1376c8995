// Tests of the simulation itself: each mutation is detected, by a rule it breaks.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import * as v from 'valibot';
import { MUTATIONS, type Mutation } from './mutations.ts';
import { readAs } from '../../support/read-json.ts';

const PLANT = fileURLToPath(new URL('mutate.ts', import.meta.url));
const TAPIN = fileURLToPath(new URL('../../../bin/tapin.ts', import.meta.url));
const SEEDS = 8;

/** Returns the simulation's output with a mutation: for the seed known to find it, or else for several. */
async function foundWith(bug: Mutation): Promise<string> {
  const known = await simulated(bug, bug.seed ?? 1, 1);
  return known.includes(' violated: ') ? known : simulated(bug, 1, SEEDS);
}

/** Runs the simulation. It exits with code 1 on a broken rule. */
async function simulated({ name, relays = 1, hours = 0.5 }: Mutation, seed: number, runs: number): Promise<string> {
  const env = { ...process.env, TAPIN_PLANT: name };
  const args = [
    '--import',
    PLANT,
    TAPIN,
    'simulate',
    '--seed',
    `${seed}`,
    '--runs',
    `${runs}`,
    '--hours',
    `${hours}`,
    '--relays',
    `${relays}`,
  ];
  try {
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  } catch (thrown) {
    const ended = v.object({ code: v.nullable(v.number()), stdout: v.string(), stderr: v.string() });
    const { code, stdout, stderr } = readAs(ended, thrown);
    return code === 1 ? stdout : `exit code ${code}: ${stderr}`;
  }
}

test('[simulation] has at least fifteen mutations with distinct names', (t) => {
  t.true(MUTATIONS.length >= 15);
  t.is(new Set(MUTATIONS.map(({ name }) => name)).size, MUTATIONS.length);
});

test('[simulation] finds the line of each mutation exactly once in its file', (t) => {
  const found = ({ file, right }: Mutation): number =>
    readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').split(right).length - 1;
  for (const bug of MUTATIONS) t.is(found(bug), 1, bug.name);
});

for (const bug of MUTATIONS)
  test.serial(`[${bug.rules[0]}] detects the mutation: ${bug.name}`, async (t) => {
    const printed = await foundWith(bug);
    const rule = /^seed \d+: rule (\S+) violated: /m.exec(printed)?.[1] ?? 'nothing';
    t.true(bug.rules.includes(rule), `found ${rule}: ${printed.slice(0, 300)}`);
    t.regex(printed, /^reproduce: tapin simulate --seed \d+ --hours 0\.\d --devices 4/m);
  });
