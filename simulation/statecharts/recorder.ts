// Records which states, transitions and guards devices reach. Before its first step, each actor gets a copy of its
// machine with counting guards; the rest comes from xstate's inspection events. Machines are identified by id.

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
import type { FirmwareMachine } from './machines.ts';

export interface CoverageRecorder {
  /** Inspector for the board of every recorded device. */
  inspect(event: InspectionEvent): void;
  /** Returns the coverage of all devices so far. */
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

function tallyOf({ machine, file }: FirmwareMachine): MachineTally {
  const chart = chartOf(machine);
  const transitions = new Map(chart.transitions.map(({ name }) => [name, newTally()]));
  return { file, chart, started: 0, entered: new Map(), transitions };
}

/** Creates a recorder. `machines`: all machines; those that never run count as unreached. */
export function createCoverageRecorder(machines: readonly FirmwareMachine[]): CoverageRecorder {
  const tallies = new Map(machines.map((found) => [found.machine.id, tallyOf(found)]));
  const copies = new WeakMap<AnyStateMachine, AnyStateMachine>();
  const by_definition = new WeakMap<AnyTransitionDefinition, TransitionTally>();
  /** Last known states of each actor. */
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
  const onActorStarted = (actor: ActorRefLike): void => {
    if (!(actor instanceof Actor) || !(actor.logic instanceof StateMachine)) return;
    const machine: AnyStateMachine = actor.logic;
    const copy = copies.get(machine) ?? copyOf(machine);
    copies.set(machine, copy);
    actor.logic = copy;
    tallyFor(machine).started++;
  };
  const onSnapshot = (actor: ActorRefLike, snapshot: unknown): void => {
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
      if (event.type === '@xstate.actor') onActorStarted(event.actorRef);
      if (event.type === '@xstate.microstep') tookThose(event);
      if (event.type === '@xstate.microstep' || event.type === '@xstate.snapshot')
        onSnapshot(event.actorRef, event.snapshot);
    },
    coverage: () => [...tallies.values()].map(coverageOf),
  };
}

/** Returns the initial states, which a machine may leave before its first snapshot. */
function firstStates(root: AnyStateNode): readonly AnyStateNode[] {
  const [first] = root.type === 'compound' ? root.initial.target : [];
  return first ? [root, ...firstStates(first)] : [root];
}

/** Wraps a guard to count its results. */
function counted(guard: Guard, tally: TransitionTally): Guard {
  // A composite of only this guard makes xstate look it up and fill in its params as usual.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- guards in a machine definition are not typed as `and` requires
  const inner = and([guard as never]);
  const check = 'check' in inner && typeof inner.check === 'function' ? inner.check : null;
  if (!check) throw new Error('XState evaluates guards differently now');
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
