// State machine steps with their causes, from XState inspection events; includes transient states.

import { isMachineSnapshot, type AnyStateNode, type AnyTransitionDefinition, type InspectionEvent } from 'xstate';
import { eventNames, pathOf } from '../statecharts/chart.ts';

/** Transition to a state. Paths separate nested states by a dot: `dialled.connected`. */
export interface MachineStep {
  readonly machine: string;
  /** State that defines the transition: the state itself, a parent, or '' for the machine. */
  readonly source: string;
  /** Name of the event, or `always`, `after DELAY`, `done ACTOR`, `error ACTOR`, `snapshot ACTOR`. */
  readonly event: string;
  /** Target as named in the definition. */
  readonly target: string;
  /** State of the machine afterwards. */
  readonly state: string;
}

/** Returns the step of an inspection event; null if it changes no state or belongs to a part that this board lacks. */
export function stepOf(inspected: InspectionEvent): MachineStep | null {
  if (inspected.type !== '@xstate.microstep') return null;
  const { snapshot, event, _transitions: transitions } = inspected;
  const [transition] = transitions;
  const [target] = transition?.target ?? [];
  if (!transition || !target || !isMachineSnapshot(snapshot) || snapshot.hasTag('absent')) return null;
  const { machine, _nodes: nodes }: { machine: { id: string }; _nodes: readonly AnyStateNode[] } = snapshot;
  return {
    machine: machine.id,
    source: pathOf(transition.source),
    event: causeOf(transition, event.type),
    target: pathOf(target),
    state: nodes.map(pathOf).reduce((deepest, path) => (path.length > deepest.length ? path : deepest), ''),
  };
}

function causeOf({ source, eventType }: AnyTransitionDefinition, event: string): string {
  if (eventType === '') return 'always';
  return event.startsWith(XSTATE) ? (eventNames(source).get(event) ?? event) : event;
}

/** Prefix of XState's own events. */
const XSTATE = 'xstate.';
