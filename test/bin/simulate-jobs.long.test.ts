// `tapin simulate --jobs` and `--junit`: seeds in order for any number of jobs, and one case for each.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { simulate } from '../../simulation/sessions/simulate.ts';
import { caseOf, linesOf } from '../../bin/simulation/report-simulations.ts';
import { runOnTerminal } from '../support/process/terminal.ts';
import { runTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const SHORT = ['simulate', '--hours', '0.01', '--devices', '2'];
/** Worker preload that kills the process at this seed. */
const DEATH = `process.on('message', ({ call }) => call?.seed === 12 && process.exit(7))`;
const PLANT = new URL('../simulation/sessions/mutate.ts', import.meta.url).href;
const withoutRates = (text: string): string => text.replaceAll(/, \d+x real time/g, '');

test('[simulation] several jobs print the lines of one up to the first failure, and a JUnit case each', async (t) => {
  const report = join(await temporaryFolder(t), 'report.xml');
  const alone = await simulate({ seed: 11, hours: 0.01, devices: 2 });
  const one = `seed 11: 119 s, ${alone.events} events, ${alone.digest.slice(0, 16)}\n`;
  const several = await runTapin([...SHORT, '--seed', '11', '--runs', '9', '--jobs', '2', '--junit', report], '', {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DEATH)}` },
  });
  t.is(several.code, 1);
  const what = 'seed 12: rule crash violated: its process died (exit code 7)\nlast events:\n';
  const again =
    'reproduce: tapin simulate --seed 12 --hours 0.01 --devices 2 --events events.txt --trace session.trace.json\n';
  t.is(withoutRates(several.stdout), `${one}${what}${again}`);
  const junit = readFileSync(report, 'utf8');
  t.regex(junit, /<testsuites tests="2" failures="1" errors="0" skipped="0"/);
  t.regex(junit, /<testcase classname="simulate\.2 devices" name="seed 11, 0\.01 h" time="\d/);
});

test('[simulation] a failed case has the rule, the seed, the last events and the command to rerun it', (t) => {
  const call = { hours: 5, devices: 4, relays: 1, without: [] };
  const failure = { rule: 'R31', what: 'an input was lost', newest: ['1.000 host sends', '2.000 guest sends'] };
  const one = {
    seed: 7,
    plan: null,
    events: 12,
    digest: 'abc',
    virtual_s: 30,
    took_ms: 1500,
    rules: {},
    coverage: null,
    failure,
  };
  const text = [
    'seed 7: rule R31 violated: an input was lost',
    'last events:',
    '1.000 host sends',
    '2.000 guest sends',
    'reproduce: tapin simulate --seed 7 --hours 5 --devices 4 --events events.txt --trace session.trace.json',
  ];
  t.deepEqual(linesOf(one, call), text);
  const { verdict, properties, ms } = caseOf(one, call);
  t.deepEqual(verdict, { tag: 'failure', type: 'R31', message: 'rule R31 violated: an input was lost', text: text.join('\n') }); // oxfmt-ignore
  t.deepEqual([new Map(properties).get('rule'), new Map(properties).get('seed'), ms], ['R31', 7, 1500]);
  t.is(caseOf({ ...one, failure: null }, call).verdict, null);
});

test('[simulation] shows progress and speed of a seed on a terminal, then clears it', async (t) => {
  const { code, text } = await runOnTerminal(t, [...SHORT, '--seed', '11']);
  t.is(code, 0);
  t.regex(text, /\[1\/1\] seed 11: \d+ s of 36 s, \d+x real time/);
  t.regex(text.slice(text.lastIndexOf('[2K')), /^\[2Kseed 11: 119 s, \d+ events, [0-9a-f]{16}, \d+x real time\r\n$/);
});

test('[simulation] refuses --events with several jobs', async (t) => {
  const { code, stderr } = await runTapin([...SHORT, '--events', 'e.txt', '--jobs', '2']);
  t.deepEqual([code, stderr], [2, 'tapin: --events requires sequential seeds; remove --jobs.\n']);
});

test('[simulation] --coverage writes a page, a file and a seed list that --seeds replays', async (t) => {
  const folder = await temporaryFolder(t);
  const runs = ['--seed', '11', '--runs', '2', '--coverage', join(folder, 'out')];
  const covered = await runTapin([...SHORT, ...runs]);
  t.is(covered.code, 0, covered.stderr);
  t.regex(covered.stdout, /\nsum +\d+\/\d+ /);
  t.regex(covered.stdout, /\nrules: \d+ of 50 checked, .*; never /);
  t.regex(covered.stdout, /\nseeds with new coverage: 11 \(\d+\).*; stored in seeds\.txt\n$/);
  t.regex(readFileSync(join(folder, 'out/index.html'), 'utf8'), /^<!doctype html>/i);
  t.regex(readFileSync(join(folder, 'out/coverage.json'), 'utf8'), /"format": "tapin-coverage"/);
  t.regex(readFileSync(join(folder, 'out/seeds.txt'), 'utf8'), /^11\n/);
  const [first = ''] = covered.stdout.split('\n');
  const again = await runTapin([...SHORT, '--seeds', join(folder, 'out/seeds.txt')]);
  t.is(withoutRates(again.stdout.split('\n')[0] ?? ''), withoutRates(first), 'coverage does not change the run');
});

for (const [what, text, sentence] of [
  ['something else', '7\neight\n', /^tapin: \S*seeds\.txt must have one seed per line: "eight" is not a seed\.\n$/],
  ['nothing', '\n', /^tapin: \S*seeds\.txt must have one seed per line: it is empty\.\n$/],
  ['no file', null, /^tapin: \S*seeds\.txt can't be read: no such file\.\n$/],
] as const)
  test(`[simulation] prints a one-line error for a seed list with ${what}`, async (t) => {
    const path = join(await temporaryFolder(t), 'seeds.txt');
    if (text !== null) writeFileSync(path, text);
    const { code, stdout, stderr } = await runTapin([...SHORT, '--seeds', path]);
    t.deepEqual([code, stdout], [2, '']);
    t.regex(stderr, sentence);
  });

test('[simulation] --without omits a fault, and an unknown one lists the known faults', async (t) => {
  const wrong = await runTapin([...SHORT, '--without', 'partitions,rain']);
  t.is(wrong.code, 2);
  t.regex(wrong.stderr, /^[^\n]*must be one or more of partitions, half_opens, [^\n]*\n$/);
  const alone = await simulate({ seed: 11, hours: 0.01, devices: 2, without: ['lose_request', 'tail'] });
  const { stdout } = await runTapin([...SHORT, '--seed', '11', '--without', 'tail,lose_request']);
  t.regex(stdout, new RegExp(`, ${alone.digest.slice(0, 16)}, `));
});

test('[simulation] --shrink prints a command that breaks the same rule with fewer events', async (t) => {
  const env = { TAPIN_PLANT: 'requests are held for 25 s', NODE_OPTIONS: `--import=${PLANT}` };
  const found = await runTapin(['simulate', '--hours', '0.2', '--shrink'], '', { env });
  t.is(found.code, 1);
  const events = (text: string): number => Number(/(\d+) events/.exec(text)?.[1]);
  const [, size = '', smaller = ''] = /\nsmallest failure, (.*): tapin (simulate .*)\n$/.exec(found.stdout) ?? [];
  const again = await runTapin(smaller.split(' '), '', { env });
  t.is(again.code, 1);
  t.is(/ (R45) violated/.exec(again.stdout)?.[1], / (R45) violated/.exec(found.stdout)?.[1]);
  t.true(events(size) < 200, size);
});
