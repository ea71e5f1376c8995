// Events of Chrome's trace form ("Trace Event Format"), which Perfetto's viewer reads, and a whole trace as text.

/** What stands beside an event. */
export type Args = Readonly<Record<string, unknown>>;

export interface TraceEvent {
  /**
   * `X` what happens at once or lasts, `B` and `E` the two ends of what lasts, `b` and `e` the same where several overlap, `s` and `f`
   * the two ends of an arrow, `C` a figure, `M` a name.
   */
  readonly ph: 'X' | 'B' | 'E' | 'b' | 'e' | 's' | 'f' | 'C' | 'M';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds from the beginning of the recording; none for a name. */
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  /** Of the two ends of what overlaps, and of an arrow. */
  readonly id?: string;
  /** `e`: the arrow ends at what is shown at that moment. */
  readonly bp?: 'e';
  readonly args?: Args;
}

/** A trace as text, piece by piece. `about` says where it comes from. */
export function* traceText(events: Iterable<TraceEvent>, about: Args): Generator<string> {
  yield '{"traceEvents":[';
  let between = '\n';
  for (const event of events) {
    yield `${between}${JSON.stringify(event)}`;
    between = ',\n';
  }
  yield `\n],"displayTimeUnit":"ms","otherData":${JSON.stringify(about)}}\n`;
}
