// A step of a machine, also into a state that it leaves at once, and what led to it: from what xstate tells those who inspect it.

import { isMachineSnapshot, type AnyStateNode, type AnyTransitionDefinition, type InspectionEvent } from 'xstate';
import { eventNames, pathOf } from '../statecharts/chart.ts';

/** A transition that leads to a state. Paths have a dot between a state and one in it: `dialled.connected`. */
export interface MachineStep {
  readonly machine: string;
  /** Of whose the transition is: a state, one around it, or '' for the machine itself. */
  readonly source: string;
  /** The name of the event, or `always`, `after DELAY`, `done ACTOR`, `error ACTOR`, `snapshot ACTOR`. */
  readonly event: string;
  /** As the definition names it. */
  readonly target: string;
  /** In which the machine is afterwards. */
  readonly state: string;
}

/** Null for what leads to no state, and for a machine of what this board does not have. */
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

/** What begins so is xstate's own. */
const XSTATE = 'xstate.';
