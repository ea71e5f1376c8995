// The line between a device and everything around it, as a tape: what enters comes in turns, one after the other, and each turn has what
// the device asked for and what left it before everything was quiet again. A recorder writes the turns; a player gives back what entered,
// and compares what leaves.
//
// Time stands still within a turn, and no turn begins before every promise of the one before has settled. So the same turns lead to the
// same behaviour, to the bit, on any machine.

/** What entered, was asked for or left: its name, and values that JSON can have (values.ts). */
export type Line = readonly [name: string, ...values: unknown[]];

/** Before the name of what entered in the same turn, behind what had left until then. */
export const AND = 'and';

/** Gets the values of what enters. */
export type Take = (...values: never[]) => void;

export interface Turn {
  /** On the device's clock, in thousandths. */
  readonly at_ms: number;
  readonly device: string;
  readonly entered: Line;
  /** What was asked for, and what left, in this order. */
  readonly lines: readonly Line[];
}

/** A device's side of the tape, for as long as it is switched on. */
export interface RecorderProxy {
  /** Whether all that enters is on the tape: there is no board below. */
  readonly plays: boolean;
  /** When the turn began. */
  now_ms(): number;
  /** What enters under this name is given to `take`, until `forget`. */
  await(name: string, take: Take): void;
  forget(name: string): void;
  /** What is awaited under this name comes by this time, or a little later. */
  due(name: string, due_ms: number): void;
  /**
   * Something enters, in a turn of its own; what nobody awaits any more is dropped.
   * @param written What stands on the tape in the place of the values, where they have secrets.
   */
  enter(name: string, values: readonly unknown[], written?: readonly unknown[]): void;
  /**
   * Something is asked for, and answered at once.
   * @param otherwise What a player answers where the recording has nothing: the two have diverged.
   */
  ask<T>(name: string, read: () => T, otherwise: T): T;
  /** Something leaves. */
  leave(name: string, ...values: readonly unknown[]): void;
  /** What is done meanwhile stays off the tape: a player does nothing of it. For secrets. */
  unrecorded(act: () => void): void;
  /** Whether it is done just now. */
  isUnrecorded(): boolean;
  /** Called at the end of each turn. */
  atEnd(look: () => void): void;
  /** The power goes. Done when the turns before it are over; what comes after it is written no more. */
  end(): Promise<void>;
}

/** Who awaits a name knows what comes under it. */
export const give = (take: Take | undefined, values: readonly unknown[]): void =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of a name are what its port enters
  take?.(...(values as never[]));
