// GET …/events: everything that happens to a device, as it happens, and resuming after a disconnect.

import test, { type ExecutionContext } from 'ava';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { openEvents, type EventStream, type StreamEvent } from '../../support/panel/event-stream.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { listenedTo, type Listened } from '../../support/device/listened.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';

const EVENTS = '/api/devices/0/events';
/** Listeners per stream: device, screen, LEDs, speaker (two), log and strikes. */
const LISTENS = 7;

interface EventsFixture extends PanelFixture {
  readonly wall: VirtualClock;
  readonly listened: Listened;
  /** Hangs up, and resolves once the panel has noticed and stopped the heartbeat. */
  gone(stream: EventStream): Promise<void>;
  follow(query?: string, headers?: Readonly<Record<string, string>>): Promise<EventStream>;
}

async function eventsFixture(t: ExecutionContext): Promise<EventsFixture> {
  const wall = createVirtualClock();
  let cleared = (): void => {};
  const fixture = await deviceFixture();
  const listened = listenedTo(fixture);
  const panel = await panelFixture(t, {
    dress: () => listened.device,
    switchOn: async () => fixture,
    wall: { ...wall, clearTimeout: (alarm) => (wall.clearTimeout(alarm), cleared()) },
  });
  return {
    ...panel,
    wall,
    listened,
    gone(stream) {
      const { promise, resolve } = Promise.withResolvers<void>();
      cleared = resolve;
      stream.close();
      return promise;
    },
    follow: (query = '', headers = {}) => openEvents(`${panel.origin}${EVENTS}${query}`, panel.panel.token, headers),
  };
}

const kinds = (events: readonly StreamEvent[]): readonly string[] => events.map(({ event }) => event);
const has =
  (kind: string, count = 1) =>
  (events: readonly StreamEvent[]): boolean =>
    events.filter(({ event }) => event === kind).length >= count;
const lastId = (events: readonly StreamEvent[]): string => events.at(-1)?.id ?? '';
const after = (events: readonly StreamEvent[]) => ({ 'Last-Event-ID': lastId(events) });

test('[panel] sends the whole state first, then each change when it happens, in order', async (t) => {
  const { follow, fixture } = await eventsFixture(t);
  const stream = await follow();
  t.is(stream.response.statusCode, 200);
  t.is(stream.response.headers['content-type'], 'text/event-stream; charset=utf-8');
  t.is(stream.response.headers['cache-control'], 'no-store');
  t.is(stream.response.headers['x-content-type-options'], 'nosniff');
  const first = await stream.until(has('leds'));
  const time_ms = fixture.clock.now_ms();
  t.deepEqual(first.map(({ event, data }) => [event, data]), [
    ['states', { time_ms, states: fixture.device.states() }],
    ['text', { time_ms, lines: fixture.lines() }],
    ['leds', { time_ms, leds: [null, null, null, null] }],
  ]); // oxfmt-ignore
  await fixture.press('ok', 'ok');
  await fixture.strike({ club_speed_mps: 1.5 });
  fixture.log.write('warn', 'sensor', 'A gate is dirty.', { gate: 3 });
  const events = await stream.until((all) => all.some(({ data }) => data['text'] === 'A gate is dirty.'));
  t.deepEqual([...new Set(kinds(events))].toSorted(), ['leds', 'log', 'sounds', 'states', 'strikes', 'text']);
  const [strike] = events.filter(({ event }) => event === 'strikes');
  t.true(Math.abs(Number(strike?.data['club_speed_mps']) - 1.5) < 0.02);
  t.true(Number(strike?.data['time_ms']) > time_ms + 500);
  t.like(events.at(-1)?.data, { level: 'warn', area: 'sensor', fields: { gate: 3 }, time_ms: fixture.clock.now_ms() });
  t.deepEqual(
    events.filter(({ event }) => event === 'sounds').map(({ data }) => data['sound']),
    ['click', 'click', 'strike'],
  );
  const times = events.map(({ data }) => Number(data['time_ms']));
  t.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const ids = events.slice(first.length).map(({ id }) => Number(id.split('-')[1]));
  t.deepEqual(ids, ids.map((_, at) => at + 1)); // oxfmt-ignore
  const distinct = new Set(events.map(({ data, event }) => JSON.stringify([event, { ...data, time_ms: 0 }])));
  t.is(distinct.size, events.length - 1, 'only the click occurs twice');
  stream.close();
});

test('[panel] sends only the requested kinds of events', async (t) => {
  const { call, follow, fixture } = await eventsFixture(t);
  const stream = await follow('?only=sounds,leds');
  await fixture.press('ok', 'ok');
  fixture.speaker.play('done', 50);
  const events = await stream.until((all) => all.some(({ data }) => data['sound'] === 'done'));
  t.deepEqual([...new Set(kinds(events))].toSorted(), ['leds', 'sounds']);
  for (const only of ['', 'text,', 'Text', 'text,gap', 'states text']) {
    const answer = await call(`${EVENTS}?only=${encodeURIComponent(only)}`);
    t.is(answer.status, 400, only);
    t.deepEqual(answer.json(), {
      error: 'bad_value',
      message: 'only must be a comma-separated list of states, text, leds, sounds, log, strikes.',
    });
  }
  t.is((await call(`${EVENTS}?onyl=text`)).status, 400);
  stream.close();
});

test('[panel] resumes a dropped stream without lost or repeated events', async (t) => {
  const { follow, fixture } = await eventsFixture(t);
  const whole = await follow();
  const one = await follow();
  await fixture.press('ok');
  const before = await one.until(has('sounds'));
  one.close();
  await fixture.press('ok', 'back');
  fixture.speaker.play('done', 50);
  const all = await whole.until((each) => each.some(({ data }) => data['sound'] === 'done'));
  const two = await follow('', after(before));
  const rest = await two.until((each) => each.some(({ data }) => data['sound'] === 'done'));
  t.deepEqual([...before, ...rest], all);
  for (const stream of [whole, two]) stream.close();
});

test('[panel] keeps a thousand events for a dropped client; one more sends a gap and the whole state', async (t) => {
  const { follow, fixture } = await eventsFixture(t);
  const stream = await follow();
  const known = await stream.until(has('leds'));
  for (let n = 0; n < 1000; n++) fixture.log.write('debug', 'test', `line ${n}`);
  const kept = await follow('', after(known));
  const missed = await kept.until(has('log', 1000));
  t.deepEqual([missed.length, missed[0]?.data['text']], [1000, 'line 0']);
  fixture.log.write('debug', 'test', 'one more');
  const anew = await follow('', after(known));
  t.deepEqual(kinds(await anew.until(has('leds'))), ['gap', 'states', 'text', 'leds']);
  for (const strange of ['x', `${lastId(known)}99999`, lastId(known).replace(/^./, 'z'), '-', `${lastId(known)}.5`]) {
    const other = await follow('', { 'Last-Event-ID': strange });
    t.deepEqual(kinds(await other.until(has('leds'))), ['gap', 'states', 'text', 'leds'], strange);
    other.close();
  }
  for (const each of [stream, kept, anew]) each.close();
});

test('[panel] keeps at most a million characters of events', async (t) => {
  const { follow, fixture } = await eventsFixture(t);
  const stream = await follow();
  const known = await stream.until(has('leds'));
  const line = (text: string): void => fixture.log.write('debug', 'test', text);
  line('');
  const [empty] = (await stream.until(has('log'))).filter(({ event }) => event === 'log');
  const around = JSON.stringify(empty?.data).length;
  line('a'.repeat(1_000_000 - 2 * around));
  const all = await follow('', after(known));
  t.is((await all.until(has('log', 2))).length, 2);
  line('b');
  const less = await follow('', after(known));
  t.is(kinds(await less.until(has('leds')))[0], 'gap');
  for (const each of [stream, all, less]) each.close();
});

test('[panel] keeps events for a minute after the last client, then stops listening', async (t) => {
  const { follow, fixture, listened, wall, gone } = await eventsFixture(t);
  t.is(listened.listeners(), 0);
  const stream = await follow();
  const known = await stream.until(has('leds'));
  t.is(listened.listeners(), LISTENS);
  await gone(stream);
  await wall.advance(59_999);
  fixture.speaker.play('done', 50);
  const again = await follow('', after(known));
  t.deepEqual(kinds(await again.until(has('sounds'))), ['sounds']);
  await gone(again);
  await wall.advance(60_000);
  t.is(listened.listeners(), 0);
  const late = await follow('', after(known));
  t.is(kinds(await late.until(has('leds')))[0], 'gap');
  late.close();
});

test('[panel] sends a comment every 15 s as a heartbeat', async (t) => {
  const { follow, wall } = await eventsFixture(t);
  const stream = await follow('?only=sounds');
  await stream.untilText('retry: 1000\n\n');
  await wall.advance(14_999);
  await wall.advance(1);
  await stream.untilText(': still here\n\n');
  await wall.advance(15_000);
  await stream.untilText(': still here\n\n: still here\n\n');
  t.is(stream.text(), 'retry: 1000\n\n: still here\n\n: still here\n\n');
  stream.close();
});

test('[panel] disconnects a slow reader, and no other', async (t) => {
  const { follow, fixture, panel, listened } = await eventsFixture(t);
  const { hostname, port, host } = new URL(panel.origin);
  const slow = connect(Number(port), hostname).pause();
  slow.on('error', () => {});
  slow.write(`GET ${EVENTS} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${panel.token}\r\n\r\n`);
  await listened.until(LISTENS);
  const good = await follow('?only=sounds');
  const long = 'x'.repeat(500_000);
  let lines = 0;
  const cutOff = (): boolean => fixture.log.lines().some(({ text }) => text.includes('too slowly'));
  for (; !cutOff() && lines < 200; lines++) fixture.log.write('debug', 'test', long);
  t.true(cutOff());
  t.true(lines >= 10, 'buffers up to 5 MB');
  const ended = once(slow, 'close');
  slow.resume();
  await ended;
  fixture.speaker.play('done', 50);
  await good.untilText('"sound":"done"');
  good.close();
});

test('[panel] serves 32 concurrent event streams, and a new one when one closes', async (t) => {
  const { follow, call, gone } = await eventsFixture(t);
  const streams = await Promise.all(Array.from({ length: 32 }, () => follow()));
  const refused = await call(EVENTS);
  t.is(refused.status, 429);
  t.deepEqual(refused.json(), {
    error: 'too_many',
    message: '32 clients already follow events: close one first.',
  });
  const [first, ...others] = streams;
  if (first) await gone(first);
  const next = await follow();
  t.is(next.response.statusCode, 200);
  for (const stream of [next, ...others]) stream.close();
});

test('[panel] requires the token for events, and shows neither it nor a device secret', async (t) => {
  const { origin, panel, follow, fixture, call } = await eventsFixture(t);
  t.is((await httpCall(origin, EVENTS)).status, 401);
  t.is((await call(EVENTS, { headers: { Origin: 'http://evil.example' } })).status, 403);
  const secret = 'c2VjcmV0LW9mLXRoZS1kZXZpY2U';
  await fixture.flash.write('identity', Buffer.from(JSON.stringify({ id: 'TP-0123456789AB', secret })));
  const stream = await follow(`?token=${panel.token}`);
  await call(`/api/devices/0/log?token=${panel.token}`);
  await fixture.power?.turn('reset');
  await fixture.clock.advance(3000);
  const events = await stream.until((all) =>
    all.some(({ data }) => JSON.stringify(data).includes('"navigation":"menu"')),
  );
  t.true(events.length > 3);
  const output = stream.text() + (await call('/api/devices/0/log?lines=500')).text;
  t.false(output.includes(panel.token));
  t.false(output.includes(secret));
  stream.close();
});
