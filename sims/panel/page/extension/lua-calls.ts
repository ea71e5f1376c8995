// What each call of an extension has taken: from the timeline's lane Lua.

import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface LuaCall {
  readonly number: number;
  readonly at_ms: number;
  /** As the extension calls it: `key`, or `putt` with all that a strike brings about. */
  readonly name: string;
  /** Of the callback that took most. */
  readonly instructions: number;
  readonly heap_bytes: number;
  /** Null in recordings of before. */
  readonly paint_us: number | null;
}

/** As the device asks for it. */
const STRIKE = 'strike';

/** Oldest first. */
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
  /** The most of each. */
  readonly instructions: number;
  readonly heap_bytes: number;
  /** Null where it painted nothing. */
  readonly paint_us: number | null;
}

/** By what was called, the one that took most instructions first. */
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
