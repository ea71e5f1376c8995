// The front panel's HTTP calls over a real socket: the table of the issue, "The front panel", with its shapes and codes.

import test from 'ava';
import { fieldsOf } from '../../support/read-json.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import { openPanel } from '../../../sims/panel/panel-server.ts';
import { startDevice } from '../../../simulation/device/assemble-device.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { panelFixture } from '../../support/panel/panel-fixture.ts';
import { itemAt } from '../../support/items.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test('[panel] GET /api/devices lists every device', async (t) => {
  const { call, fixture } = await panelFixture(t);
  const answer = await call('/api/devices');
  t.is(answer.status, 200);
  t.regex(String(answer.headers['content-type']), /^application\/json/);
  const id = fixture.device.id();
  t.regex(id, /^TP-[0-9A-F]{12}$/);
  t.deepEqual(answer.json(), [
    {
      index: 0,
      id,
      name: id,
      role: 'off',
      sensor: 'virtual',
      board: 'model',
      power: 'on',
      network: 'joined',
      cloud: 'reached',
      delay_ms: 0,
      loss_percent: 0,
      clock_wrong_by_s: 0,
    },
  ]);
});

test('[panel] screen.png is a picture of 480 × 320', async (t) => {
  const { call } = await panelFixture(t);
  const { status, headers, body } = await call('/api/devices/0/screen.png');
  t.is(status, 200);
  t.is(headers['content-type'], 'image/png');
  t.deepEqual(body.subarray(0, 8), PNG_SIGNATURE);
  t.is(body.toString('latin1', 12, 16), 'IHDR');
  t.deepEqual([body.readUInt32BE(16), body.readUInt32BE(20)], [480, 320]);
});

test('[panel] touch presses a finger on the screen, up to its edge', async (t) => {
  const { call, post, fixture } = await panelFixture(t);
  const touch = async (x: unknown, y: unknown) => {
    const { status, json } = await post('/api/devices/0/touch', { x, y });
    return [status, fieldsOf(json())['message']];
  };
  t.deepEqual(await touch(479.9, 319.9), [202, undefined]);
  t.deepEqual(await touch(0, 0), [202, undefined]);
  t.deepEqual(await touch(480, 0), [400, 'x must be a number from 0 to below 480, in screen pixels.']);
  t.deepEqual(await touch(0, 320), [400, 'y must be a number from 0 to below 320, in screen pixels.']);
  t.deepEqual(await touch(-0.1, 0), [400, 'x must be a number from 0 to below 480, in screen pixels.']);
  t.deepEqual(await touch('1', 0), [400, 'x must be a number from 0 to below 480, in screen pixels.']);
  t.is(fixture.lines()[0], 'tapin · sensor ready');
  t.deepEqual(await touch(240, 110), [202, undefined]); // the second row of the menu
  t.regex((await call('/api/devices/0/screen.txt')).text, /^Lag putting/);
  await fixture.device.power.turn('off');
  t.deepEqual(await touch(240, 110), [409, 'The device is off: POST power {"action": "on"} first.']);
});

test('[panel] sight is a snapshot of everything visible and audible', async (t) => {
  const { call, fixture } = await panelFixture(t);
  const snapshot = async () => fieldsOf((await call('/api/devices/0/sight')).json());
  const menu = await snapshot();
  t.deepEqual(menu['lines'], fixture.lines());
  t.like(menu, { states: { navigation: 'menu', sensor: 'ready' }, leds: [null, null, null, null], sounds: [], sounds_count: 0, wanted_club_speed_mps: null }); // oxfmt-ignore
  await fixture.press('down', 'ok', 'ok');
  const playing = await snapshot();
  t.like(playing, { states: { navigation: 'playing' }, leds: ['orange', null, null, null], sounds: ['click', 'click', 'click'], sounds_count: 3 }); // oxfmt-ignore
  t.true(Number(playing['wanted_club_speed_mps']) > 1);
  for (let n = 0; n < 120; n++) fixture.speaker.play('holed', 50);
  const { sounds, sounds_count } = await snapshot();
  t.deepEqual([sounds, sounds_count], [Array.from({ length: 100 }, () => 'holed'), 123]);
});

test('[panel] screen.txt is the page as lines, with the focused one marked', async (t) => {
  const { call, fixture, post } = await panelFixture(t);
  const read = async (): Promise<string[]> => (await call('/api/devices/0/screen.txt')).text.trimEnd().split('\n');
  t.is(String((await call('/api/devices/0/screen.txt')).headers['content-type']), 'text/plain; charset=utf-8');
  const menu = await read();
  t.deepEqual(menu, [...fixture.lines()]);
  const focused = menu.filter((line) => line.startsWith('> '));
  t.deepEqual(focused, ['> Metrics only']);
  await post('/api/devices/0/key', { key: 'down', action: 'tap' });
  await fixture.clock.advance(1);
  t.deepEqual(
    (await read()).filter((line) => line.startsWith('> ')),
    ['> Lag putting'],
  );
});

test('[panel] state lists each machine with its state', async (t) => {
  const { call } = await panelFixture(t);
  const { status, json } = await call('/api/devices/0/state');
  t.is(status, 200);
  t.like(json(), { device: 'running', navigation: 'menu', sensor: 'ready' });
});

test('[panel] a strike passes the sensor board and ends as a scored putt', async (t) => {
  const { call, fixture, post } = await panelFixture(t);
  await fixture.press('ok', 'ok'); // Metrics only, Start
  t.is(fixture.sensorStatus().counters.strikes, 0);
  const answer = await post('/api/devices/0/strike', { club_speed_mps: 1.5 });
  t.is(answer.status, 202);
  t.deepEqual(answer.json(), { accepted: true });
  t.is(fixture.sensorStatus().counters.strikes, 0, 'not counted before the board has measured it');
  await fixture.clock.advance(2500);
  t.is(fixture.sensorStatus().counters.strikes, 1);
  await fixture.untilAtRest();
  const text = (await call('/api/devices/0/screen.txt')).text;
  t.regex(text, /^Verdict: /m);
  t.regex(text, /Player 1: 1 putt/m);
});

test('[panel] applies defaults to the other fields of a strike', async (t) => {
  const { fixture, post } = await panelFixture(t);
  await fixture.press('ok', 'ok');
  await post('/api/devices/0/strike', { club_speed_mps: 2 });
  await fixture.clock.advance(2500);
  const bare = fixture.lines();
  const all = { face_angle_deg: 0, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1 };
  const shares = { left_inner_proportion: 0.5, right_inner_proportion: 0.5 };
  await post('/api/devices/0/strike', { club_speed_mps: 2, ...all, ...shares });
  await fixture.clock.advance(2500);
  const strikeLines = (lines: readonly string[]): string[] =>
    lines.filter((line) => /^(Club|Face|Attack|Ball)/.test(line));
  t.true(strikeLines(bare).length >= 3);
  t.deepEqual(strikeLines(fixture.lines()), strikeLines(bare));
});

test('[panel] key: taps, presses and releases; default: tap', async (t) => {
  const { fixture, post } = await panelFixture(t);
  const focus = async (): Promise<string | undefined> => {
    await fixture.clock.advance(1);
    return fixture.lines().find((line) => line.startsWith('> '));
  };
  t.is((await post('/api/devices/0/key', { key: 'down' })).status, 202);
  t.is(await focus(), '> Lag putting');
  t.is((await post('/api/devices/0/key', { key: 'down', action: 'press' })).status, 202);
  t.is(await focus(), '> Close-in putting');
  t.is((await post('/api/devices/0/key', { key: 'down', action: 'press' })).status, 202);
  t.is(await focus(), '> Close-in putting', 'a second press is ignored');
  t.is((await post('/api/devices/0/key', { key: 'down', action: 'release' })).status, 202);
  await fixture.clock.advance(5000);
  t.is(await focus(), '> Close-in putting', 'a released key does not repeat');
  for (const key of ['up', 'left', 'right', 'back', 'ok'])
    t.is((await post('/api/devices/0/key', { key, action: 'tap' })).status, 202, key);
});

test('[panel] key: rejects unknown keys and actions', async (t) => {
  const { fixture, post } = await panelFixture(t);
  const before = fixture.lines();
  for (const key of ['OK', 'enter', '', 0, null, ['ok'], { ok: 1 }, '__proto__', undefined]) {
    const answer = await post('/api/devices/0/key', { key, action: 'tap' });
    t.is(answer.status, 400, JSON.stringify(key));
    t.deepEqual(answer.json(), { error: 'bad_value', message: 'key must be one of up, down, left, right, ok, back.' });
  }
  for (const action of ['TAP', 'hold', '', 0, null, ['tap']]) {
    const answer = await post('/api/devices/0/key', { key: 'ok', action });
    t.is(answer.status, 400, String(action));
    t.deepEqual(answer.json(), { error: 'bad_value', message: 'action must be tap, press or release.' });
  }
  await fixture.clock.advance(10);
  t.deepEqual(fixture.lines(), before);
});

test('[panel] a GET after a POST sees its effects immediately', async (t) => {
  const { call, fixture, post } = await panelFixture(t);
  const lines = async (): Promise<string> => (await call('/api/devices/0/screen.txt')).text;
  const state = async () => fieldsOf((await call('/api/devices/0/state')).json());
  // No time passes on the device during this test.
  const now_ms = fixture.clock.now_ms();
  await post('/api/devices/0/key', { key: 'down' });
  t.regex(await lines(), /^> Lag putting$/m);
  await post('/api/devices/0/key', { key: 'ok' });
  t.is((await state())['navigation'], 'setup');
  await post('/api/devices/0/link', { plugged: false });
  t.is((await state())['sensor'], 'lost');
  await post('/api/devices/0/power', { action: 'off' });
  t.deepEqual(await state(), {});
  t.is(await lines(), '\n');
  await post('/api/devices/0/power', { action: 'on' });
  t.is((await state())['device'], 'running');
  t.is(fixture.clock.now_ms(), now_ms);
});

test('[panel] sets link, fault and golfer', async (t) => {
  const { call, fixture, post } = await panelFixture(t);
  t.is((await post('/api/devices/0/link', { plugged: false })).status, 202);
  await fixture.clock.advance(10);
  t.like((await call('/api/devices/0/state')).json(), { sensor: 'lost' });
  const refused = await post('/api/devices/0/strike', { club_speed_mps: 1.5 });
  t.is(refused.status, 409);
  t.like(refused.json(), { error: 'sensor_unplugged' });
  t.is((await post('/api/devices/0/link', { plugged: true })).status, 202);
  await fixture.clock.advance(6000);
  t.like((await call('/api/devices/0/state')).json(), { sensor: 'ready' });
  t.is((await post('/api/devices/0/golfer', { on: true })).status, 202);
  t.true(fixture.rig?.golfer.on());
  for (const fault of fixture.rig?.faults ?? []) {
    t.is((await post('/api/devices/0/fault', { fault })).status, 202, fault);
    t.is(fixture.rig?.fault(), fault);
  }
  for (const [path, body] of [
    ['link', { plugged: 'no' }],
    ['link', {}],
    ['golfer', { on: 1 }],
    ['fault', { fault: 'sulk' }],
    ['fault', { fault: ['ok'] }],
    ['fault', {}],
  ] as const)
    t.is((await post(`/api/devices/0/${path}`, body)).status, 400, `${path} ${JSON.stringify(body)}`);
});

test('[panel] rejects the virtual strike if the sensor is real', async (t) => {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const { host: sensor_port } = createSerialPipe({ clock, random: random.fork('wire') });
  const device = startDevice({ clock, random, flash: createMemoryFlash(), sensor_port });
  await clock.advance(3000);
  const opened = await openPanel({ devices: [device], host: '127.0.0.1', port: 0, log: device.log });
  if (!opened.ok) return t.fail(opened.error.message);
  t.teardown(async () => {
    await opened.value.close();
    await device.stop();
  });
  const { origin } = new URL(opened.value.url);
  const headers = { Authorization: `Bearer ${opened.value.token}`, 'Content-Type': 'application/json' };
  for (const [path, body] of [
    ['strike', { club_speed_mps: 1.5 }],
    ['link', { plugged: false }],
    ['fault', { fault: 'off' }],
    ['golfer', { on: true }],
  ] as const) {
    const ask = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await httpCall(origin, `/api/devices/0/${path}`, ask);
    t.is(answer.status, 409, path);
    t.deepEqual(answer.json(), { error: 'real_sensor', message: 'A real sensor is attached: strike a real ball.' });
  }
  const key = { method: 'POST', headers, body: JSON.stringify({ key: 'ok' }) };
  t.is((await httpCall(origin, '/api/devices/0/key', key)).status, 202);
});

test('[panel] rejects an unknown device', async (t) => {
  const { call, post } = await panelFixture(t);
  for (const index of ['1', '-1', '0.5', 'x', '', '1e0', '999999', '%00', '__proto__', 'length', '%2e%2e', '0%20']) {
    for (const path of ['screen.png', 'screen.txt', 'state']) {
      const answer = await call(`/api/devices/${index}/${path}`);
      t.is(answer.status, 404, `${index}/${path}`);
      t.like(answer.json(), { error: 'not_found' });
    }
    t.is((await post(`/api/devices/${index}/strike`, { club_speed_mps: 1.5 })).status, 404, index);
  }
});

test('[panel] serves only the page and its files', async (t) => {
  const { call, panel } = await panelFixture(t);
  const page = await call('/');
  t.is(page.status, 200);
  t.is(page.headers['content-type'], 'text/html; charset=utf-8');
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => itemAt(match, 1));
  t.true(files.length >= 3);
  for (const file of files) {
    t.true(file.endsWith(`?token=${panel.token}`), file);
    t.is((await call(file)).status, 200, file);
  }
  for (const path of [
    '/main.tsx',
    '/page/',
    '/../package.json',
    '/%2e%2e/package.json',
    '/api',
    '/ws',
    '//',
    '/app.js/',
  ])
    t.is((await call(path)).status, 404, path);
  t.is((await call('/', { method: 'DELETE' })).status, 404);
});
