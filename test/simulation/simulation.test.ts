// Whole sessions under faults: a fixed set of seeds, every seed that ever found something, and that one seed is one run.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { simulate } from '../../simulation/simulate.ts';

const passes = async (t: ExecutionContext, seed: number, hours: number): Promise<void> => {
  const { failure, events, virtual_s } = await simulate({ seed, hours, devices: 4 });
  const told =
    failure && `${failure.rule} does not hold: ${failure.what}; tapin simulate --seed ${seed} --hours ${hours}`;
  t.is(told, null);
  t.true(events > 500 && virtual_s >= hours * 3600, `${events} events in ${virtual_s} s`);
};

for (const seed of [1, 2, 3, 4, 5])
  test.serial(`[R59] seed ${seed}: half an hour of faults, no rule broken, and all meet again`, (t) =>
    passes(t, seed, 0.5),
  );

/** Seeds that found something once, and what it was. */
const FOUND: readonly { readonly seed: number; readonly hours?: number; readonly what: string }[] = [
  { seed: 11, what: '[R46] a host in its lobby published its round without end' },
  { seed: 17, what: '[R83] a putt that waited for the relay was sent after its turn' },
  {
    seed: 103,
    what: '[R76] a host that hosted again in the middle of a round showed verdicts of shots nobody had seen',
  },
  { seed: 1008, what: '[R83] a second putt of one turn waited for the relay, and was sent' },
  {
    seed: 1044,
    hours: 1,
    what: '[R76] a host that rebooted in a new session showed again what an earlier session had seen',
  },
  { seed: 6217, what: '[R85] and so did one whose round was over: it was in play again for a moment' },
  { seed: 6, hours: 0.3, what: '[R147] what waited for one simulator went to another that was chosen meanwhile' },
  { seed: 60_025, hours: 0.25, what: '[R147] taps that undid each other while they waited counted as an aim' },
  { seed: 60_100, hours: 1.7, what: '[R77] after a long outage a score changed without its verdict' },
  {
    seed: 50_241,
    hours: 2,
    what: '[R147] an input that meant nothing was asked for to the end (a mistake of the check)',
  },
  { seed: 105, what: '[R76] and showed shots without the verdict that they had had' },
  { seed: 2, what: '[R84] a host that looked at another page than its round dropped the putts of its guests' },
  { seed: 5, what: '[R84] and so did one that showed its code meanwhile' },
];
for (const { seed, hours = 0.5, what } of FOUND) test.serial(`${what}: seed ${seed}`, (t) => passes(t, seed, hours));

test.serial('[simulation] the same seed is the same run, event by event, and another seed is another', async (t) => {
  const lines: string[] = [];
  const first = await simulate({ seed: 7, hours: 0.1, devices: 3, writeTrace: (line) => void lines.push(line) });
  const second = await simulate({ seed: 7, hours: 0.1, devices: 3 });
  const other = await simulate({ seed: 8, hours: 0.1, devices: 3 });
  t.is(lines.length, first.events);
  t.deepEqual([second.digest, second.events], [first.digest, first.events]);
  t.not(other.digest, first.digest);
  t.notDeepEqual(other.plan, first.plan);
});

const other_node = process.env['TAPIN_OTHER_NODE'];
const otherNodeTest = other_node ? test.serial : test.serial.skip;
otherNodeTest(
  '[simulation] another Node runs the same: set TAPIN_OTHER_NODE=/path/to/node of version 22 or later',
  async (t) => {
    const { digest } = await simulate({ seed: 7, hours: 0.1, devices: 4 });
    const args = ['bin/tapin.ts', 'simulate', '--seed', '7', '--hours', '0.1'];
    const { stdout } = await promisify(execFile)(other_node ?? '', args);
    t.true(stdout.includes(digest.slice(0, 16)), stdout);
  },
);
