// Limits of the page's sockets.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { KEPT } from '../../../sims/panel/page/connection/kept-events.ts';
import type { TimelineEvent } from '../../../sims/panel/page/timeline/timeline-event.ts';
import { ok } from '../../../wire/errors.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { listOf } from '../../support/read-json.ts';
import { openViewer } from '../../support/panel/viewer-socket.ts';

const upgrade = ({ origin, panel }: PanelFixture): string =>
  `GET /ws?token=${panel.token}&device=0 HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`;

/** Opens a page's socket that reads its upgrade, and nothing after it. */
async function deafPage(opened: PanelFixture): Promise<Socket> {
  const { hostname, port } = new URL(opened.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(upgrade(opened));
  await once(socket, 'data');
  return socket.pause();
}

test('[panel] refuses a 65th socket, and takes it once another has closed', async (t) => {
  const { panel } = await panelFixture(t);
  const [first, ...others] = await Promise.all(Array.from({ length: 64 }, () => openViewer(panel.url)));
  const refused = await t.throwsAsync(openViewer(panel.url));
  t.regex(refused?.message ?? '', /429/);
  await first?.close();
  for (const viewer of [await openViewer(panel.url), ...others]) await viewer.close();
});

test('[panel] disconnects a page that does not read, and no other', async (t) => {
  const opened = await panelFixture(t);
  const { fixture, panel } = opened;
  const good = await openViewer(panel.url);
  const isCutOff = (): boolean =>
    fixture.log.lines().some(({ text }) => text === 'A page reads too slowly and was disconnected.');
  const deaf = await deafPage(opened);
  fixture.speaker.use({ done: new Uint8Array(500_000) });
  let sounds = 0;
  for (; !isCutOff() && sounds < 200; sounds++) {
    fixture.speaker.play('done', 50);
    await good.settled();
  }
  t.true(isCutOff());
  t.true(sounds >= 8, `${sounds} sounds of 0.7 MB: several megabytes may wait`);
  deaf.destroy();
  t.is(good.messages.filter(({ type }) => type === 'sound').length, sounds);
  await good.close();
});

test('[panel] disconnects a page that answers no ping within 30 s', async (t) => {
  const wall = createVirtualClock();
  const opened = await panelFixture(t, { wall });
  const good = await openViewer(opened.panel.url);
  const deaf = await deafPage(opened);
  await wall.advance(30_000);
  await good.settled();
  await good.settled();
  t.false(deaf.destroyed);
  await wall.advance(30_000);
  const ended = once(deaf, 'close');
  deaf.resume();
  await ended;
  await good.settled();
  await good.close();
});

test('[panel] resends the timeline after a long absence, and queues at most twice the kept events', async (t) => {
  const event = (number: number): TimelineEvent => ({ number, at_ms: number, lane: 'log', what: 'moment', name: '', args: {} }); // oxfmt-ignore
  let notify: (events: readonly TimelineEvent[]) => void = () => {};
  let follows = 0;
  const timeline = {
    limits: { ...KEPT, events: 10 },
    imageAt: async () => ok(new Map()),
    momentAt: async () => ok(null),
    follow(listener: typeof notify) {
      notify = listener;
      return { kept: [event(++follows * 1000)], end: () => {} };
    },
  };
  const { panel } = await panelFixture(t, { dress: (fixture) => ({ ...fixture, timeline }) });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  const timelineMessages = () => viewer.messages.filter(({ type }) => type === 'timeline').map(({ first, events }) => [first, listOf(events).length]); // oxfmt-ignore
  viewer.send({ type: 'timeline', on: true });
  await viewer.until('the kept events', () => timelineMessages().length === 1);
  const deliver = async (count: number): Promise<void> => {
    viewer.send({ type: 'watch', on: false });
    await viewer.settled();
    for (let number = 1; number <= count; number++) notify([event(number)]);
    viewer.send({ type: 'watch', on: true });
  };
  await deliver(20);
  await viewer.until('all received events', () => timelineMessages().length === 2);
  t.deepEqual(timelineMessages().at(-1), [false, 20]);
  await deliver(21);
  await viewer.until('the kept events again', () => timelineMessages().length === 3);
  t.deepEqual(timelineMessages().at(-1), [true, 1]);
  t.is(follows, 2);
});

test('[panel] counts a device as viewed when its page draws, not when the socket opens', async (t) => {
  const { panel } = await panelFixture(t);
  const events: string[] = [];
  void panel.viewed().then(() => events.push('viewed'));
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.settled();
  t.deepEqual(events, []);
  viewer.send({ type: 'watch', on: true });
  await viewer.settled();
  t.deepEqual(events, ['viewed']);
});
