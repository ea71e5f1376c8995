// The timeline over a page's socket: the panel sends it to pages that subscribe, until they unsubscribe.

import test from 'ava';
import { ok } from '../../../wire/errors.ts';
import { KEPT } from '../../../sims/panel/page/connection/kept-events.ts';
import type { TimelineEvent } from '../../../sims/panel/page/timeline/timeline-event.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { listOf } from '../../support/read-json.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

test('[panel] a page that subscribes to the timeline gets the kept events in batches, then new ones until it unsubscribes', async (t) => {
  const hearers = new Set<(events: readonly TimelineEvent[]) => void>();
  const event = (number: number): TimelineEvent => ({ number, at_ms: number, lane: 'log', what: 'moment', name: '', args: {} }); // oxfmt-ignore
  const kept = Array.from({ length: 4500 }, (_, at) => event(at + 1));
  const timeline = {
    limits: KEPT,
    imageAt: async () => ok(new Map()),
    momentAt: async () => ok(null),
    follow(listener: (events: readonly TimelineEvent[]) => void) {
      hearers.add(listener);
      return { kept, end: () => void hearers.delete(listener) };
    },
  };
  const { panel } = await panelFixture(t, { dress: (fixture) => ({ ...fixture, timeline }) });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('hello', () => viewer.last('hello') !== undefined);
  t.deepEqual(viewer.last('hello')?.['timeline'], { ms: 600_000, events: 20_000 });
  t.is(viewer.last('timeline'), undefined);
  t.is(hearers.size, 0);
  /**
   * Returns the messages since the page last switched the timeline on; earlier ones may belong to a previous
   * subscription.
   */
  const timelineMessages = () => {
    const sent = viewer.messages.filter(({ type }) => type === 'timeline');
    return sent.slice(sent.findLastIndex(({ first }) => first)).map(({ first, events }) => [first, listOf(events).length]); // oxfmt-ignore
  };
  for (const on of [true, true, false, true]) viewer.send({ type: 'timeline', on });
  await viewer.settled();
  await viewer.until('all kept events', () => timelineMessages().length === 3);
  t.deepEqual(timelineMessages(), [
    [true, 2000],
    [false, 2000],
    [false, 500],
  ]);
  t.is(hearers.size, 1);
  for (const listener of hearers) listener([event(4501)]);
  await viewer.until('the news', () => timelineMessages().length === 4);
  t.deepEqual(timelineMessages().at(-1), [false, 1]);
  viewer.send({ type: 'timeline', on: 1 });
  await viewer.settled();
  t.is(hearers.size, 1, 'an invalid message is ignored');
  viewer.send({ type: 'timeline', on: false });
  await viewer.settled();
  t.is(hearers.size, 0);
});
