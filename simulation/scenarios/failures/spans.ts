// Intervals during which a device showed something, from the events of a recording.

import { linesOf } from '../../../sims/panel/page/timeline/event-words.ts';
import type { StoryEvent } from '../../timeline/story.ts';

export interface Span {
  /** Lane or label: a machine, an LED, a line of the screen. */
  readonly label: string;
  readonly value: string;
  readonly from_ms: number;
  /** Infinity while it lasts. */
  readonly to_ms: number;
}

/** Returns the states, LEDs and other values of a device's lanes over time, in order of their start. */
export function laneSpans(events: readonly StoryEvent[]): readonly Span[] {
  const collector = createCollector();
  for (const { what, lane, name, at_ms } of events) if (what === 'show') collector.show(lane, name, at_ms);
  return collector.spans();
}

/** Returns the lines of a device's screen over time. A line that the next picture still has continues its span. */
export function lineSpans(events: readonly StoryEvent[]): readonly Span[] {
  const collector = createCollector();
  let shown: ReadonlySet<string> = new Set();
  const change = (lines: readonly string[], at_ms: number): void => {
    const next = new Set(lines);
    for (const line of shown) if (!next.has(line)) collector.show(line, null, at_ms);
    for (const line of next) if (!shown.has(line)) collector.show(line, line, at_ms);
    shown = next;
  };
  for (const event of events) {
    if (event.lane === 'screen' && event.what === 'moment') change(linesOf(event), event.at_ms);
    else if (event.lane === 'power' && event.what === 'show' && event.name === null) change([], event.at_ms);
  }
  return collector.spans();
}

function createCollector() {
  const open = new Map<string, { to_ms: number; readonly value: string }>();
  const all: Span[] = [];
  return {
    show(label: string, value: string | null, at_ms: number): void {
      const before = open.get(label);
      if (before?.value === value) return;
      if (before) before.to_ms = at_ms;
      open.delete(label);
      if (value === null) return;
      const span = { label, value, from_ms: at_ms, to_ms: Infinity };
      open.set(label, span);
      all.push(span);
    },
    spans: (): readonly Span[] => all,
  };
}
