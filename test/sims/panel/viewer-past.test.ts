// Past states over a page's socket: the panel sends the requested past state instead of the current one, and ignores
// input.

import test from 'ava';
import { KEPT } from '../../../sims/panel/page/connection/kept-events.ts';
import type { PanelMoment } from '../../../sims/panel/panel-device.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { recordedDevice } from '../../support/device/recorded-device.ts';
import { listOf } from '../../support/read-json.ts';
import { linesOf, openViewer, pictureOf } from '../../support/panel/viewer-socket.ts';

test('[panel] a page viewing the past gets that state, queues later changes, and returns to the present', async (t) => {
  const { fixture, panel } = await panelFixture(t, { switchOn: () => recordedDevice() });
  const { clock, press, lines } = fixture;
  const menu = { lines: lines(), at_ms: clock.now_ms(), states: fixture.device.states() };
  await clock.advance(5);
  await press('ok', 'ok');
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the present', () => linesOf(viewer).some((line) => line === 'Player 1: 0 putts'));
  t.like(viewer.last('past'), { at_ms: null, on: true, problem: null });
  const frames = viewer.frames.length;

  viewer.send({ type: 'past', at_ms: menu.at_ms });
  await viewer.until('the menu', () => viewer.last('past')?.['at_ms'] === menu.at_ms);
  t.deepEqual(linesOf(viewer), menu.lines);
  t.deepEqual(viewer.last('state')?.['states'], menu.states);
  t.true(viewer.frames.length > frames);
  const log = viewer.last('log');
  t.is(log?.['first'], true);
  t.true(listOf(log?.['lines']).length > 0);
  t.true(listOf(log?.['lines']).every((line) => Number(Object(line).at_ms) <= menu.at_ms));

  // Keys from this page have no effect; keys from other pages do, but this page does not show their effect.
  const now = lines();
  viewer.send({ type: 'key', key: 'back', action: 'press' });
  viewer.send({ type: 'text', text: 'x' });
  viewer.send({ type: 'touch', x: 1, y: 1 });
  await viewer.settled();
  t.deepEqual(lines(), now);
  const message_count = viewer.messages.length;
  await press('back');
  t.notDeepEqual(lines(), now);
  await viewer.settled();
  t.deepEqual(linesOf(viewer), menu.lines);
  t.is(viewer.messages.length, message_count);

  viewer.send({ type: 'past', at_ms: null });
  await viewer.until('the present', () => viewer.last('past')?.['at_ms'] === null);
  t.deepEqual(linesOf(viewer), lines());
  t.is(viewer.last('log')?.['first'], true);
  for (const at_ms of ['1', undefined, Number.NaN]) viewer.send({ type: 'past', at_ms });
  await viewer.settled();
  t.is(viewer.last('past')?.['at_ms'], null, 'invalid messages are ignored');
});

test('[panel] shows a dark device before power-on, reports unknown moments, and uses the last request', async (t) => {
  const requests: number[] = [];
  const answers: PromiseWithResolvers<Result<PanelMoment | null>>[] = [];
  const timeline = {
    limits: KEPT,
    imageAt: async () => ok(new Map()),
    momentAt(at_ms: number) {
      requests.push(at_ms);
      const answer = Promise.withResolvers<Result<PanelMoment | null>>();
      answers.push(answer);
      return answer.promise;
    },
    follow: () => ({ kept: [], end: () => {} }),
  };
  const { panel } = await panelFixture(t, { dress: (fixture) => ({ ...fixture, timeline }) });
  const viewer = await openViewer(panel.url);
  t.teardown(() => viewer.close());
  await viewer.until('the present', () => viewer.last('lines') !== undefined);
  for (const at_ms of [5, 6, 7]) viewer.send({ type: 'past', at_ms });
  await viewer.settled();
  t.deepEqual(requests, [5]);
  answers[0]?.resolve(ok(null));
  await viewer.until('nothing', () => viewer.last('past')?.['at_ms'] === 5);
  t.like(viewer.last('past'), { on: false });
  t.deepEqual(linesOf(viewer), []);
  t.deepEqual(viewer.last('state')?.['states'], {});
  t.deepEqual(pictureOf(viewer), [], 'a dark screen');
  t.deepEqual(requests, [5, 7]);
  answers[1]?.resolve(fail('not_recorded', 'It is too long ago.'));
  await viewer.until('the reason', () => viewer.last('past')?.['problem'] !== null);
  t.like(viewer.last('past'), { at_ms: null, on: true, problem: { at_ms: 7, message: 'It is too long ago.' } });
  t.true(linesOf(viewer).length > 0);
});
