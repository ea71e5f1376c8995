// A part of the device: what runs beside the pages, from the boot on. A part is one declaration: its machine and how ports fill its slots,
// which facts it is given, which of the device's events it hears, and what pages see of it. A line in parts.ts makes it a part.

import type { AnyStateMachine, ContextFrom, SnapshotFrom } from 'xstate';
import type { Board } from '../board.ts';
import type { RecordWriter } from '../record-writer.ts';

/**
 * `Source`: what of the device it needs, as far as it asks for it.
 * `Facts`: what its machine is given as `input.facts`, and as `facts.changed` whenever that changes.
 * `Start`: what its machine is given once, as `input.start`.
 */
interface Service<M extends AnyStateMachine, Source, Persisted, Start, View> {
  readonly machine: M;
  /** The machine with its slots filled. */
  over(board: Board, writer: RecordWriter): M;
  persisted(source: Source): Persisted;
  start?(source: Source): Start;
  /** Events of the device that it hears, by their type; `host.*` for all that begin so. */
  readonly hears: readonly string[];
  /** What pages see of it before it runs. */
  readonly none: View;
  /** Its view looks at the machines within it, which change without it. Every other view follows from its snapshot alone. */
  readonly looks_within?: boolean;
  view(context: ContextFrom<M>, snapshot: SnapshotFrom<M>): View;
}

/** Checks a declaration, and keeps its types as they are. */
export const service = <M extends AnyStateMachine, Source, Persisted, View, Start = undefined>(
  declaration: Service<M, Source, Persisted, Start, View>,
): Service<M, Source, Persisted, Start, View> => declaration;

/** Whether a part hears an event. */
export const hears = (descriptors: readonly string[], type: string): boolean =>
  descriptors.some((each) => (each.endsWith('.*') ? type.startsWith(each.slice(0, -1)) : each === type));
