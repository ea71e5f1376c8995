// Cost of each call of an extension, taken from the timeline's lane Lua.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface LuaCall {
  readonly number: number;
  readonly at_ms: number;
  /** Name in the extension: `key`, or `putt` with everything that a strike causes. */
  readonly name: string;
  /** Instructions of the most expensive callback. */
  readonly instructions: number;
  readonly heap_bytes: number;
  /** Painting time; null in older recordings. */
  readonly paint_us: number | null;
}

/** Name that the device uses for the call. */
const STRIKE = 'strike';

/** Returns the calls, oldest first. */
export function luaCalls(events: readonly TimelineEvent[]): readonly LuaCall[] {
  const calls: LuaCall[] = [];
  let ended: string | null = null;
  for (const { lane, what, name, number, at_ms, args } of events) {
    if (lane !== 'Lua') continue;
    if (what === 'end') ended = name;
    const { instructions, heap_bytes, paint_us } = args;
    if (what !== 'moment' || ended === null || typeof instructions !== 'number') continue;
    calls.push({
      number,
      at_ms,
      name: ended === STRIKE ? 'putt' : ended,
      instructions,
      heap_bytes: typeof heap_bytes === 'number' ? heap_bytes : 0,
      paint_us: typeof paint_us === 'number' ? paint_us : null,
    });
    ended = null;
  }
  return calls;
}

interface LuaSummary {
  readonly name: string;
  readonly count: number;
  /** Maximum over the calls; likewise for the heap. */
  readonly instructions: number;
  readonly heap_bytes: number;
  /** Maximum painting time; null if nothing was painted. */
  readonly paint_us: number | null;
}

/** Groups the calls by name, the one with most instructions first. */
export function luaSummaries(calls: readonly LuaCall[]): readonly LuaSummary[] {
  const summaries = new Map<string, LuaSummary>();
  for (const { name, instructions, heap_bytes, paint_us } of calls) {
    const before = summaries.get(name) ?? { name, count: 0, instructions: 0, heap_bytes: 0, paint_us: null };
    summaries.set(name, {
      name,
      count: before.count + 1,
      instructions: Math.max(before.instructions, instructions),
      heap_bytes: Math.max(before.heap_bytes, heap_bytes),
      paint_us: Math.max(before.paint_us ?? 0, paint_us ?? 0) || null,
    });
  }
  return [...summaries.values()].toSorted((a, b) => b.instructions - a.instructions);
}
