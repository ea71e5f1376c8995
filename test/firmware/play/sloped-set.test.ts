// Sets on sloped greens: Lag putting and Close-in with their setting Slope, the aim, and the return after a restart.

import test from 'ava';
import { aimDirection } from '../../../firmware/experiences/aim.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { deviceFixture, type DeviceFixture } from '../../support/device/device-fixture.ts';
import { choose, flashWith, players } from '../../support/device/play.ts';

const CFG = { lag: { shots: 3, manual: 1, target: 20, slope: 2 }, close: { shots: 9, slope: 1 } };

async function playing(game = 'Lag putting'): Promise<DeviceFixture> {
  const fixture = await deviceFixture({ flash: await flashWith({ players: players('Ana', 'Bo'), cfg: CFG }) });
  await choose(fixture, game);
  await choose(fixture, 'Start');
  return fixture;
}

const setOf = ({ device }: DeviceFixture) => assertDefined(device.play().set, 'a set');
const greenLine = (fixture: DeviceFixture): string => fixture.lines().find((line) => line.startsWith('Green: ')) ?? '';

async function goodPutt(fixture: DeviceFixture, off_deg = 0): Promise<void> {
  const [club_speed_mps, face_deg] = [fixture.wanted_speed_mps() ?? 0, fixture.wanted_face_deg() ?? 0];
  await fixture.strike({ club_speed_mps, face_angle_deg: face_deg + off_deg });
  await fixture.clock.advance(12_000);
}

test('[C180] players putt each station on the same slope, and stations differ', async (t) => {
  const fixture = await playing();
  const lines = [];
  for (let putts = 0; putts < 4; putts++) {
    lines.push(greenLine(fixture));
    await goodPutt(fixture);
  }
  t.is(lines[0], lines[1]);
  t.is(lines[2], lines[3]);
  t.not(lines[0], lines[2]);
  t.regex(lines[0] ?? '', /^Green: (\d\.\d % (up|down))?(, )?(\d\.\d % to the (right|left))?$/);
});

test('[C180] a good player holes on a slope, and a straight putt at the same speed breaks downhill', async (t) => {
  const fixture = await playing();
  await goodPutt(fixture);
  t.is(setOf(fixture).putt?.outcome.verdict, 'holed');
  const side = setOf(fixture).putt?.green?.slope?.side_percent ?? 0;
  t.not(side, 0);
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 0 });
  t.is(Math.sign(setOf(fixture).putt?.outcome.y_m ?? 0), Math.sign(side));
});

test('[C181] the aim turns the line that the face is measured against, and returns to the hole after the putt', async (t) => {
  const fixture = await playing();
  await fixture.press('left', 'left', 'left');
  t.true(fixture.lines().includes('Aim: 6 in left'), 'two inches a press on a putt of 20 ft');
  const target = aimDirection(-6, 20);
  await fixture.strike({ club_speed_mps: 2, face_angle_deg: 1 });
  t.true(Math.abs((setOf(fixture).putt?.outcome.start_deg ?? 0) - (target + 0.87)) < 0.01);
  t.true(Math.abs((setOf(fixture).putt?.strike.face_angle_deg ?? 0) - 1) < 0.01);
  await fixture.clock.advance(12_000);
  t.true(fixture.lines().includes('Aim: at the hole'), fixture.lines().join(' | '));
});

test('[C181] a touch on the left or right half of the slope moves the aim, and one above it shows the figures', async (t) => {
  const fixture = await playing();
  const touch = async (x: number, y: number): Promise<void> => {
    fixture.keys.touch(x, y);
    await fixture.clock.advance(1);
  };
  await touch(400, 200);
  t.true(fixture.lines().includes('Aim: 2 in right'), fixture.lines().join(' | '));
  await touch(60, 150);
  await touch(60, 215);
  t.true(fixture.lines().includes('Aim: 2 in left'));
  t.false(fixture.device.play().persisted.settings.figures);
  await touch(400, 100);
  t.true(fixture.device.play().persisted.settings.figures);
});

test('[C180] a set resumes on the same slopes after a restart', async (t) => {
  for (const game of ['Lag putting', 'Close-in putting']) {
    const first = await playing(game);
    await goodPutt(first);
    await first.press('back');
    const { flash } = first;
    const before = setOf(await resumed(first, game)).state;
    await first.stop();
    const second = await deviceFixture({ flash });
    const after = setOf(await resumed(second, game)).state;
    t.deepEqual(after, before);
    t.regex(greenLine(second), /%/);
  }
});

async function resumed(fixture: DeviceFixture, game: string): Promise<DeviceFixture> {
  if (fixture.device.states()['navigation'] === 'menu') await choose(fixture, game);
  await choose(fixture, 'Go on');
  return fixture;
}

test('[C177] a kept putt on a slope has the speed that its rise needs', async (t) => {
  const fixture = await playing();
  await goodPutt(fixture);
  const putt = fixture.device.putts().at(-1);
  const { up_percent = 0 } = setOf(fixture).before.game === 'lag' ? (setOf(fixture).putt?.green?.slope ?? {}) : {};
  // 20 ft at stimp 10 take 3.335 m/s on the flat; the energy of the rise adds 5/7 g h over friction.
  const rise_m = (up_percent / 100) * 6.096;
  const length_m = 6.096 + ((5 / 7) * 9.80665 * rise_m) / (1.8288 ** 2 / (2 * 0.3048 * 10));
  t.true(Math.abs((putt?.wanted_speed_mps ?? 0) - 3.335 * Math.sqrt(length_m / 6.096)) < 0.005);
});
