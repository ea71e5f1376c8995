// POST …/strike and its values: the protocol's plausibility limits (docs/sensor-protocol.md), each at its end and one
// step beyond; and bodies that are not a strike.

import test from 'ava';
import * as v from 'valibot';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { readAs } from '../../support/read-json.ts';

const STRIKE = '/api/devices/0/strike';

/**
 * Field, least, most, step, and unit in the error message. A face of 20° needs a club fast enough to pass every gate.
 */
const LIMITS = [
  ['club_speed_mps', 0.15, 6, 0.01, ' m/s'],
  ['face_angle_deg', -20, 20, 0.1, ' °'],
  ['face_rotation_deg_per_in', -6, 6, 0.1, ' °/in'],
  ['attack_angle_deg', -15, 15, 0.1, ' °'],
  ['left_inner_proportion', 0, 1, 0.01, ''],
  ['right_inner_proportion', 0, 1, 0.01, ''],
] as const;

for (const [name, min, max, step, unit] of LIMITS)
  test(`[panel] strike accepts ${name} from ${min} to ${max}`, async (t) => {
    const { post } = await panelFixture(t);
    const strike = (value: unknown): Promise<HttpAnswer> => post(STRIKE, { club_speed_mps: 1.5, [name]: value });
    for (const value of [min, max, min + step, max - step]) t.is((await strike(value)).status, 202, String(value));
    const message = `${name} must be a number from ${min} to ${max}${unit}.`;
    for (const value of [min - step, max + step, min - 1e-9, max + 1e-9, -1e300, 1e300, '1', null, true, [1], {}]) {
      const answer = await strike(value);
      t.is(answer.status, 400, JSON.stringify(value));
      t.deepEqual(answer.json(), { error: 'bad_value', message });
    }
  });

test('[panel] strike rejects non-JSON numbers and values that are not numbers', async (t) => {
  const { post } = await panelFixture(t);
  for (const text of ['NaN', 'Infinity', '1.5.0', '0x1', '1e', '.5', '+1', '01'])
    t.is((await post(STRIKE, `{"club_speed_mps":${text}}`)).status, 400, text);
  for (const value of ['NaN', '1.5', '', 'Infinity'])
    t.is((await post(STRIKE, { club_speed_mps: value })).status, 400, value);
  t.is((await post(STRIKE, '{"club_speed_mps":1e309}')).status, 400, 'JSON.parse returns Infinity');
});

test('[panel] strike requires a speed, and rejects unknown fields', async (t) => {
  const { post } = await panelFixture(t);
  t.deepEqual((await post(STRIKE, {})).json(), {
    error: 'bad_value',
    message: 'club_speed_mps must be a number from 0.15 to 6 m/s.',
  });
  for (const body of [
    { club_speed_mps: 1.5, club_sped: 1 },
    { club_speed_mps: 1.5, constructor: 1 },
    { club_speed_mps: 1.5, '': 1 },
    { club_speed_mps: 1.5, ['x'.repeat(8000)]: 1 },
  ]) {
    const answer = await post(STRIKE, body);
    t.is(answer.status, 400);
    const { error, message } = readAs(v.object({ error: v.string(), message: v.string() }), answer.json());
    t.is(error, 'bad_value');
    t.regex(message, /^Unknown stroke field .+; allowed: club_speed_mps, .+, swing_period_s\.$/);
    t.true(message.length < 300);
  }
});

test('[panel] rejects a body that is not a JSON object', async (t) => {
  const { call, fixture, post } = await panelFixture(t);
  const bodies = [
    '',
    ' ',
    '{',
    '[',
    '[]',
    '[{"club_speed_mps":1.5}]',
    'null',
    'true',
    '1',
    '"a"',
    'a=b',
    '{}{}',
    "{'a':1}",
  ];
  const odd = ['{"club_speed_mps":1.5', '{"__proto__":{"club_speed_mps":1}}', '\u0000', '\ufeff{}', '['.repeat(16_000)];
  for (const body of [...bodies, ...odd]) {
    const answer = await post(STRIKE, body);
    t.is(answer.status, 400, body.slice(0, 40));
    const { error, message } = readAs(v.object({ error: v.string(), message: v.string() }), answer.json());
    t.regex(error, /^bad_(request|value)$/);
    t.regex(message, /^[A-Z].{10,200}[^.]\.$|club_speed_mps must be/, body.slice(0, 40));
  }
  t.is((await post(STRIKE, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).status, 400);
  t.is((await call(STRIKE, { method: 'POST' })).status, 400, 'no body');
  await fixture.clock.advance(3000);
  t.is(fixture.sensorStatus().counters.strikes, 0);
});

test('[panel] rejects a form of another page, since it reads only application/json', async (t) => {
  const { call, fixture } = await panelFixture(t);
  const body = '{"club_speed_mps":1.5}';
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    'json',
  ]) {
    const answer = await call(STRIKE, { method: 'POST', headers: type ? { 'Content-Type': type } : {}, body });
    t.is(answer.status, 400, type);
    t.deepEqual(answer.json(), {
      error: 'bad_request',
      message: 'Send JSON, with the header Content-Type: application/json.',
    });
  }
  await fixture.clock.advance(3000);
  t.is(fixture.sensorStatus().counters.strikes, 0);
});

test('[panel] rejects a 10 MB body immediately, with or without a Content-Length', async (t) => {
  const { call, post } = await panelFixture(t);
  const huge = Buffer.alloc(10_000_000, ' ');
  const announced = await post(STRIKE, huge);
  t.is(announced.status, 413);
  t.deepEqual(announced.json(), { error: 'too_large', message: 'A body has at most 16384 bytes.' });
  const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
  t.is((await call(STRIKE, { method: 'POST', headers, body: huge })).status, 413, 'in chunks');
  t.is((await call('/api/devices')).status, 200, 'the panel keeps running');
});

test('[panel] accepts a body of 16 kB, and rejects one more byte', async (t) => {
  const { post } = await panelFixture(t);
  const padded = (bytes: number): string => '{"club_speed_mps":1.5}'.padEnd(bytes, ' ');
  t.is((await post(STRIKE, padded(16_384))).status, 202);
  t.is((await post(STRIKE, padded(16_385))).status, 413);
});
