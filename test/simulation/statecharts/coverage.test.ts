// Tests of coverage: merged over runs, counted, with exceptions, printed as lines and as a page.

import test from 'ava';
import { StateMachine } from 'xstate';
import { mergeCoverage, readCoverage, writeCoverage, type Coverage } from '../../../simulation/statecharts/coverage.ts';
import { FIRMWARE_MACHINES } from '../../../simulation/statecharts/machines.ts';
import { pageOf } from '../../../simulation/statecharts/page.ts';
import { summaryOf, sumOf, wrongExceptions } from '../../../simulation/statecharts/summary.ts';
import { gapLines, sumLine, tableOf } from '../../../simulation/statecharts/table.ts';
import { coverageOfDoors, machineIn } from '../../support/scenario/door-machine.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { projectFiles } from '../../support/repository/sources.ts';

const push = (force: number) => ({ type: 'push', force }) as const;
const PUSHED = coverageOfDoors([push(1), push(6)]);
const LOCKED = coverageOfDoors([push(3), { type: 'lock' }]);
const summaries = (coverage: Coverage, exceptions = {}) => coverage.map((machine) => summaryOf(machine, exceptions));

test('[coverage] lists every machine of the firmware with its file, each by an id of its own', async (t) => {
  const files = projectFiles('firmware/').filter((path) => path.endsWith('.machine.ts'));
  t.true(files.length > 10);
  const exported = await Promise.all(
    files.toSorted().map(async (file) => {
      const module: Readonly<Record<string, unknown>> = await import(`../../../${file}`);
      return Object.values(module).flatMap((machine) => (machine instanceof StateMachine ? [{ file, machine }] : []));
    }),
  );
  const listed = FIRMWARE_MACHINES.map(({ file, machine }) => `${file}: ${machine.id}`);
  t.deepEqual(listed, exported.flat().map(({ file, machine }) => `${file}: ${machine.id}`)); // oxfmt-ignore
  t.is(new Set(FIRMWARE_MACHINES.map(({ machine }) => machine.id)).size, listed.length);
});

test('[coverage] adds up runs in any order and reads back a written file', (t) => {
  const files = [
    { file: 'a.json', machines: PUSHED },
    { file: 'b.json', machines: LOCKED },
  ] as const;
  const merged = valueOf(t, mergeCoverage(files));
  t.deepEqual(valueOf(t, mergeCoverage([files[1], files[0]])), merged);
  t.deepEqual(merged, coverageOfDoors([push(1), push(6)], [push(3), { type: 'lock' }]));
  t.deepEqual(valueOf(t, readCoverage(writeCoverage(merged, { sum: 1 }), 'c.json')), merged);
});

test('[coverage] names a file that is not coverage or belongs to other machines', (t) => {
  for (const text of ['', '[]', '{"format":"tapin-coverage","version":2,"machines":[]}', '{"machines":[]}'])
    failsWith(t, readCoverage(text, '/x.json'), 'bad_value', /^\/x\.json is not a coverage file/);
  const other = PUSHED.map((machine) => ({ ...machine, states: machine.states.slice(1) }));
  const merged = mergeCoverage([
    { file: '/a.json', machines: PUSHED },
    { file: '/b.json', machines: other },
  ]);
  failsWith(t, merged, 'bad_value', /^\/b\.json and \/a\.json are from different firmware/);
});

test('[coverage] counts states, transitions and both results of guards, and names the gaps', (t) => {
  const [door, bell] = summaries(PUSHED);
  t.like(door, { states: { hit: 4, of: 5 }, transitions: { hit: 3, of: 9 }, guards: { hit: 1, of: 3 }, percent: 47 });
  t.deepEqual(door?.gaps, [
    'state closed.locked',
    'any state · slam → open',
    'closed · push [a condition]',
    'closed · look → closed',
    'closed · done bell',
    'closed.loose · lock → closed.locked',
    'open · after 1000 → closed',
    'hung · always [it hangs] → closed · never false',
  ]);
  t.like(bell, { states: { hit: 1, of: 2 }, transitions: { hit: 0, of: 1 }, guards: { hit: 0, of: 0 }, percent: 33.3 });
});

const EXCEPTIONS = {
  door: {
    'open · after 1000 → closed': 'The clock stands still.',
    'closed · push [a condition]': 'No test pushes this way.',
    'hung · always [it hangs] → closed · never false': 'It always hangs.',
  },
};

test('[coverage] excuses gaps with a reason and reports the reason', (t) => {
  const [door] = summaries(PUSHED, EXCEPTIONS);
  t.like(door, { states: { hit: 4, of: 5 }, transitions: { hit: 3, of: 7 }, guards: { hit: 1, of: 1 }, percent: 61.5 });
  t.is(door?.gaps.length, 5);
  t.deepEqual(door?.excused.map(({ name, reason }) => `${name}: ${reason}`).toSorted(), Object.entries(EXCEPTIONS.door).map(([name, reason]) => `${name}: ${reason}`).toSorted()); // oxfmt-ignore
});

test('[coverage] reports an exception that was reached or does not exist', (t) => {
  t.deepEqual(wrongExceptions(PUSHED, EXCEPTIONS), []);
  t.deepEqual(wrongExceptions(LOCKED, EXCEPTIONS), [
    'The exceptions of door name "closed · push [a condition]", which was reached.',
  ]);
  const wrong = { gate: { 'state open': 'x.' }, door: { 'state shut': 'x.', 'state open': 'x.', 'closed · push [it is strong] → open · never false': 'x.', 'closed · push · never false': 'x.' } }; // oxfmt-ignore
  t.deepEqual(wrongExceptions(PUSHED, wrong), [
    'The exceptions name an unknown machine: gate.',
    'The exceptions of door name an unknown entry: "state shut".',
    'The exceptions of door name "state open", which was reached.',
    'The exceptions of door name "closed · push [it is strong] → open · never false", which was reached.',
    'The exceptions of door name an unknown entry: "closed · push · never false".',
  ]);
});

test('[coverage] prints a line for each machine and their sum', (t) => {
  const machines = summaries(PUSHED);
  t.deepEqual(tableOf(machines, sumOf(machines)), [
    'machine  states  transitions  guards both ways     all',
    'door        4/5          3/9               1/3  47.0 %',
    'bell        1/2          0/1               0/0  33.3 %',
    'sum         5/7         3/10               1/3  45.0 %',
  ]);
  t.is(sumLine(sumOf(machines)), 'coverage of statecharts: 5/7 states, 3/10 transitions, 1/3 guards both ways, 45.0 %');
  t.is(gapLines(machines).at(-1), 'bell: still · ring → rung');
});

test('[coverage] draws marked charts and lists gaps on a page that needs no network', async (t) => {
  const machines = summaries(PUSHED, EXCEPTIONS);
  const page = await pageOf({ coverage: PUSHED, machines, sum: sumOf(machines), exceptions: EXCEPTIONS });
  const again = await pageOf({ coverage: PUSHED, machines, sum: sumOf(machines), exceptions: EXCEPTIONS });
  t.is(again, page);
  t.notRegex(page, /https?:|<script|<link|@import|url\(/);
  const drawn = (id: string): string =>
    page.slice(page.indexOf(`Chart of the machine ${id}`)).split('</svg>', 1)[0] ?? '';
  const door = drawn('door');
  const boxes = [...door.matchAll(/class="state (\w+) (\w+)"/g)].map(([, mark, kind]) => `${mark} ${kind}`);
  t.deepEqual(boxes.toSorted(), ['hit any', 'hit atomic', 'hit atomic', 'hit atomic', 'hit compound', 'missed atomic']);
  const arrows = [...door.matchAll(/class="arrow (\w+)"/g)].map(([, mark = '']) => mark);
  t.deepEqual(arrows.toSorted(), ['excused', 'hit', 'hit', 'hit', 'hit', 'missed', 'missed']);
  const signs = [...door.matchAll(/class="sign (\w+)"/g)].map(([, mark]) => mark);
  t.is(signs.length, 5 + 9);
  t.is(signs.filter((mark) => mark === 'half').length, 1);
  t.true(
    page.includes('The clock stands still.') &&
      /<li>.*closed\.loose · lock .*aria-label="to".* closed\.locked<\/li>/.test(page),
  );
  t.is(machineIn(PUSHED, 'door').transitions.length, 9);
});
