// Data that the panes derive from the timeline: swings, frames, requests, storage, transitions.

import test from 'ava';
import { callsOf, refusalIn } from '../../../../sims/panel/page/network/calls.ts';
import { framesOf } from '../../../../sims/panel/page/sensor/frames.ts';
import { storageAccesses } from '../../../../sims/panel/page/storage/storage-accesses.ts';
import { swingsOf } from '../../../../sims/panel/page/sensor/swings.ts';
import type { TimelineEvent } from '../../../../sims/panel/page/timeline/timeline-event.ts';
import { transitionsOf } from '../../../../sims/panel/page/machines/transitions.ts';

let number = 0;
const event = (lane: string, name: string | null, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  number: ++number,
  at_ms: 1000,
  lane,
  what: 'moment',
  name,
  args: {},
  ...more,
});

const FROM_BOARD = 'frames from the board';

// A square head at 2 m/s: rows A and B are 50.8 mm apart (docs/sensor-protocol.md), or 25.4 ms, or 254,000 ticks of 100
// ns.
const SWING = {
  seq: 5,
  swing_id: 1,
  base_ticks: 10_000,
  present: 0b1111,
  flags: 0,
  temperature_dc: 200,
  delta_ticks: [0, 0, 254_000, 254_000, 0, 0, 0, 0],
  tick_ns: 100,
  aperture_error_um: [0, 0, 0, 0, 0, 0, 0, 0],
};

test('[panel] a swing has the times of its gates, and the figures derived from them', (t) => {
  const [swing, ...others] = swingsOf([event(FROM_BOARD, 'SWING', { args: SWING })]);
  t.deepEqual(others, []);
  t.deepEqual(
    swing?.gates.map(({ name, at_us }) => `${name} ${at_us}`),
    ['LA 0', 'RA 0', 'LB 25400', 'RB 25400', 'LD null', 'RD null', 'HA null', 'HB null'],
  );
  const { verdict, errors } = swing ?? {};
  t.is(verdict?.kind, 'strike');
  if (verdict?.kind !== 'strike') return;
  t.true(Math.abs(verdict.values.club_speed_mps - 2) < 1e-9);
  t.true(Math.abs(verdict.values.face_angle_deg) < 1e-9);
  t.is(verdict.values.attack_angle_deg, null);
  // Half a tick at each of four gates, each weighing half a row: at most 100 ns of 25.4 ms, of 2 m/s.
  t.true(Math.abs((errors?.club_speed_mps ?? 0) - (2 * 100e-9) / 25.4e-3) < 1e-9);
  t.is(errors?.attack_angle_deg, undefined);
});

test('[panel] counts a resent swing once, two swings in a chunk twice, and an invalid one never', (t) => {
  const other = { ...SWING, swing_id: 2, flags: 1 };
  const swings = swingsOf([
    event(FROM_BOARD, 'SWING', { args: SWING }),
    event(FROM_BOARD, 'SWING, SWING', { args: { messages: [SWING, other] } }),
    event(FROM_BOARD, 'BEAT', { args: { seq: 1, uptime_ms: 5 } }),
    event('frames to the board', 'SWING', { args: { ...SWING, swing_id: 3 } }),
    event(FROM_BOARD, 'SWING', { args: { ...SWING, swing_id: 4, delta_ticks: [1] } }),
  ]);
  t.deepEqual(
    swings.map(({ swing_id, verdict }) => [swing_id, verdict.kind]),
    [
      [1, 'strike'],
      [2, 'backstroke'],
    ],
  );
});

test('[panel] shows the direction, number and bytes of a frame, and whether it is damaged', (t) => {
  const frames = framesOf([
    event(FROM_BOARD, 'SWING', { args: { ...SWING, bytes: 60, hex: '01 02' } }),
    event(FROM_BOARD, '3 bytes, damaged', { args: { bytes: 3, damaged: ['It is no COBS.'], hex: 'ff' } }),
    event('frames to the board', 'ACK', { args: { seq: 2, swing_id: 1 } }),
    event('HTTP', 'POST /x'),
  ]);
  t.like(frames, {
    length: 3,
    0: { direction: 'from the board', name: 'SWING', seq: '5', damage: [], bytes_hex: '01 02' },
    1: { direction: 'from the board', name: '3 bytes, damaged', seq: '', damage: ['It is no COBS.'], bytes_hex: 'ff' },
    2: { direction: 'to the board', name: 'ACK', seq: '2', damage: [], bytes_hex: '' },
  });
  t.false('tick_ns' in (frames[0]?.fields ?? {}), 'not in the frame');
  t.is(frames[0]?.fields['swing_id'], 1);
});

test('[panel] joins a frame that arrives in pieces', (t) => {
  const piece = (name: string, hex: string): TimelineEvent => event(FROM_BOARD, name, { args: { hex } });
  const frames = framesOf([
    piece('1 bytes', '01'),
    event('frames to the board', 'ACK'),
    piece('2 bytes', '02 03'),
    piece('BEAT', '04'),
    piece('closed: unplugged', ''),
    piece('1 bytes', '05'),
    piece('1 bytes', '06'),
  ]);
  t.deepEqual(
    frames.map(({ name, bytes_hex }) => [name, bytes_hex]),
    [
      ['ACK', ''],
      ['BEAT', '01 02 03 04'],
      ['closed: unplugged', ''],
      ['2 bytes', '05 06'],
    ],
  );
});

test('[panel] shows the cable fault at the time of a frame from the board', (t) => {
  const fault = (name: string | null): TimelineEvent => event('fault of the cable', name, { what: 'show' });
  const frames = framesOf([
    event(FROM_BOARD, 'BEAT'),
    fault('flip-bit'),
    event(FROM_BOARD, 'damaged', { args: { damaged: ['It is no COBS.'] } }),
    event('frames to the board', 'ACK'),
    fault(null),
    event(FROM_BOARD, 'BEAT'),
  ]);
  t.deepEqual(
    frames.map(({ name, fault: of }) => [name, of]),
    [
      ['BEAT', ''],
      ['damaged', 'flip-bit'],
      ['ACK', ''],
      ['BEAT', ''],
    ],
  );
});

const begin = (key: string, name: string, at_ms: number, args = {}): TimelineEvent =>
  event('HTTP', name, { what: 'begin', key, at_ms, args });
const end = (key: string, at_ms: number): TimelineEvent => event('HTTP', '', { what: 'end', key, at_ms });

test('[panel] a request is held until its answer, and answers match their requests', (t) => {
  const calls = callsOf([
    begin('http 1', 'POST /poll', 100, { server: 'http://relay', body: '{"a":1}' }),
    begin('http 2', 'POST /input', 200),
    begin('http 3', 'POST /join', 250),
    begin('http 4', 'GET /audio', 260),
    end('http 2', 300),
    event('HTTP', '200 POST /input', { args: { status: 200, text: '{"seq":1}' } }),
    end('http 1', 400),
    event('HTTP', 'no answer POST /poll', { args: { error: 'The network is off.' } }),
    end('http 3', 500),
    event('HTTP', 'cancelled POST /join', { args: { held_ms: 250 } }),
  ]);
  t.like(calls, {
    length: 4,
    0: {
      name: 'POST /poll',
      server: 'http://relay',
      request: '{"a":1}',
      ended_ms: 400,
      status: null,
      problem: 'The network is off.',
    },
    1: { name: 'POST /input', ended_ms: 300, status: 200, answered: '{"seq":1}', problem: null, cancelled: false },
    2: { name: 'POST /join', ended_ms: 500, cancelled: true },
    3: { name: 'GET /audio', ended_ms: null, status: null },
  });
});

test('[panel] shows a refusal in the words of the server', (t) => {
  const refusal = (status: number | null, answered: string) => refusalIn({ status, answered });
  t.is(refusal(409, '{"error":"session_full","message":"All seats are taken."}'), 'All seats are taken.');
  t.is(refusal(401, '{"status":"unauthorized","error":"The timestamp is 600 s off."}'), 'The timestamp is 600 s off.');
  t.is(refusal(404, '{"status":"gone"}'), 'gone');
  t.is(refusal(502, '<h1>Bad gateway</h1>'), '');
  t.is(refusal(200, '{"message":"fine"}'), '');
  t.is(refusal(null, ''), '');
});

test('[panel] shows a write as pending until done, and reports its failure', (t) => {
  const at = (what: TimelineEvent['what'], name: string, at_ms: number, more = {}): TimelineEvent =>
    event('storage', name, { what, at_ms, ...more });
  const accesses = storageAccesses([
    at('begin', 'write settings', 10, { key: 'flash 1', args: { bytes: 120 } }),
    at('begin', 'read round', 12, { key: 'flash 2' }),
    at('end', 'read round', 14, { key: 'flash 2' }),
    at('moment', 'read round done', 14, { args: { bytes: 7 } }),
    at('end', 'write settings', 20, { key: 'flash 1' }),
    at('moment', 'write settings done', 20, { args: { error: 'The disk is full.' } }),
    at('begin', 'write players', 30, { key: 'flash 3', args: { bytes: 5 } }),
    at('begin', 'read wifi', 31, { key: 'flash 4' }),
    at('end', 'read wifi', 32, { key: 'flash 4' }),
    at('moment', 'read wifi done', 32),
    at('begin', 'write round', 33, { key: 'flash 5', args: { bytes: 9 } }),
    at('end', 'write round', 34, { key: 'flash 5' }),
  ]);
  t.like(accesses, {
    length: 5,
    0: { name: 'write settings', bytes: 120, took_ms: 10, problem: 'The disk is full.' },
    1: { name: 'read round', bytes: 7, took_ms: 2, problem: null, absent: false },
    2: { name: 'write players', bytes: 5, took_ms: null, problem: null },
    3: { name: 'read wifi', absent: true, problem: null },
    4: { name: 'write round', problem: 'The power was cut before it finished.' },
  });
});

test('[panel] a transition shows source and target, even for machines that start or stop', (t) => {
  const show = (machine: string, name: string | null): TimelineEvent =>
    event(`machine ${machine}`, name, { what: 'show' });
  const events = [
    show('set', 'awaiting'),
    show('set', null),
    show('set', 'rolling'),
    show('play', 'set'),
    event('power', 'on', { what: 'show' }),
    show('set', null),
  ];
  t.deepEqual(
    transitionsOf(events).map(({ machine, from, to }) => [machine, from, to]),
    [
      ['set', null, 'awaiting'],
      ['set', 'awaiting', null],
      ['set', null, 'rolling'],
      ['play', null, 'set'],
      ['set', 'rolling', null],
    ],
  );
});
