// Tests of finding which of several runs first reached a part of the machines.

import test from 'ava';
import type { Coverage } from '../../../simulation/statecharts/coverage.ts';
import { firstReached } from '../../../simulation/statecharts/first-reached.ts';

interface Reached {
  readonly states?: readonly string[];
  readonly taken?: number;
  readonly guard_true?: number;
  readonly guard_false?: number;
}

const coverageOf = ({ states = [], taken = 0, guard_true = 0, guard_false = 0 }: Reached): Coverage => [
  {
    id: 'set',
    file: 'set.machine.ts',
    started: 1,
    states: ['idle', 'rolling'].map((path) => ({ path, kind: 'atomic', initial: false, entered: states.includes(path) ? 3 : 0 })), // oxfmt-ignore
    transitions: [
      { name: 'idle · strike → rolling', source: 'idle', event: 'strike', index: 0, guard: 'due', targets: ['rolling'], taken, guard_true, guard_false }, // oxfmt-ignore
    ],
  },
];

test('[coverage] counts the items that each run reaches first, guard results separately, and omits runs with none', (t) => {
  const runs = [
    { seed: 4, coverage: coverageOf({ states: ['idle'] }) },
    { seed: 5, coverage: coverageOf({ states: ['idle'] }) },
    { seed: 6, coverage: coverageOf({ states: ['idle', 'rolling'], taken: 1, guard_true: 2 }) },
    { seed: 7, coverage: coverageOf({ states: ['rolling'], taken: 9, guard_true: 9, guard_false: 1 }) },
    { seed: 8, coverage: coverageOf({ states: ['idle', 'rolling'], taken: 1, guard_true: 1, guard_false: 1 }) },
  ];
  t.deepEqual(firstReached(runs), [
    { seed: 4, reached: 1 },
    { seed: 6, reached: 3 },
    { seed: 7, reached: 1 },
  ]);
  t.deepEqual(firstReached([]), []);
});
