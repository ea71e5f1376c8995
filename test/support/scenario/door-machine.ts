// A small machine for coverage tests: a transient state, nested states, guards of every form, and an invoked bell that
// finishes.

import { assign, createActor, sendTo, setup, type Actor } from 'xstate';
import { typeOnly } from '../../../firmware/machine.ts';
import { createCoverageRecorder, type CoverageRecorder } from '../../../simulation/statecharts/recorder.ts';
import type { FirmwareMachine } from '../../../simulation/statecharts/machines.ts';
import { assertDefined } from '../../../wire/errors.ts';
import type { Coverage, MachineCoverage } from '../../../simulation/statecharts/coverage.ts';

type DoorEvent =
  | { readonly type: 'push'; readonly force: number }
  | { readonly type: 'lock' }
  | { readonly type: 'look' }
  | { readonly type: 'slam' };

const bellMachine = setup({ types: typeOnly<{ events: { readonly type: 'ring' } }>() }).createMachine({
  id: 'bell',
  initial: 'still',
  states: { still: { on: { ring: 'rung' } }, rung: { type: 'final' } },
});

export const doorMachine = setup({
  types: typeOnly<{ context: { readonly pushes: number }; events: DoorEvent }>(),
  actors: { bell: bellMachine },
  guards: {
    'it is strong': (_, { force }: { force: number }) => force > 5,
    'it hangs': () => true,
  },
}).createMachine({
  id: 'door',
  context: { pushes: 0 },
  initial: 'hung',
  on: { slam: '.open' },
  states: {
    hung: { always: { guard: 'it hangs', target: 'closed' } },
    closed: {
      initial: 'loose',
      invoke: { src: 'bell', id: 'bell', onDone: { actions: assign({ pushes: 100 }) } },
      states: { loose: { on: { lock: 'locked' } }, locked: {} },
      on: {
        push: [
          { guard: { type: 'it is strong', params: ({ event }) => event }, target: 'open' },
          { guard: ({ event }) => event.force > 2, actions: sendTo('bell', { type: 'ring' }) },
          { actions: assign({ pushes: ({ context }) => context.pushes + 1 }) },
        ],
        look: { target: 'closed', reenter: true },
      },
    },
    open: { after: { 1000: 'closed' } },
  },
});

export const DOORS: readonly FirmwareMachine[] = [
  { file: 'door.machine.ts', machine: doorMachine },
  { file: 'bell.machine.ts', machine: bellMachine },
];

/** Runs a door with these events, on a clock that never fires. */
export function useDoor(events: readonly DoorEvent[], recorder: CoverageRecorder | null): Actor<typeof doorMachine> {
  const clock = { setTimeout: () => 0, clearTimeout: () => {} };
  const actor = createActor(doorMachine, { clock, ...(recorder ? { inspect: recorder.inspect } : {}) });
  actor.start();
  for (const event of events) actor.send(event);
  return actor;
}

export function coverageOfDoors(...runs: readonly (readonly DoorEvent[])[]): Coverage {
  const recorder = createCoverageRecorder(DOORS);
  for (const events of runs) useDoor(events, recorder);
  return recorder.coverage();
}

export const machineIn = (coverage: Coverage, id: string): MachineCoverage =>
  assertDefined(
    coverage.find((machine) => machine.id === id),
    id,
  );
