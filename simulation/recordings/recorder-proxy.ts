// Boundary between a device and its environment. Inputs arrive in batches, one after another; each batch lists the
// device's requests and outputs until it is idle again. A recorder writes the batches; a player feeds back the inputs
// and compares the outputs. Time stands still within a batch, and a batch starts only after every promise of the
// previous one has settled, so the same batches give bit-identical behaviour on any machine.

/** Input, request or output: its name and JSON-compatible values (values.ts). */
export type RecordedLine = readonly [name: string, ...values: unknown[]];

/** Marks a further input in the same batch, after the outputs until then. */
export const AND = 'and';

/** Receives the values of an input. */
export type Take = (...values: never[]) => void;

export interface RecordedBatch {
  /** Time on the device's clock, with a resolution of 1 µs. */
  readonly at_ms: number;
  readonly device: string;
  readonly entered: RecordedLine;
  /** Requests and outputs, in order. */
  readonly lines: readonly RecordedLine[];
}

/** Recorder interface of one device, valid while it is switched on. */
export interface RecorderProxy {
  /** True for a replay: all inputs come from the recording and there is no board. */
  readonly plays: boolean;
  /** Returns the start time of the batch. */
  now_ms(): number;
  /** Passes inputs of this name to `take` until `forget`. */
  await(name: string, take: Take): void;
  forget(name: string): void;
  /** Announces that the awaited input of this name arrives at this time or slightly later. */
  due(name: string, due_ms: number): void;
  /**
   * Delivers an input in its own batch; drops it if no handler awaits it.
   * @param written Values to record instead, if the real ones contain secrets.
   */
  enter(name: string, values: readonly unknown[], written?: readonly unknown[]): void;
  /**
   * Records a request that is answered synchronously.
   * @param otherwise Answer of a player if the recording has none: the two have diverged.
   */
  ask<T>(name: string, read: () => T, otherwise: T): T;
  /** Records an output. */
  leave(name: string, ...values: readonly unknown[]): void;
  /** Runs `act` without recording it; a player does not repeat it. For secrets. */
  unrecorded(act: () => void): void;
  /** Whether unrecorded code is running. */
  isUnrecorded(): boolean;
  /** Registers a callback for the end of each batch. */
  atEnd(callback: () => void): void;
  /** Powers the device off. Resolves once earlier batches are complete; nothing after it is recorded. */
  end(): Promise<void>;
}

/** Passes the values on; each handler knows the types of its input. */
export const give = (take: Take | undefined, values: readonly unknown[]): void =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values recorded under a name come from that port
  take?.(...(values as never[]));
