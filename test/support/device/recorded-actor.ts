// Runs a machine on a virtual clock under a parent that only records the events it receives.

import { assertDefined } from '../../../wire/errors.ts';
import {
  createActor,
  setup,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InputFrom,
} from 'xstate';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';

interface RecordedActor<M extends AnyStateMachine> {
  readonly clock: VirtualClock;
  /** Events that the parent received, in order. */
  readonly parent_events: readonly AnyEventObject[];
  /** Shots that were offered for forwarding; the parent receives them as events too. */
  readonly shots: readonly AnyEventObject[];
  readonly state: () => string;
  readonly context: () => ReturnType<M['getInitialSnapshot']>['context'];
  readonly hasTag: (tag: string) => boolean;
  send(event: Parameters<M['transition']>[1]): void;
  /** Returns the events that the parent received since the last call. */
  news(): readonly AnyEventObject[];
}

export function recordedActor<M extends AnyStateMachine>(
  machine: M,
  input: Omit<InputFrom<M>, 'parent'>,
): RecordedActor<M> {
  const clock = createVirtualClock();
  const parent_events: AnyEventObject[] = [];
  const shots: AnyEventObject[] = [];
  let read_count = 0;
  const parent = setup({ actors: { child: machine as AnyStateMachine } });
  const root = createActor(
    parent.createMachine({
      invoke: { src: 'child', id: 'child', input: ({ self }: { self: AnyActorRef }) => ({ ...input, parent: self }) },
      on: {
        '*': { actions: ({ event }) => void (event.type === 'forwarder.shot' ? shots : parent_events).push(event) },
      },
    }),
    { clock: { setTimeout: (fire, ms) => clock.setTimeout(fire, ms), clearTimeout: (id) => clock.clearTimeout(id) } },
  );
  root.start();
  const child = assertDefined(root.getSnapshot().children['child'], 'child');
  const snapshot = (): AnyMachineSnapshot => child.getSnapshot();
  return {
    clock,
    parent_events,
    shots,
    state: () => String(snapshot().value),
    context: () => snapshot().context,
    hasTag: (tag) => snapshot().hasTag(tag),
    send: (event) => child.send(event),
    news() {
      const fresh = parent_events.slice(read_count);
      read_count = parent_events.length;
      return fresh;
    },
  };
}
