// `tapin simulate --jobs` and `--junit`: the seeds in their order, however many are played at once, and a case for each.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { simulate } from '../../simulation/simulate.ts';
import { caseOf, linesOf } from '../../bin/report-simulations.ts';
import { runOnTerminal } from '../support/terminal.ts';
import { runTapin } from '../support/tapin-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SHORT = ['simulate', '--hours', '0.01', '--devices', '2'];
/** The process that plays this seed dies of it. */
const DEATH = `process.on('message', ({ call }) => call?.seed === 12 && process.exit(7))`;
const withoutRates = (text: string): string => text.replaceAll(/, \d+ s a second/g, '');

test('[simulation] with several jobs the lines are those of one, up to the first seed that fails, and JUnit has a case for each', async (t) => {
  const report = join(await temporaryFolder(t), 'report.xml');
  const alone = await simulate({ seed: 11, hours: 0.01, devices: 2 });
  const one = `seed 11: 119 s, ${alone.events} events, ${alone.digest.slice(0, 16)}\n`;
  const several = await runTapin([...SHORT, '--seed', '11', '--runs', '9', '--jobs', '2', '--junit', report], '', {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(DEATH)}` },
  });
  t.is(several.code, 1);
  const what = 'seed 12: crash does not hold: the process that played it has died (exit code 7)\nthe last events:\n';
  const again =
    'again: tapin simulate --seed 12 --hours 0.01 --devices 2 --events events.txt --trace session.trace.json\n';
  t.is(withoutRates(several.stdout), `${one}${what}${again}`);
  const junit = readFileSync(report, 'utf8');
  t.regex(junit, /<testsuites tests="2" failures="1" errors="0" skipped="0"/);
  t.regex(junit, /<testcase classname="simulate\.2 devices" name="seed 11, 0\.01 h" time="\d/);
});

test('[simulation] a case that fails has the rule, the seed, the last events and the command to run it again', (t) => {
  const call = { hours: 5, devices: 4, relays: 1 };
  const failure = { rule: 'R31', what: 'an input was lost', newest: ['1.000 host sends', '2.000 guest sends'] };
  const one = { seed: 7, plan: null, events: 12, digest: 'abc', virtual_s: 30, took_ms: 1500, failure };
  const text = [
    'seed 7: R31 does not hold: an input was lost',
    'the last events:',
    '1.000 host sends',
    '2.000 guest sends',
    'again: tapin simulate --seed 7 --hours 5 --devices 4 --events events.txt --trace session.trace.json',
  ];
  t.deepEqual(linesOf(one, call), text);
  const { verdict, properties, ms } = caseOf(one, call);
  t.deepEqual(verdict, { tag: 'failure', type: 'R31', message: 'R31 does not hold: an input was lost', text: text.join('\n') }); // oxfmt-ignore
  t.deepEqual([new Map(properties).get('rule'), new Map(properties).get('seed'), ms], ['R31', 7, 1500]);
  t.is(caseOf({ ...one, failure: null }, call).verdict, null);
});

test('[simulation] on a terminal it says how far a seed is and how fast, and nothing of it stays', async (t) => {
  const { code, text } = await runOnTerminal(t, [...SHORT, '--seed', '11']);
  t.is(code, 0);
  t.regex(text, /\[1\/1\] seed 11: \d+ s of 36 s, \d+ s a second/);
  t.regex(text.slice(text.lastIndexOf('[2K')), /^\[2Kseed 11: 119 s, \d+ events, [0-9a-f]{16}, \d+ s a second\r\n$/);
});

test('[simulation] the events are of one job', async (t) => {
  const { code, stderr } = await runTapin([...SHORT, '--events', 'e.txt', '--jobs', '2']);
  t.deepEqual([code, stderr], [2, 'tapin: --events is of one seed after the other; leave --jobs out.\n']);
});
