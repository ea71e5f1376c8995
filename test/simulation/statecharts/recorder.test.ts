// Tests of recording machines while they run: states, transitions, both results of guards, several actors, and no
// change in behavior.

import test from 'ava';
import { createCoverageRecorder } from '../../../simulation/statecharts/recorder.ts';
import type { MachineCoverage } from '../../../simulation/statecharts/coverage.ts';
import { coverageOfDoors, doorMachine, DOORS, machineIn, useDoor } from '../../support/scenario/door-machine.ts';

const push = (force: number) => ({ type: 'push', force }) as const;

const entered = ({ states }: MachineCoverage) => Object.fromEntries(states.map((each) => [each.path, each.entered]));
/** Returns how often each transition was taken and its guard was true and false. */
const taken = ({ transitions }: MachineCoverage) =>
  transitions.map(({ name, guard, taken, guard_true, guard_false }) =>
    guard === null ? `${name}: ${taken}` : `${name}: ${taken} of ${guard_true} and ${guard_false}`,
  );

test('[coverage] knows all parts of a machine that never ran, with none reached', (t) => {
  const coverage = createCoverageRecorder(DOORS).coverage();
  t.deepEqual(coverage.map(({ id, file, started }) => [id, file, started]), [['door', 'door.machine.ts', 0], ['bell', 'bell.machine.ts', 0]]); // oxfmt-ignore
  const door = machineIn(coverage, 'door');
  t.deepEqual(
    door.states.map(({ path, kind, initial, entered }) => [path, kind, initial, entered]),
    [
      ['hung', 'atomic', true, 0],
      ['closed', 'compound', false, 0],
      ['closed.loose', 'atomic', true, 0],
      ['closed.locked', 'atomic', false, 0],
      ['open', 'atomic', false, 0],
    ],
  );
  t.deepEqual(taken(door), [
    'any state · slam → open: 0',
    'hung · always [it hangs] → closed: 0 of 0 and 0',
    'closed · push [it is strong] → open: 0 of 0 and 0',
    'closed · push [a condition]: 0 of 0 and 0',
    'closed · push: 0',
    'closed · look → closed: 0',
    'closed · done bell: 0',
    'closed.loose · lock → closed.locked: 0',
    'open · after 1000 → closed: 0',
  ]);
  t.deepEqual(door.transitions.map(({ index }) => index), [0, 0, 0, 1, 2, 0, 0, 0, 0]); // oxfmt-ignore
});

test('[coverage] counts a transient state as entered, and those it leads to', (t) => {
  t.deepEqual(entered(machineIn(coverageOfDoors([]), 'door')), {
    hung: 1,
    closed: 1,
    'closed.loose': 1,
    'closed.locked': 0,
    open: 0,
  });
});

test('[coverage] counts guards true and false, in the order in which they are tried', (t) => {
  const door = machineIn(coverageOfDoors([push(1), push(3), push(2), { type: 'lock' }, push(6)]), 'door');
  t.deepEqual(taken(door), [
    'any state · slam → open: 0',
    'hung · always [it hangs] → closed: 1 of 1 and 0',
    'closed · push [it is strong] → open: 1 of 1 and 3',
    'closed · push [a condition]: 1 of 1 and 2',
    'closed · push: 2',
    'closed · look → closed: 0',
    'closed · done bell: 1',
    'closed.loose · lock → closed.locked: 1',
    'open · after 1000 → closed: 0',
  ]);
  t.deepEqual(entered(door), { hung: 1, closed: 1, 'closed.loose': 1, 'closed.locked': 1, open: 1 });
});

test('[coverage] records actors started by other actors, and adds up the counts of one machine', (t) => {
  const coverage = coverageOfDoors([push(3), { type: 'slam' }], [{ type: 'slam' }]);
  const [door, bell] = [machineIn(coverage, 'door'), machineIn(coverage, 'bell')];
  t.deepEqual([door.started, bell.started], [2, 2]);
  t.deepEqual(entered(bell), { still: 2, rung: 1 });
  t.deepEqual(taken(bell), ['still · ring → rung: 1']);
  t.is(entered(door)['open'], 2);
});

test('[coverage] does not change a recorded machine and counts no other', (t) => {
  const events = [push(3), push(1), { type: 'look' }, { type: 'lock' }, push(9)] as const;
  const recorder = createCoverageRecorder(DOORS);
  const [watched, alone] = [useDoor(events, recorder), useDoor(events, null)];
  const other = createCoverageRecorder(DOORS);
  useDoor([], other);
  t.deepEqual(watched.getSnapshot().toJSON(), alone.getSnapshot().toJSON());
  t.is(watched.getSnapshot().context.pushes, 101);
  t.deepEqual([recorder, other].map((each) => machineIn(each.coverage(), 'door').started), [1, 1]); // oxfmt-ignore
  t.is(alone.logic, doorMachine);
});

test('[coverage] records an unlisted machine when it runs', (t) => {
  const recorder = createCoverageRecorder([]);
  useDoor([], recorder);
  t.deepEqual(recorder.coverage().map(({ id, file, started }) => [id, file, started]), [['door', '', 1], ['bell', '', 1]]); // oxfmt-ignore
});
