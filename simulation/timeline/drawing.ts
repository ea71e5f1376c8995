// Draws a trace: processes with lanes, their events, and arrows from inputs to their effects. Time stands still within
// a step, so events are spaced two microseconds apart to show their order, and an instant lasts one microsecond:
// viewers can't distinguish less than a microsecond, and arrows need events with a duration.

import type { Lane } from './lanes.ts';
import type { Args, TraceEvent } from './trace-event.ts';

export interface Process {
  /** Draws an input; events drawn afterwards are its effects, until `rest`. */
  cause(lane: Lane, name: string, args?: Args): void;
  /** Adds details to the current input. */
  annotate(args: Args): void;
  /** Attributes following events to the whole step: to its first input. */
  sumUp(): void;
  /** Draws following events without a cause. */
  rest(): void;
  moment(lane: Lane, name: string, args?: Args): void;
  /** Shows a state on the lane from now on; null shows nothing. */
  show(lane: Lane, name: string | null, args?: Args): void;
  /** Starts an interval that may overlap other intervals on its lane. `key`: identifies it for `finish`. */
  begin(lane: Lane, key: string, name: string, args?: Args): void;
  /** Ends an interval and returns its name and duration; null if none has this key. */
  finish(key: string): Finished | null;
  /** Draws arrows between the last event here and an event elsewhere, earlier or later. */
  arrowOut(id: string): void;
  arrowIn(id: string): void;
  figure(name: string, value: number): void;
  /** Ends all open intervals. */
  end(): void;
}

export interface Finished {
  readonly name: string;
  readonly lane: Lane;
  readonly lasted_ms: number;
}

export interface TimelineDrawing {
  /** Advances the time, counted from the start of the recording. */
  goOn(to_ns: number): void;
  process(name: string, order: number): Process;
  /** Returns a unique arrow id. */
  newId(): string;
  /** Returns the events drawn since the last call, in order of time. */
  take(): readonly TraceEvent[];
}

/** Arrows that start at an event are known only when their ends are drawn; they are inserted right after the event. */
interface Sheet {
  events: (TraceEvent | TraceEvent[])[];
  /** Time on the devices' clock, and the spaced-out position for events at that time. */
  moment_ns: number;
  now_ns: number;
  ids: number;
  processes: number;
}

export function createDrawing(): TimelineDrawing {
  const sheet: Sheet = { events: [], moment_ns: 0, now_ns: 0, ids: 0, processes: 0 };
  return {
    goOn(to_ns) {
      sheet.moment_ns = to_ns;
      sheet.now_ns = Math.max(sheet.now_ns, to_ns);
    },
    process: (name, order) => createProcess(sheet, name, order),
    newId: () => newId(sheet),
    take() {
      const { events } = sheet;
      sheet.events = [];
      return events.flat();
    },
  };
}

const STEP_NS = 2000;
const MOMENT_US = 1;
/** More than the lanes of any device. */
const LANES_MAX = 1000;
const CAUSE = 'cause';

const newId = (sheet: Sheet): string => `0x${(++sheet.ids).toString(16)}`;

interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly lane: Lane;
  readonly start_ns: number;
}

/** An input and the arrows that start there. */
interface Cause {
  readonly tid: number;
  readonly ts: number;
  readonly args: Record<string, unknown>;
  readonly arrows: TraceEvent[];
}

interface Pen {
  readonly sheet: Sheet;
  readonly pid: number;
  readonly tids: Map<string, number>;
  readonly shown: Map<string, { readonly lane: Lane; readonly name: string }>;
  readonly pending: Map<string, PendingCall>;
  cause: Cause | null;
  first_cause: Cause | null;
  /** Lane of the last event. */
  tid: number;
}

function createProcess(sheet: Sheet, name: string, order: number): Process {
  const pid = ++sheet.processes;
  const pen: Pen = {
    sheet,
    pid,
    tids: new Map(),
    shown: new Map(),
    pending: new Map(),
    cause: null,
    first_cause: null,
    tid: 0,
  };
  label(pen, 'process_name', 0, { name });
  label(pen, 'process_sort_index', 0, { sort_index: order });
  return {
    cause: (lane, what, args = {}) => drawCause(pen, lane, what, { ...args }),
    annotate: (args) => void Object.assign(pen.cause?.args ?? {}, args),
    sumUp: () => void (pen.cause = pen.first_cause),
    rest: () => void (pen.cause = pen.first_cause = null),
    moment(lane, what, args = {}) {
      put(pen, lane, { ph: 'X', name: what, dur: MOMENT_US, args });
      drawArrowFromCause(pen);
    },
    show: (lane, what, args = {}) => show(pen, lane, what, args),
    begin(lane, key, what, args = {}) {
      const id = newId(sheet);
      put(pen, lane, { ph: 'b', name: what, cat: lane.name, id, args });
      pen.pending.set(key, { id, name: what, lane, start_ns: sheet.moment_ns });
    },
    finish: (key) => finish(pen, key),
    arrowOut: (id) => void sheet.events.push(arrow(pen, 's', id)),
    arrowIn: (id) => void sheet.events.push(arrow(pen, 'f', id)),
    figure: (what, value) => step(pen, { ph: 'C', name: what, tid: 0, args: { value } }),
    end() {
      pen.cause = pen.first_cause = null;
      for (const { lane } of pen.shown.values()) show(pen, lane, null, {});
      for (const key of pen.pending.keys()) finish(pen, key);
    },
  };
}

const label = ({ sheet, pid }: Pen, name: string, tid: number, args: Args): void =>
  void sheet.events.push({ ph: 'M', name, pid, tid, args });

function tidOf(pen: Pen, lane: Lane): number {
  const known = pen.tids.get(lane.name);
  if (known !== undefined) return known;
  const tid = pen.pid * LANES_MAX + pen.tids.size + 1;
  pen.tids.set(lane.name, tid);
  label(pen, 'thread_name', tid, { name: lane.name });
  label(pen, 'thread_sort_index', tid, { sort_index: lane.order });
  return tid;
}

const ts = ({ sheet }: Pen): number => sheet.now_ns / 1000;

function step(pen: Pen, event: Omit<TraceEvent, 'pid' | 'ts'>): void {
  pen.sheet.now_ns += STEP_NS;
  pen.sheet.events.push({ ...event, pid: pen.pid, ts: ts(pen) });
}

function put(pen: Pen, lane: Lane, event: Omit<TraceEvent, 'pid' | 'tid' | 'ts'>): void {
  pen.tid = tidOf(pen, lane);
  step(pen, { ...event, tid: pen.tid });
}

/** Creates an arrow end at the last event. */
function arrow(pen: Pen, ph: 's' | 'f', id: string): TraceEvent {
  const { pid, tid } = pen;
  return { ph, name: CAUSE, cat: CAUSE, id, pid, tid, ts: ts(pen), ...(ph === 'f' ? { bp: 'e' } : {}) };
}

function drawCause(pen: Pen, lane: Lane, name: string, args: Record<string, unknown>): void {
  put(pen, lane, { ph: 'X', name, dur: MOMENT_US, args });
  pen.cause = { tid: pen.tid, ts: ts(pen), args, arrows: [] };
  pen.first_cause ??= pen.cause;
  pen.sheet.events.push(pen.cause.arrows);
}

function drawArrowFromCause(pen: Pen): void {
  const { cause, sheet } = pen;
  if (!cause) return;
  const id = newId(sheet);
  cause.arrows.push({ ...arrow(pen, 's', id), tid: cause.tid, ts: cause.ts });
  sheet.events.push(arrow(pen, 'f', id));
}

function show(pen: Pen, lane: Lane, name: string | null, args: Args): void {
  const before = pen.shown.get(lane.name);
  if (before) put(pen, lane, { ph: 'E', name: before.name });
  pen.shown.delete(lane.name);
  if (name === null) return;
  pen.shown.set(lane.name, { lane, name });
  put(pen, lane, { ph: 'B', name, args });
  drawArrowFromCause(pen);
}

function finish(pen: Pen, key: string): Finished | null {
  const call = pen.pending.get(key);
  if (!call) return null;
  const { id, name, lane, start_ns } = call;
  pen.pending.delete(key);
  put(pen, lane, { ph: 'e', name, cat: lane.name, id });
  return { name, lane, lasted_ms: (pen.sheet.moment_ns - start_ns) / 1e6 };
}
