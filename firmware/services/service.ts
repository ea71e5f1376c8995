// Definition of a service: a machine that runs alongside the pages from boot on. One declaration holds the machine, how
// ports fill its slots, its part of the persisted state, the device events it receives and its view for pages. A line
// in services.ts registers it.

import type { AnyStateMachine, ContextFrom, SnapshotFrom } from 'xstate';
import type { Board } from '../board.ts';
import type { RecordWriter } from '../record-writer.ts';

/**
 * `Source`: the device state it reads. `Facts`: input of its machine as `input.facts`, sent again as `facts.changed` on
 * every change. `Start`: one-time input of its machine, as `input.start`.
 */
interface Service<M extends AnyStateMachine, Source, Persisted, Start, View> {
  readonly machine: M;
  /** Returns the machine with its slots filled. */
  over(board: Board, writer: RecordWriter): M;
  persisted(source: Source): Persisted;
  start?(source: Source): Start;
  /** Types of the device events it receives; `host.*` matches all with that prefix. */
  readonly event_descriptors: readonly string[];
  /** View for pages before the service runs. */
  readonly none: View;
  /**
   * Whether the view also reads child machines, which change independently. All other views depend only on the
   * snapshot.
   */
  readonly reads_children?: boolean;
  view(context: ContextFrom<M>, snapshot: SnapshotFrom<M>): View;
}

/** Checks a declaration and preserves its types. */
export const service = <M extends AnyStateMachine, Source, Persisted, View, Start = undefined>(
  declaration: Service<M, Source, Persisted, Start, View>,
): Service<M, Source, Persisted, Start, View> => declaration;

/** Whether a service receives an event of this type. */
export const matchesDescriptor = (descriptors: readonly string[], type: string): boolean =>
  descriptors.some((each) => (each.endsWith('.*') ? type.startsWith(each.slice(0, -1)) : each === type));
