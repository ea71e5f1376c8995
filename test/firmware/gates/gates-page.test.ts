// The sensor calibration on the device, driven by keys and putter.

import test from 'ava';
import { NO_GATES, withChange, withSwing } from '../../../firmware/gates/gates.ts';
import { pageOf } from '../../../firmware/pages/render.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose, pageOn } from '../../support/device/play.ts';
import { persistedWith, sensorWith, viewAt } from '../../support/device/views.ts';
import { inspector } from '../../support/panel/page-inspector.ts';

async function atThePage(): Promise<DeviceFixture> {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  await choose(fixture, 'Sensor calibration');
  return fixture;
}

const has = (fixture: DeviceFixture, line: string): boolean =>
  fixture.lines().some((each) => each.replace('> ', '') === line);

async function store(fixture: DeviceFixture, row = 'Store on the board'): Promise<void> {
  await choose(fixture, row);
  await fixture.clock.advance(1000);
}

/** Lets a pendulum swing, held for over 3 s before. */
async function letGo(fixture: DeviceFixture, club_speed_mps: number): Promise<void> {
  await fixture.strike({ club_speed_mps, attack_angle_deg: 0, swing_period_s: 6 });
  await fixture.clock.advance(8000);
}

test('[sensor-board] aperture errors are stored on the board, which keeps them without power', async (t) => {
  const fixture = await atThePage();
  await fixture.press('right', 'right', 'right', 'down', 'left');
  t.true(has(fixture, 'LA: left, row A: +0.03 mm'));
  t.true(has(fixture, 'RA: right, row A: −0.01 mm'));
  t.true(has(fixture, 'Store on the board: 2 changes'));
  t.is(fixture.sensorStatus().board?.aperture_error_um.LA, 0);
  await choose(fixture, 'Check by a pendulum');
  t.true(has(fixture, 'Note: Store the changes first.'));
  await store(fixture);
  t.true(has(fixture, 'Note: Stored on the sensor board.'));
  t.true(has(fixture, 'Store on the board: 0 changes'));
  fixture.rig?.setPlugged(false);
  await fixture.clock.advance(1000);
  t.true(has(fixture, 'No sensor board is connected.'));
  fixture.rig?.setPlugged(true);
  await fixture.clock.advance(5000);
  t.true(has(fixture, 'LA: left, row A: +0.03 mm'));
  t.true(has(fixture, 'RA: right, row A: −0.01 mm'));
  await fixture.stop();
});

test('[sensor-board] a covered gate says so in its row', (t) => {
  const { lines } = pageOf(viewAt('gates', persistedWith(1, 'Ana', 'imperial'), { device: { sensor: sensorWith({ covered: ['LA'] }) } }), 0); // oxfmt-ignore
  t.true(lines.includes('> LA: left, row A: covered · 0.00 mm'));
  t.true(lines.includes('RA: right, row A: 0.00 mm'));
});

test('[sensor-board] a cable pulled while storing loses no change and says what to do', async (t) => {
  const fixture = await atThePage();
  await fixture.press('right');
  t.true(fixture.rig?.setFault('off').ok);
  await choose(fixture, 'Store on the board');
  t.true(has(fixture, 'Store on the board: storing…'));
  await fixture.clock.advance(2000);
  t.true(has(fixture, 'Note: The board does not answer: nothing more was stored.'));
  t.true(has(fixture, 'Store on the board: 1 change'));
  t.true(fixture.rig?.setFault('ok').ok);
  await fixture.clock.advance(10_000);
  await store(fixture);
  t.is(fixture.sensorStatus().board?.aperture_error_um.LA, 10);
  await fixture.stop();
});

test('[sensor-board] five swings of a pendulum correct the speed, and a pass on its way back is not counted', async (t) => {
  const fixture = await atThePage();
  await choose(fixture, 'Check by a pendulum');
  t.true(has(fixture, 'Let go from 100 mm: 3.1 mph'));
  await fixture.strike({ club_speed_mps: 1.4 });
  t.true(has(fixture, 'Note: Not counted: it swung back. Hold it still for 3 s, then let go.'));
  for (let n = 0; n < 5; n++) await letGo(fixture, 1.400_475 * 1.005);
  // 0.5 % of 50.8 mm.
  t.true(has(fixture, 'Correct the speed: −0.25 mm'));
  await store(fixture, 'Correct the speed');
  t.like(fixture.sensorStatus().board?.aperture_error_um, { LA: 0, LB: -253, RB: -253, HB: -253 });
  t.true(has(fixture, 'Start again: 0 swings'));
  await fixture.press('back');
  t.is(pageOn(fixture), 'gates');
  await fixture.stop();
});

test('[sensor-board] strikes on the pendulum page are no putts of a game', async (t) => {
  const fixture = await atThePage();
  await choose(fixture, 'Check by a pendulum');
  await letGo(fixture, 1.4);
  t.is(fixture.device.play().kind, 'idle');
  t.is(fixture.device.putts().length, 0);
  await fixture.stop();
});

test('[ui] sensor calibration: every row in focus, at the limits, without a board and with an old one', (t) => {
  const pages = inspector();
  const persisted = persistedWith(1, 'Ana', 'metric');
  const full = { LA: -2000, RA: -2000, LB: 2000, RB: 2000, LD: 0, RD: 0, HA: 0, HB: 2000 };
  const board = { ...assertDefined(sensorWith().board, 'board'), serial: 'WWWWWWWW', aperture_error_um: full };
  const sensors = [
    sensorWith({ board, covered: ['LA', 'RA', 'LB', 'RB'] }),
    sensorWith({
      board: null,
      link: 'lost',
      detail: 'The board at /dev/serial/by-id/usb-long-name has fallen silent.',
    }),
    sensorWith({ board: { ...board, protocol: '1.0', stores_settings: false } }),
  ];
  const swing = { club_speed_mps: 1.23, attack_angle_deg: -12.34 };
  const twenty = Array.from({ length: 20 }, () => swing).reduce(withSwing, { ...NO_GATES, height_mm: 300 });
  for (const sensor of sensors)
    for (const gates of [NO_GATES, withChange(NO_GATES, 'WWWWWWWW', 'LA', 10), twenty, { ...twenty, storing: true }])
      for (const page of ['gates', 'pendulum'])
        for (let focus = 0; focus < 6; focus++)
          pages.inspect(viewAt(page, persisted, { device: { gates, sensor }, focus }), 0, `${page} ${sensor.link} ${focus}`); // oxfmt-ignore
  pages.report(t);
});
