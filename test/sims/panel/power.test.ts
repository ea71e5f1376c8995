// POST …/power and …/network: screen, input and storage of a powered-off device, and requests that a real device
// refuses.

import test, { type ExecutionContext } from 'ava';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { deviceFixture } from '../../support/device/device-fixture.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import { openViewer, linesOf } from '../../support/panel/viewer-socket.ts';

const AT = '/api/devices/0';
const power = ({ post }: PanelFixture, action: string) => post(`${AT}/power`, { action });

async function snapshot({ call }: PanelFixture): Promise<Readonly<Record<string, unknown>>> {
  return fieldsOf((await call(`${AT}/sight`)).json());
}

/** Starts a set and scores one putt of it. */
async function inPlay(t: ExecutionContext): Promise<PanelFixture> {
  const panel = await panelFixture(t);
  await panel.fixture.press('down', 'ok', 'ok');
  await panel.fixture.strike({ club_speed_mps: 1.5 });
  await panel.fixture.untilAtRest();
  return panel;
}

test('[panel] a device that is off is dark, and reports that it is off', async (t) => {
  const panel = await inPlay(t);
  const { call, fixture } = panel;
  const viewer = await openViewer(panel.panel.url);
  t.teardown(() => viewer.close());
  const id = fixture.device.id();
  const off = await power(panel, 'off');
  t.deepEqual([off.status, off.json()], [202, { accepted: true }]);
  t.like(await snapshot(panel), { lines: [], states: {}, leds: [null, null, null, null], wanted_club_speed_mps: null });
  t.is((await call(`${AT}/screen.txt`)).text, '\n');
  t.deepEqual((await call(`${AT}/state`)).json(), {});
  t.deepEqual(new Set(fixture.screen.pixels()), new Set([0, 255]), 'opaque black');
  t.true(fixture.screen.pixels().every((byte, at) => byte === (at % 4 === 3 ? 255 : 0)));
  t.deepEqual((await call('/api/devices')).json(), [
    {
      index: 0,
      id,
      name: id,
      role: 'off',
      sensor: 'virtual',
      board: 'model',
      power: 'off',
      network: 'joined',
      cloud: 'reached',
      delay_ms: 0,
      loss_percent: 0,
      clock_wrong_by_s: 0,
    },
  ]);
  await viewer.until('lines', () => linesOf(viewer).length === 0);
  await fixture.clock.advance(60_000);
  t.deepEqual((await snapshot(panel))['lines'], []);
  t.deepEqual(fixture.complaints(), []);
});

test('[panel] a powered-off device accepts no keys, text or strikes; cable and golfer stay', async (t) => {
  const panel = await inPlay(t);
  await power(panel, 'off');
  const message = 'The device is off: POST power {"action": "on"} first.';
  for (const [path, body] of [
    ['key', { key: 'ok' }],
    ['text', { text: 'A' }],
    ['strike', { club_speed_mps: 1.5 }],
  ] as const) {
    const answer = await panel.post(`${AT}/${path}`, body);
    t.deepEqual([answer.status, answer.json()], [409, { error: 'device_off', message }], path);
  }
  for (const [path, body] of [
    ['golfer', { on: true }],
    ['link', { plugged: false }],
    ['link', { plugged: true }],
    ['fault', { fault: 'stuck' }],
    ['fault', { fault: 'ok' }],
    ['network', { joined: false }],
    ['network', { joined: true }],
    ['power', { action: 'off' }],
  ] as const)
    t.is((await panel.post(`${AT}/${path}`, body)).status, 202, path);
  await panel.fixture.clock.advance(30_000);
  t.deepEqual((await snapshot(panel))['lines'], []);
});

for (const action of ['off', 'cut', 'reset'] as const)
  test(`[panel] after ${action} a device resumes from its storage`, async (t) => {
    const panel = await inPlay(t);
    const { fixture } = panel;
    await fixture.clock.advance(1000); // everything is stored by then
    t.is((await power(panel, action)).status, 202);
    t.is(fixture.power?.isOn(), action === 'reset');
    t.is((await power(panel, 'on')).status, 202);
    t.is((await power(panel, 'on')).status, 202, 'a repeated call succeeds');
    await fixture.clock.advance(3000);
    t.like(await snapshot(panel), { states: { navigation: 'setup', sensor: 'ready' } });
    t.true(fixture.lines().includes('> Go on: Putt 2 of 10'));
    await fixture.press('ok');
    await fixture.strike({ club_speed_mps: 1.5 });
    await fixture.untilAtRest();
    t.true(fixture.lines().some((line) => line.startsWith('Verdict: ')));
    t.deepEqual(fixture.complaints(), []);
  });

test('[panel] off finishes pending writes; cut does not and leaves the whole old value', async (t) => {
  for (const [action, stimp] of [
    ['off', '10.5'],
    ['cut', '10.0'],
  ] as const) {
    const panel = await panelFixture(t);
    const { fixture } = panel;
    for (const key of ['up', 'up', 'ok', 'right'] as const) fixture.keys.tap(key); // Settings, a faster green
    const writes = fixture.flash.disk.operations();
    await fixture.power?.turn(action);
    const operations = fixture.flash.disk.operations();
    t.is(operations > writes + 1, action === 'off', `${operations - writes} operations`);
    await fixture.clock.advance(60_000);
    t.is(fixture.flash.disk.operations(), operations, 'no writes after it');
    const again = await deviceFixture({ flash: createMemoryFlash(fixture.flash.disk) });
    await again.press('up', 'up', 'ok');
    t.regex(again.lines().join('\n'), new RegExp(`\\(stimp\\): ${stimp}\n`));
    await again.stop();
    t.deepEqual(fixture.complaints(), []);
  }
});

test('[panel] switches power in the order of the requests', async (t) => {
  const panel = await inPlay(t);
  const { fixture } = panel;
  const { turn } = assertDefined(fixture.power, 'switch');
  await Promise.all((['off', 'on', 'cut', 'on', 'reset', 'off'] as const).map(turn));
  t.false(fixture.power?.isOn());
  await power(panel, 'on');
  await fixture.clock.advance(3000);
  t.like(await snapshot(panel), { states: { device: 'running' } });
});

test('[panel] power and network: rejects invalid values', async (t) => {
  const { post } = await panelFixture(t);
  for (const action of ['ON', '', null, 1, ['on'], undefined])
    t.deepEqual((await post(`${AT}/power`, { action })).json(), {
      error: 'bad_value',
      message: 'action must be one of on, off, cut, reset.',
    });
  for (const joined of ['yes', 1, null, undefined])
    t.deepEqual((await post(`${AT}/network`, { joined })).json(), {
      error: 'bad_value',
      message:
        joined === undefined
          ? 'Give joined or cloud (true or false), delay_ms or loss_percent.'
          : 'joined must be true or false.',
    });
  for (const wrong_by_s of ['1', 0.5, 315_360_001, -315_360_001, null, undefined])
    t.deepEqual((await post(`${AT}/clock`, { wrong_by_s })).json(), {
      error: 'bad_value',
      message: 'wrong_by_s must be a whole number from -315360000 to 315360000, in seconds.',
    });
  for (const wrong_by_s of [315_360_000, -315_360_000]) t.is((await post(`${AT}/clock`, { wrong_by_s })).status, 202);
});

test('[panel] refuses to switch a real device', async (t) => {
  const panel = await panelFixture(t, {
    dress: (fixture) => ({ ...fixture, power: null, network: null, time_of_day: null, rig: null }),
  });
  for (const [path, body] of [
    ['power', { action: 'off' }],
    ['network', { joined: false }],
    ['network', { cloud: false }],
    ['clock', { wrong_by_s: 1 }],
  ] as const) {
    const answer = await panel.post(`${AT}/${path}`, body);
    t.is(answer.status, 409);
    t.deepEqual(answer.json(), {
      error: 'real_device',
      message: 'This is a real device: operate its switch and plug by hand.',
    });
  }
  t.like(listOf((await panel.call('/api/devices')).json())[0], {
    sensor: 'real',
    power: null,
    network: null,
    cloud: null,
    delay_ms: null,
    loss_percent: null,
    clock_wrong_by_s: null,
  });
  t.is((await panel.post(`${AT}/key`, { key: 'ok' })).status, 202);
});

test('[panel] leaves and joins the network', async (t) => {
  const { call, post } = await panelFixture(t);
  const joined = async (): Promise<unknown> => listOf((await call('/api/devices')).json())[0]?.['network'];
  t.is(await joined(), 'joined');
  t.is((await post(`${AT}/network`, { joined: false })).status, 202);
  t.is(await joined(), 'left');
  t.is((await post(`${AT}/network`, { joined: true })).status, 202);
  t.is(await joined(), 'joined');
});

test('[panel] cuts off and reconnects the cloud, and sets the clock wrong', async (t) => {
  const { call, post } = await panelFixture(t);
  const shown = async () => listOf((await call('/api/devices')).json())[0];
  t.like(await shown(), { network: 'joined', cloud: 'reached', clock_wrong_by_s: 0 });
  t.is((await post(`${AT}/network`, { cloud: false })).status, 202);
  t.is((await post(`${AT}/clock`, { wrong_by_s: -600 })).status, 202);
  t.like(await shown(), { network: 'joined', cloud: 'cut', clock_wrong_by_s: -600 });
  t.is((await post(`${AT}/network`, { cloud: true, joined: false })).status, 202);
  t.like(await shown(), { network: 'left', cloud: 'reached' });
});

test('[panel] makes requests slow, lossy or both', async (t) => {
  const { call, post } = await panelFixture(t);
  const shown = async () => listOf((await call('/api/devices')).json())[0];
  t.is((await post(`${AT}/network`, { delay_ms: 250 })).status, 202);
  t.like(await shown(), { delay_ms: 250, loss_percent: 0 });
  t.is((await post(`${AT}/network`, { loss_percent: 5, cloud: false })).status, 202);
  t.like(await shown(), { delay_ms: 250, loss_percent: 5, cloud: 'cut' });
  for (const good of [
    { delay_ms: 0, loss_percent: 0 },
    { delay_ms: 10_000, loss_percent: 100 },
  ])
    t.is((await post(`${AT}/network`, good)).status, 202);
  for (const [wrong, message] of [
    [{ delay_ms: -1 }, 'delay_ms must be a number from 0 to 10000.'],
    [{ delay_ms: 10_001 }, 'delay_ms must be a number from 0 to 10000.'],
    [{ loss_percent: 101 }, 'loss_percent must be a number from 0 to 100.'],
    [{ loss_percent: '5' }, 'loss_percent must be a number from 0 to 100.'],
  ] as const)
    t.deepEqual((await post(`${AT}/network`, wrong)).json(), { error: 'bad_value', message });
  t.like(await shown(), { delay_ms: 10_000, loss_percent: 100 });
});

test('[panel] returns log, LEDs and sounds', async (t) => {
  const { call, fixture } = await panelFixture(t);
  await fixture.press('down', 'ok', 'ok');
  t.deepEqual((await call(`${AT}/leds`)).json(), [
    { led: 1, color: 'orange', rgb: fixture.leds.colors()[0] },
    ...[2, 3, 4].map((led) => ({ led, color: null, rgb: null })),
  ]);
  t.deepEqual((await call(`${AT}/sounds`)).json(), { sounds: ['click', 'click', 'click'], count: 3 });
  const log = async (query: string) => listOf((await call(`${AT}/log?${query}`)).json());
  for (let n = 1; n <= 600; n++) fixture.log.write(n % 100 === 0 ? 'warn' : 'debug', 'test', `line ${n}`, { n });
  t.deepEqual(await log('lines=1'), [
    { time_ms: fixture.clock.now_ms(), level: 'warn', area: 'test', text: 'line 600', fields: { n: 600 } },
  ]);
  t.is((await log('')).length, 100);
  t.is((await log('lines=500')).length, 500);
  t.deepEqual((await log('level=warn')).map(({ text }) => text), [200, 300, 400, 500, 600].map((n) => `line ${n}`)); // oxfmt-ignore
  t.deepEqual(await log('level=error'), []);
  for (const query of [
    'lines=0',
    'lines=501',
    'lines=1.5',
    'lines=x',
    'lines=',
    'level=WARN',
    'lines=1&lines=2',
    'x=1',
  ])
    t.is((await call(`${AT}/log?${query}`)).status, 400, query);
});
