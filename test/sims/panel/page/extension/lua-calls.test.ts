// Cost of an extension's calls, from the timeline's Lua lane.

import test from 'ava';
import { luaCalls, luaSummaries } from '../../../../../sims/panel/page/extension/lua-calls.ts';
import type { TimelineEvent } from '../../../../../sims/panel/page/timeline/timeline-event.ts';

let number = 0;
const event = (at_ms: number, what: TimelineEvent['what'], name: string, args = {}, lane = 'Lua'): TimelineEvent => ({
  number: ++number,
  at_ms,
  lane,
  what,
  name,
  args,
});
const call = (at_ms: number, name: string, instructions: number, heap_bytes: number, paint_us?: number) => [
  event(at_ms, 'begin', name),
  event(at_ms + 5, 'end', name),
  event(at_ms + 5, 'moment', name, { instructions, heap_bytes, ...(paint_us === undefined ? {} : { paint_us }) }),
  event(at_ms + 5, 'figure', 'Lua instructions', { value: instructions }, 'Lua instructions'),
];

test('[panel] lists the cost of each call, and the maximum of each kind', (t) => {
  const calls = luaCalls([
    ...call(0, 'load', 9000, 20_000, 300),
    ...call(100, 'update', 500, 21_000, 400),
    ...call(200, 'update', 700, 20_500, 350),
    event(300, 'begin', 'strike'),
    ...call(400, 'key', 600, 22_000),
  ]);
  t.deepEqual(
    calls.map(({ at_ms, name, instructions, paint_us }) => [at_ms, name, instructions, paint_us]),
    [
      [5, 'load', 9000, 300],
      [105, 'update', 500, 400],
      [205, 'update', 700, 350],
      [405, 'key', 600, null],
    ],
  );
  t.deepEqual(luaSummaries(calls), [
    { name: 'load', count: 1, instructions: 9000, heap_bytes: 20_000, paint_us: 300 },
    { name: 'update', count: 2, instructions: 700, heap_bytes: 21_000, paint_us: 400 },
    { name: 'key', count: 1, instructions: 600, heap_bytes: 22_000, paint_us: null },
  ]);
});
