// A trace as it is drawn: processes with their lanes, what happens on them, and arrows from what entered to what came of it.
//
// Within a turn time stands still. So that its order can be seen, each thing stands two microseconds behind the one before, and what happens
// at once lasts for one: whole microseconds are what every viewer tells apart, and arrows begin and end only at what lasts.

import type { Lane } from './lanes.ts';
import type { Args, TraceEvent } from './trace-event.ts';

export interface Process {
  /** What entered: what is drawn after it is its effect, until `rest`. */
  cause(lane: Lane, name: string, args?: Args): void;
  /** What entered has this too. */
  annotate(args: Args): void;
  /** What is drawn after it came of the turn as a whole: of what entered first. */
  sumUp(): void;
  /** What is drawn after it has no cause. */
  rest(): void;
  moment(lane: Lane, name: string, args?: Args): void;
  /** From now on the lane shows this; null shows nothing. */
  show(lane: Lane, name: string | null, args?: Args): void;
  /** Something begins that may overlap with others of its lane. `key`: by which `finish` finds it. */
  begin(lane: Lane, key: string, name: string, args?: Args): void;
  /** It ends; gives its name and how long it has lasted, null where nothing of this key is under way. */
  finish(key: string): Finished | null;
  /** Arrows between what was drawn last here and what was, or will be, somewhere else. */
  arrowOut(id: string): void;
  arrowIn(id: string): void;
  figure(name: string, value: number): void;
  /** Everything that lasts ends. */
  end(): void;
}

export interface Finished {
  readonly name: string;
  readonly lane: Lane;
  readonly lasted_ms: number;
}

export interface Drawing {
  /** Time goes on to this moment, from the beginning of the recording. */
  goOn(to_ns: number): void;
  process(name: string, order: number): Process;
  /** An id that no other arrow has. */
  newId(): string;
  /** What was drawn since the last time, in the order of time. */
  take(): readonly TraceEvent[];
}

/** Arrows that begin at an event are known only when their ends are drawn, and stand right behind it. */
interface Sheet {
  events: (TraceEvent | TraceEvent[])[];
  /** On the clock of the devices, and where things stand that happen then. */
  moment_ns: number;
  now_ns: number;
  ids: number;
  processes: number;
}

export function createDrawing(): Drawing {
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
/** More lanes than any device has. */
const LANES_MAX = 1000;
const CAUSE = 'cause';

const newId = (sheet: Sheet): string => `0x${(++sheet.ids).toString(16)}`;

interface UnderWay {
  readonly id: string;
  readonly name: string;
  readonly lane: Lane;
  readonly began_ns: number;
}

/** What entered, and the arrows that begin there. */
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
  readonly under_way: Map<string, UnderWay>;
  cause: Cause | null;
  first_cause: Cause | null;
  /** The lane on which something was drawn last. */
  tid: number;
}

function createProcess(sheet: Sheet, name: string, order: number): Process {
  const pid = ++sheet.processes;
  const pen: Pen = {
    sheet,
    pid,
    tids: new Map(),
    shown: new Map(),
    under_way: new Map(),
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
      pen.under_way.set(key, { id, name: what, lane, began_ns: sheet.moment_ns });
    },
    finish: (key) => finish(pen, key),
    arrowOut: (id) => void sheet.events.push(arrow(pen, 's', id)),
    arrowIn: (id) => void sheet.events.push(arrow(pen, 'f', id)),
    figure: (what, value) => step(pen, { ph: 'C', name: what, tid: 0, args: { value } }),
    end() {
      pen.cause = pen.first_cause = null;
      for (const { lane } of pen.shown.values()) show(pen, lane, null, {});
      for (const key of pen.under_way.keys()) finish(pen, key);
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

/** At what was drawn last. */
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
  const call = pen.under_way.get(key);
  if (!call) return null;
  const { id, name, lane, began_ns } = call;
  pen.under_way.delete(key);
  put(pen, lane, { ph: 'e', name, cat: lane.name, id });
  return { name, lane, lasted_ms: (pen.sheet.moment_ns - began_ns) / 1e6 };
}
