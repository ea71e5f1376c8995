// The timeline along the bottom: items of its lanes, stops of a step, and the visible time window.

import test from 'ava';
import { itemAt, lanesOf, nextStop } from '../../../../../sims/panel/page/timeline/timeline-lanes.ts';
import { axisTicks, panned, showing, spanOf, zoomed } from '../../../../../sims/panel/page/timeline/timeline-window.ts';
import type { TimelineEvent } from '../../../../../sims/panel/page/timeline/timeline-event.ts';
import { createTimeline } from '../../../../../sims/panel/page/timeline/timeline.ts';
import { transitionsOf } from '../../../../../sims/panel/page/machines/transitions.ts';

let number = 0;
const event = (at_ms: number, lane: string, name: string | null, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  number: ++number,
  at_ms,
  lane,
  what: 'moment',
  name,
  args: {},
  ...more,
});

const EVENTS = [
  event(0, 'power', 'on', { what: 'show' }),
  event(1, 'machine navigation', 'menu', { what: 'show' }),
  event(1, 'screen', 'tapin', { args: { picture: 'a1' } }),
  event(100, 'keys and touch', 'ok press'),
  event(100.1, 'machine navigation', 'setup', { what: 'show' }),
  event(150, 'screen', 'brightness 50 %'),
  event(200, 'frames from the board', 'BEAT'),
  event(300, 'HTTP', 'POST /sim/poll', { what: 'begin', key: '1' }),
  event(500, 'HTTP', 'POST /sim/poll', { what: 'end', key: '1' }),
  event(500, 'HTTP', '200 POST /sim/poll', { args: { status: 200 } }),
  event(600, 'HTTP', 'POST /sim/poll', { what: 'begin', key: '2' }),
  event(700, 'power', 'power cut'),
  event(700, 'power', null, { what: 'show' }),
];

test('[panel] a lane has moments, finished spans and open spans', (t) => {
  const { Keys, Strikes, Frames, Faults, Page, Requests, Pictures } = lanesOf(EVENTS);
  t.deepEqual(Keys, [{ from_ms: 100, to_ms: 100, label: 'ok press' }]);
  t.deepEqual(Faults, [
    { from_ms: 0, to_ms: 700, label: 'on' },
    { from_ms: 700, to_ms: 700, label: 'power cut' },
  ]);
  t.deepEqual(Strikes, []);
  t.deepEqual(Frames, [], 'BEAT frames are not shown');
  t.deepEqual(Page, [
    { from_ms: 1, to_ms: 100.1, label: 'menu' },
    { from_ms: 100.1, to_ms: null, label: 'setup' },
  ]);
  t.deepEqual(Requests, [
    { from_ms: 300, to_ms: 500, label: 'POST /sim/poll: 200' },
    { from_ms: 600, to_ms: null, label: 'POST /sim/poll' },
  ]);
  // A change of brightness does not start a new picture, and without power there is none.
  t.deepEqual(Pictures, [{ from_ms: 1, to_ms: 700, label: 'tapin' }]);
});

test('[panel] a step stops at the next event, skipping BEATs and effects of the same batch', (t) => {
  const lanes = lanesOf(EVENTS);
  const steps = (from_ms: number, direction: 1 | -1): readonly number[] => {
    const at_ms = nextStop(lanes, from_ms, direction);
    return at_ms === null ? [] : [at_ms, ...steps(at_ms, direction)];
  };
  t.deepEqual(steps(0, 1), [1, 100, 300, 600, 700]);
  t.deepEqual(steps(1000, -1), [700, 600, 300, 100.1, 1, 0]);
});

test('[panel] finds the span under the pointer, or the nearest item within reach', (t) => {
  const { Keys, Page } = lanesOf(EVENTS);
  t.is(itemAt(Keys, 104, 5)?.label, 'ok press');
  t.is(itemAt(Keys, 106, 5), null);
  t.is(itemAt(Page, 50, 5)?.label, 'menu');
  t.is(itemAt(Page, 5000, 5)?.label, 'setup');
});

const WHOLE = { from_ms: 10_000, to_ms: 100_000 };

test('[panel] the window follows the latest event, zooms around a fixed time, and stays in range', (t) => {
  const newest = { end_ms: null, span_ms: 20_000 };
  t.deepEqual(spanOf(newest, WHOLE), { from_ms: 80_000, to_ms: 100_000 });
  t.deepEqual(spanOf(newest, { from_ms: 0, to_ms: 5000 }), { from_ms: 0, to_ms: 20_000 }, 'the window keeps its span');
  const near = zoomed(newest, WHOLE, 0.5, 85_000);
  t.deepEqual(spanOf(near, WHOLE), { from_ms: 82_500, to_ms: 92_500 });
  t.deepEqual(zoomed(newest, WHOLE, 0.5, 100_000), { end_ms: null, span_ms: 10_000 }, 'at the end it keeps following');
  t.is(zoomed(newest, WHOLE, 1e-6, 85_000).span_ms, 100);
  t.is(zoomed(newest, WHOLE, 1e6, 85_000).span_ms, 3_600_000);
  t.deepEqual(spanOf(panned(near, WHOLE, -1e6), WHOLE), { from_ms: 10_000, to_ms: 20_000 });
  t.is(panned(near, WHOLE, 1e6).end_ms, null);
  t.is(showing(near, WHOLE, 90_000), near);
  t.deepEqual(spanOf(showing(near, WHOLE, 50_000), WHOLE), { from_ms: 45_000, to_ms: 55_000 });
});

test('[panel] places the axis lines at round figures', (t) => {
  t.deepEqual(axisTicks({ from_ms: 0, to_ms: 60_000 }, 6), [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
  t.deepEqual(axisTicks({ from_ms: 1234, to_ms: 2234 }, 5), [1400, 1600, 1800, 2000, 2200]);
});

test('[panel] at a selected time, the panes show everything up to it and the rest of its batch', (t) => {
  const timeline = createTimeline(() => {});
  globalThis.requestAnimationFrame ??= () => 0;
  timeline.add(EVENTS, true);
  timeline.showUntil(100);
  t.is(timeline.events().at(-1)?.name, 'setup');
  t.is(timeline.all().length, EVENTS.length);
  timeline.showUntil(null);
  t.is(timeline.events(), timeline.all());
});

test('[panel] knows a state entered before the kept events, and does not show it as news', (t) => {
  const events = [
    event(1, 'machine set', 'awaiting', { what: 'show', carried: true }),
    event(900_000, 'machine set', 'rolling', { what: 'show' }),
  ];
  t.like(transitionsOf(events), { length: 1, 0: { from: 'awaiting', to: 'rolling' } });
});
