// A state machine as data: its states, and its transitions with readable names that files can store. Machines with the
// same definition have the same chart, whatever implementations they are given.

import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { assert } from '../../wire/errors.ts';

interface ChartState {
  /** State names from the outermost in, joined by dots: `dialled.connected`. */
  readonly path: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'history' | 'final';
  /** Whether it is its parent's initial state. */
  readonly initial: boolean;
}

interface ChartTransition {
  /** `awaiting · sensor.strike [our turn] → rolling`; unique within the machine. */
  readonly name: string;
  /** Path of the source state; '' for a transition of the whole machine. */
  readonly source: string;
  /** Event name from the definition, or `always`, `after DELAY`, `done ACTOR`, `error ACTOR`, `snapshot ACTOR`. */
  readonly event: string;
  /** Position among the candidates for this event, which are tried in order. */
  readonly index: number;
  readonly guard: string | null;
  /** Paths of the target states; empty for a transition that stays in its state. */
  readonly targets: readonly string[];
}

export interface Chart {
  readonly id: string;
  readonly states: readonly ChartState[];
  readonly transitions: readonly ChartTransition[];
}

/** Returns every state node of a machine, starting with the root. */
const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap((child: AnyStateNode) => nodesOf(child)),
];

export const pathOf = (node: AnyStateNode): string => node.path.join('.');

interface NamedTransition extends ChartTransition {
  readonly definition: AnyTransitionDefinition;
}

export function transitionsOf(machine: AnyStateMachine): readonly NamedTransition[] {
  const all = nodesOf(machine.root).flatMap(ownTransitions);
  const names = new Set(all.map(({ name }) => name));
  assert(names.size === all.length, `two transitions of ${machine.id} share a name`);
  return all;
}

export function chartOf(machine: AnyStateMachine): Chart {
  const states = nodesOf(machine.root).flatMap((node): readonly ChartState[] => {
    const { parent, type: kind } = node;
    return parent ? [{ path: pathOf(node), kind, initial: parent.initial.target.includes(node) }] : [];
  });
  const transitions = transitionsOf(machine).map(({ name, source, event, index, guard, targets }) => ({
    name,
    source,
    event,
    index,
    guard,
    targets,
  }));
  return { id: machine.id, states, transitions };
}

function ownTransitions(node: AnyStateNode): readonly NamedTransition[] {
  const events = eventNames(node);
  const named = [...node.transitions].flatMap(([descriptor, candidates]) =>
    candidates.map((definition, index) => ({ definition, index, event: events.get(descriptor) ?? descriptor })),
  );
  const always = (node.always ?? []).map((definition, index) => ({ definition, index, event: 'always' }));
  return [...always, ...named].map((each) => {
    const { guard: condition, target } = each.definition;
    const [source, guard] = [pathOf(node), condition === undefined ? null : guardName(condition)];
    const targets = (target ?? []).map(pathOf);
    const name = `${source || 'any state'} · ${each.event}${guard === null ? '' : ` [${guard}]`}${targets.length > 0 ? ` → ${targets.join(', ')}` : ''}`;
    return { ...each, source, guard, targets, name };
  });
}

/** Maps xstate's descriptors for actor and delay events to readable names. */
export function eventNames(node: AnyStateNode): ReadonlyMap<string, string> {
  const invoked = node.invoke.flatMap(({ id, src }) => {
    const actor = /^\d+\./.test(id) && typeof src === 'string' ? src : id;
    return [
      [`xstate.done.actor.${id}`, `done ${actor}`],
      [`xstate.error.actor.${id}`, `error ${actor}`],
      [`xstate.snapshot.${id}`, `snapshot ${actor}`],
    ] as const;
  });
  const delayed = node.after.map(({ eventType, delay }) => [eventType, `after ${String(delay)}`] as const);
  return new Map([...invoked, ...delayed, [`xstate.done.state.${node.id}`, 'done']]);
}

function guardName(guard: NonNullable<AnyTransitionDefinition['guard']>): string {
  if (typeof guard === 'string') return guard;
  if ('type' in guard) return guard.type;
  // An inline function is named after the field that holds it.
  return guard.name === '' || guard.name === 'guard' ? 'a condition' : guard.name;
}
