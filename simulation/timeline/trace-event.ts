// Types of Chrome's trace format ("Trace Event Format"), which Perfetto's viewer reads, and the writer of a whole
// trace.

/** Details of an event. */
export type Args = Readonly<Record<string, unknown>>;

export interface TraceEvent {
  /**
   * `X`: instant or interval; `B` and `E`: start and end of an interval; `b` and `e`: the same for intervals that may
   * overlap; `s` and `f`: start and end of an arrow; `C`: counter; `M`: name.
   */
  readonly ph: 'X' | 'B' | 'E' | 'b' | 'e' | 's' | 'f' | 'C' | 'M';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds from the start of the recording; undefined for a name. */
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  /** Links the two ends of an overlapping interval or an arrow. */
  readonly id?: string;
  /** `e`: the arrow ends at the event shown at that time. */
  readonly bp?: 'e';
  readonly args?: Args;
}

/** Yields a trace as text in pieces. `about`: origin of the trace. */
export function* traceText(events: Iterable<TraceEvent>, about: Args): Generator<string> {
  yield '{"traceEvents":[';
  let between = '\n';
  for (const event of events) {
    yield `${between}${JSON.stringify(event)}`;
    between = ',\n';
  }
  yield `\n],"displayTimeUnit":"ms","otherData":${JSON.stringify(about)}}\n`;
}
