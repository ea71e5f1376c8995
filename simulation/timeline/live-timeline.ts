// Timeline of running devices for a page: keeps the newest events and sends them to subscribers.

import type { PanelTimeline } from '../../sims/panel/panel-device.ts';
import { createKeptEvents, KEPT, type KeptEvents } from '../../sims/panel/page/connection/kept-events.ts';
import type { TimelineEvent } from '../../sims/panel/page/timeline/timeline-event.ts';
import type { RecordedBatch } from '../recordings/recorder-proxy.ts';
import type { Finished, Process } from './drawing.ts';
import type { Lane } from './lanes.ts';
import { createTurnDrawing } from './turn-drawing.ts';

interface LiveTimeline {
  take(turn: RecordedBatch): void;
  of(device: string): Pick<PanelTimeline, 'limits' | 'follow'>;
}

/** Longest text, such as the body of an answer. */
const TEXT_CHARS_MAX = 4000;

interface Kept {
  readonly events: KeptEvents;
  readonly hearers: Set<(events: readonly TimelineEvent[]) => void>;
}

export function createLiveTimeline(limits = KEPT): LiveTimeline {
  const kept = new Map<string, Kept>();
  const keptOf = (device: string): Kept => {
    const known = kept.get(device) ?? { events: createKeptEvents(limits), hearers: new Set() };
    kept.set(device, known);
    return known;
  };
  const publish = (device: string, news: readonly TimelineEvent[]): void => {
    const { events, hearers } = keptOf(device);
    events.add(news);
    for (const notify of hearers) notify(news);
  };
  const sheet: Sheet = { at_ms: 0, number: 0, drawn: [] };
  const drawing = createTurnDrawing(
    {
      goOn: (to_ns) => void (sheet.at_ms = to_ns / 1e6),
      process: (name) => createProcess(sheet, name),
      newId: () => '',
    },
    { bodies: true, deliveries: { sent: new Set(), received: new Map() }, zero_ms: 0 },
  );
  return {
    take(turn) {
      drawing.draw(turn);
      const news = sheet.drawn.flatMap(({ device, event }) => (device === turn.device ? [event] : []));
      sheet.drawn = [];
      if (news.length > 0) publish(turn.device, news);
    },
    of: (device) => ({
      limits,
      follow(listener) {
        const { events, hearers } = keptOf(device);
        hearers.add(listener);
        return { kept: events.all(), end: () => void hearers.delete(listener) };
      },
    }),
  };
}

interface Sheet {
  at_ms: number;
  number: number;
  drawn: { readonly device: string; readonly event: TimelineEvent }[];
}

interface Cause {
  readonly number: number;
  readonly args: Record<string, unknown>;
}

function createProcess(sheet: Sheet, device: string): Process {
  const pending = new Map<string, { readonly name: string; readonly lane: Lane; readonly start_ms: number }>();
  const shown = new Map<string, Lane>();
  let [cause, first_cause]: [Cause | null, Cause | null] = [null, null];
  const put = (
    lane: string,
    event: Pick<TimelineEvent, 'what' | 'name' | 'args'> & { readonly key?: string },
  ): Cause => {
    const number = ++sheet.number;
    const args = clipped(event.args);
    const after = cause ? { cause: cause.number } : {};
    sheet.drawn.push({ device, event: { number, at_ms: sheet.at_ms, lane, ...event, args, ...after } });
    return { number, args };
  };
  const show = (lane: Lane, name: string | null, args = {}): void => {
    if (name === null) shown.delete(lane.name);
    else shown.set(lane.name, lane);
    put(lane.name, { what: 'show', name, args });
  };
  const finish = (key: string): Finished | null => {
    const call = pending.get(key);
    if (!call) return null;
    pending.delete(key);
    put(call.lane.name, { what: 'end', name: call.name, key, args: {} });
    return { name: call.name, lane: call.lane, lasted_ms: sheet.at_ms - call.start_ms };
  };
  return {
    cause(lane, name, args = {}) {
      cause = null;
      cause = put(lane.name, { what: 'moment', name, args });
      first_cause ??= cause;
    },
    annotate: (args) => void Object.assign(cause?.args ?? {}, args),
    sumUp: () => void (cause = first_cause),
    rest: () => void (cause = first_cause = null),
    moment: (lane, name, args = {}) => void put(lane.name, { what: 'moment', name, args }),
    show,
    begin(lane, key, name, args = {}) {
      pending.set(key, { name, lane, start_ms: sheet.at_ms });
      put(lane.name, { what: 'begin', name, key, args });
    },
    finish,
    arrowOut() {},
    arrowIn() {},
    figure: (name, value) => void put(name, { what: 'figure', name, args: { value } }),
    end() {
      cause = first_cause = null;
      for (const lane of shown.values()) show(lane, null);
      for (const key of pending.keys()) finish(key);
    },
  };
}

function clipped(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const short = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    typeof value === 'string' && value.length > TEXT_CHARS_MAX ? `${value.slice(0, TEXT_CHARS_MAX)} …` : value,
  ];
  return Object.fromEntries(Object.entries(args).map(short));
}
