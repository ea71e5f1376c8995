// Records what the machines of devices reach. Each actor is given a copy of its machine in which every guard is counted, before it
// takes its first step; what it does is what xstate tells those who inspect it. Machines are known by their ids.

import {
  Actor,
  and,
  isMachineSnapshot,
  StateMachine,
  type ActorRefLike,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectedMicrostepEvent,
  type InspectionEvent,
} from 'xstate';
import { chartOf, pathOf, transitionsOf, type Chart } from './chart.ts';
import type { Coverage } from './coverage.ts';
import type { FoundMachine } from './machines.ts';

export interface CoverageRecorder {
  /** For the board of every device that is to be recorded. */
  inspect(event: InspectionEvent): void;
  /** Of all devices so far. */
  coverage(): Coverage;
}

interface TransitionTally {
  taken: number;
  guard_true: number;
  guard_false: number;
}

interface MachineTally {
  readonly file: string;
  readonly chart: Chart;
  started: number;
  readonly entered: Map<string, number>;
  readonly transitions: ReadonlyMap<string, TransitionTally>;
}

type Guard = NonNullable<AnyTransitionDefinition['guard']>;

const newTally = (): TransitionTally => ({ taken: 0, guard_true: 0, guard_false: 0 });

function tallyOf({ machine, file }: FoundMachine): MachineTally {
  const chart = chartOf(machine);
  const transitions = new Map(chart.transitions.map(({ name }) => [name, newTally()]));
  return { file, chart, started: 0, entered: new Map(), transitions };
}

/** `machines`: all that there are; those that never run have reached nothing. */
export function createCoverageRecorder(machines: readonly FoundMachine[]): CoverageRecorder {
  const tallies = new Map(machines.map((found) => [found.machine.id, tallyOf(found)]));
  const copies = new WeakMap<AnyStateMachine, AnyStateMachine>();
  const by_definition = new WeakMap<AnyTransitionDefinition, TransitionTally>();
  /** The states in which an actor was last seen. */
  const active = new WeakMap<ActorRefLike, readonly AnyStateNode[]>();

  const tallyFor = (machine: AnyStateMachine): MachineTally => {
    const known = tallies.get(machine.id) ?? tallyOf({ machine, file: '' });
    tallies.set(machine.id, known);
    return known;
  };
  const copyOf = (machine: AnyStateMachine): AnyStateMachine => {
    const copy = machine.provide({});
    const { transitions } = tallyFor(machine);
    for (const { name, definition } of transitionsOf(copy)) {
      const tally = transitions.get(name);
      if (!tally) continue;
      by_definition.set(definition, tally);
      if (definition.guard !== undefined) definition.guard = counted(definition.guard, tally);
    }
    return copy;
  };
  const began = (actor: ActorRefLike): void => {
    if (!(actor instanceof Actor) || !(actor.logic instanceof StateMachine)) return;
    const machine: AnyStateMachine = actor.logic;
    const copy = copies.get(machine) ?? copyOf(machine);
    copies.set(machine, copy);
    actor.logic = copy;
    tallyFor(machine).started++;
  };
  const seenIn = (actor: ActorRefLike, snapshot: unknown): void => {
    if (!isMachineSnapshot(snapshot)) return;
    const { _nodes: now }: { readonly _nodes: readonly AnyStateNode[] } = snapshot;
    const before = active.get(actor);
    if (before === now) return;
    const { entered } = tallyFor(snapshot.machine);
    const enter = (node: AnyStateNode): unknown => entered.set(pathOf(node), (entered.get(pathOf(node)) ?? 0) + 1);
    const first = before ?? firstStates(snapshot.machine.root);
    if (!before) first.forEach(enter);
    for (const node of now) if (!first.includes(node)) enter(node);
    active.set(actor, now);
  };
  const tookThose = ({ _transitions: taken }: InspectedMicrostepEvent): void => {
    for (const definition of taken) {
      const tally = by_definition.get(definition);
      if (tally) tally.taken++;
    }
  };

  return {
    inspect(event) {
      if (event.type === '@xstate.actor') began(event.actorRef);
      if (event.type === '@xstate.microstep') tookThose(event);
      if (event.type === '@xstate.microstep' || event.type === '@xstate.snapshot')
        seenIn(event.actorRef, event.snapshot);
    },
    coverage: () => [...tallies.values()].map(coverageOf),
  };
}

/** What a machine enters first, and may have left again before it is seen. */
function firstStates(root: AnyStateNode): readonly AnyStateNode[] {
  const [first] = root.type === 'compound' ? root.initial.target : [];
  return first ? [root, ...firstStates(first)] : [root];
}

/** The same guard, counted. */
function counted(guard: Guard, tally: TransitionTally): Guard {
  // One that asks this guard alone: xstate then looks it up and fills in its params as it would by itself.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a guard of a definition has no type that its own function takes
  const inner = and([guard as never]);
  const check = 'check' in inner && typeof inner.check === 'function' ? inner.check : null;
  if (!check) throw new Error('xstate evaluates guards in another way than it did');
  const evaluate = (snapshot: unknown, args: unknown): unknown => {
    const passes: unknown = check(snapshot, args, inner);
    if (passes === true) tally.guard_true++;
    else tally.guard_false++;
    return passes;
  };
  return Object.assign(() => false, { check: evaluate });
}

const coverageOf = ({ file, chart, started, entered, transitions }: MachineTally): Coverage[number] => ({
  id: chart.id,
  file,
  started,
  states: chart.states.map((state) => ({ ...state, entered: entered.get(state.path) ?? 0 })),
  transitions: chart.transitions.map((each) => ({
    ...each,
    targets: [...each.targets],
    ...(transitions.get(each.name) ?? newTally()),
  })),
});
