// Reads a trace as a viewer does, using only the "Trace Event Format" description: the slices and arrows it shows, and
// its problems.

interface ReadEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly cat: string;
  readonly id: string;
  readonly bp: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface Slice {
  /** `device/lane`. */
  readonly lane: string;
  readonly name: string;
  readonly started_us: number;
  ended_us: number;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ReadTrace {
  readonly slices: readonly Slice[];
  /** Slices that may overlap other slices of their lane. */
  readonly spans: readonly Slice[];
  /** Arrow ends, each as `device/lane: name`. */
  readonly arrows: readonly (readonly [from: string, to: string])[];
  readonly figures: readonly (readonly [name: string, value: unknown])[];
  readonly problems: readonly string[];
}

interface Reading {
  readonly names: Map<number, string>;
  readonly lanes: Map<string, string>;
  readonly slices: Slice[];
  readonly spans: Slice[];
  readonly arrows: (readonly [string, string])[];
  readonly figures: (readonly [string, unknown])[];
  readonly problems: string[];
  /** Open slices of each lane, innermost last. */
  readonly open: Map<string, Slice[]>;
  readonly pending: Map<string, Slice>;
  readonly tails: Map<string, string>;
  last_us: number;
}

export function readTrace(text: string): ReadTrace {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checks below reject anything else
  const { traceEvents } = JSON.parse(text) as { traceEvents: readonly ReadEvent[] };
  const reading: Reading = {
    names: new Map(),
    lanes: new Map(),
    slices: [],
    spans: [],
    arrows: [],
    figures: [],
    problems: [],
    open: new Map(),
    pending: new Map(),
    tails: new Map(),
    last_us: 0,
  };
  for (const event of traceEvents) {
    if (event.ph === 'M') readName(reading, event);
    else readEvent(reading, event);
  }
  const { open, pending, tails, problems } = reading;
  for (const [lane, slices] of open)
    for (const { name, ended_us } of slices) if (ended_us === Infinity) problems.push(`${lane}: ${name} does not end`);
  for (const { lane, name } of pending.values()) problems.push(`${lane}: ${name} does not end`);
  for (const tail of tails.values()) problems.push(`an arrow from ${tail} has no end`);
  return reading;
}

function readName({ names, lanes }: Reading, { name, pid, tid, args }: ReadEvent): void {
  if (name === 'process_name') names.set(pid, String(args['name']));
  if (name === 'thread_name') lanes.set(`${pid}/${tid}`, String(args['name']));
}

function readEvent(reading: Reading, event: ReadEvent): void {
  const { names, lanes, slices, spans, figures, problems, pending, open } = reading;
  const { ph, name, pid, tid, ts, dur, id, args, cat } = event;
  if (!(ts >= reading.last_us)) problems.push(`${name} at ${ts} is before ${reading.last_us}`);
  reading.last_us = ts;
  if (ph === 'C') return void figures.push([name, args['value']]);
  const lane = `${names.get(pid) ?? '?'}/${lanes.get(`${pid}/${tid}`) ?? '?'}`;
  if (lane.includes('?')) problems.push(`${name} is on a lane without a name`);
  const stack = open.get(lane) ?? [];
  open.set(lane, stack);
  while ((stack.at(-1)?.ended_us ?? Infinity) < ts) stack.pop();
  const slice: Slice = { lane, name, started_us: ts, ended_us: Infinity, args };
  if (ph === 'X' || ph === 'B') {
    if (ph === 'X') slice.ended_us = ts + dur;
    const around = stack.at(-1);
    if (around && around.ended_us < slice.ended_us) problems.push(`${lane}: ${name} is partly in ${around.name}`);
    stack.push(slice);
    slices.push(slice);
  } else if (ph === 'E') {
    const started = stack.findLast(({ ended_us }) => ended_us === Infinity);
    if (started?.name !== name) problems.push(`${lane}: ${name} ends while ${started?.name} is open`);
    if (started) started.ended_us = ts;
    if (started) stack.splice(stack.indexOf(started), 1);
  } else if (ph === 'b') {
    if (pending.has(`${cat} ${id}`)) problems.push(`${id} starts twice`);
    pending.set(`${cat} ${id}`, slice);
    spans.push(slice);
  } else if (ph === 'e') {
    const span = pending.get(`${cat} ${id}`);
    if (span?.lane !== lane) problems.push(`${lane}: ${name} ends without a start`);
    if (span) span.ended_us = ts;
    pending.delete(`${cat} ${id}`);
  } else readArrow(reading, event, stack.at(-1));
}

/** Reads one end of an arrow; each end binds to the innermost slice at that time. */
function readArrow({ arrows, tails, problems }: Reading, { ph, id, bp }: ReadEvent, at: Slice | undefined): void {
  if (!at) return void problems.push(`arrow ${id} has no slice`);
  const place = `${at.lane}: ${at.name}`;
  if (ph === 's') {
    if (tails.has(id)) problems.push(`arrow ${id} starts twice`);
    tails.set(id, place);
  } else if (ph === 'f' && bp === 'e') {
    const tail = tails.get(id);
    if (tail === undefined) problems.push(`arrow ${id} ends at ${place} without a start`);
    else arrows.push([tail, place]);
    tails.delete(id);
  } else problems.push(`phase ${ph} is unknown`);
}
