// Tests of the live timeline of devices: stored events, notifications, and causes.

import test from 'ava';
import type { TimelineEvent } from '../../../sims/panel/page/timeline/timeline-event.ts';
import type { RecordedLine, RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { createLiveTimeline } from '../../../simulation/timeline/live-timeline.ts';

const turn = (at_ms: number, device: string, entered: RecordedLine, ...lines: readonly RecordedLine[]): RecordedBatch => ({ at_ms, device, entered, lines }); // oxfmt-ignore
const START: RecordedLine = ['start', { cloud: 'http://relay', store: null, firmware_keys: [], path: 'a cable' }];
const short = ({ lane, what, name, at_ms }: TimelineEvent): string => `${at_ms} ${lane}: ${what} ${name}`;

test('[timeline] gives a follower the stored events of its device, then only new events of that device', (t) => {
  const timeline = createLiveTimeline();
  timeline.take(turn(10, 'host', START));
  timeline.take(turn(10, 'guest', START));
  timeline.take(turn(20, 'host', ['key', 'ok', 'press'], ['sound', 'click', 60], ['states', { navigation: 'setup' }]));
  const received: TimelineEvent[] = [];
  const { kept, end } = timeline.of('host').follow((events) => received.push(...events));
  t.deepEqual(kept.map(short), [
    '10 power: show on',
    '10 power: moment switched on',
    '20 keys and touch: moment ok press',
    '20 sounds: moment click',
    '20 machine navigation: show setup',
  ]);
  const [, , key, sound, state] = kept;
  t.is(sound?.cause, key?.number);
  t.is(state?.cause, key?.number);
  timeline.take(turn(30, 'guest', ['key', 'ok', 'press']));
  timeline.take(
    turn(40.5, 'host', ['key', 'ok', 'release'], ['http', 'POST', 'http://relay/sim/poll', '{"code":"ABC123"}']),
  );
  t.deepEqual(received.map(short), [
    '40.5 keys and touch: moment ok release',
    '40.5 HTTP: moment POST /sim/poll',
    '40.5 HTTP: begin POST /sim/poll',
  ]);
  t.is(received[2]?.args['body'], '{"code":"ABC123"}');
  end();
  timeline.take(turn(50, 'host', ['http 1', { ok: true, value: { status: 200, text: '{}' } }]));
  t.is(received.length, 3);
  const [answer] = timeline
    .of('host')
    .follow(() => {})
    .kept.slice(-1);
  t.like(answer, { name: '200 POST /sim/poll', args: { status: 200, held_ms: 9.5, text: '{}' } });
});

test('[timeline] a power cut turns LEDs off and ends pending writes without an answer', (t) => {
  const timeline = createLiveTimeline();
  timeline.take(turn(0, 'device', START, ['led', 0, '#ff0000'], ['flash.write', 'settings', 12]));
  const received: TimelineEvent[] = [];
  timeline.of('device').follow((events) => received.push(...events));
  timeline.take(turn(10, 'device', ['power', 'cut']));
  timeline.take(turn(20, 'device', ['power', 'on']));
  t.deepEqual(received.map(short), [
    '10 power: moment power cut',
    '10 storage: end write settings',
    '10 power: show null',
    '10 LED 1: show null',
    '20 power: show on',
    '20 power: moment switched on',
  ]);
});

test('[timeline] keeps ten minutes, and the beginning of a long text', (t) => {
  const timeline = createLiveTimeline();
  timeline.take(turn(0, 'device', START));
  for (let minute = 0; minute <= 30; minute++)
    timeline.take(turn(minute * 60_000, 'device', ['key', `${minute}`, 'press']));
  timeline.take(turn(1_800_000, 'device', ['text', 'x'.repeat(5000)]));
  const { kept } = timeline.of('device').follow(() => {});
  // Power has been on for thirty minutes and is still shown.
  t.deepEqual(kept.filter(({ carried }) => carried).map(short), ['0 power: show on']);
  const oldest_ms = kept[1]?.at_ms ?? 0;
  t.true(oldest_ms >= 1_800_000 - 660_000 && oldest_ms <= 1_800_000 - 600_000, String(oldest_ms));
  t.is(String(kept.at(-1)?.args['text']).length, 4002);
});

test('[timeline] keeps the latest 20,000 events of a device, even if many arrive at the same time', (t) => {
  const timeline = createLiveTimeline();
  timeline.take(turn(0, 'device', START));
  for (let n = 0; n < 50_000; n++) timeline.take(turn(1, 'device', ['key', `${n}`, 'press']));
  const { kept } = timeline.of('device').follow(() => {});
  t.true(kept.length >= 20_000 && kept.length <= 22_000, String(kept.length));
  t.is(kept.at(-1)?.name, '49999 press');
});
