// A round on sloped greens: host and guests see the same rolls, and a host that publishes no slope plays flat.

import test from 'ava';
import { FOOT_M } from '../../../firmware/roll/roll.ts';
import type { RoundView } from '../../../firmware/play/round.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { joinAll, rest, sessionFixture, startRound, type SeatedDevice } from '../../support/device/session-fixture.ts';
import { exactly } from '../../support/items.ts';

const DESIGNED_NINE = 6;
const SLOPED = { cfg: { course: { course: DESIGNED_NINE, holes: 2 } } };

const roundOf = (device: SeatedDevice): RoundView => assertDefined(device.components().device.play().round, 'a round');
const rollOf = (device: SeatedDevice) => assertDefined(roundOf(device).roll, 'a roll');
const isDue = (device: SeatedDevice): boolean => device.components().wanted_speed_mps() !== null;

/** Putts with the device on turn, aimed by the face, and waits until the ball is at rest. */
async function puttOn(fixture: Awaited<ReturnType<typeof sessionFixture>>, share: number): Promise<void> {
  const device = assertDefined(fixture.devices.find(isDue), 'a device on turn');
  const face_deg = (device.components().wanted_face_deg() ?? 0) + 0.7;
  await device.putt(share, face_deg);
  await fixture.clock.advance(4000);
}

test('[C180] host and three guests see the same curves on contours, to the bit', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo'], ['Cy'], ['Di']], records: SLOPED });
  const [host, ...guests] = exactly(4, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  let curves = 0;
  for (let putts = 0; putts < 14 && roundOf(host).round.ph === 'play'; putts++) {
    await puttOn(fixture, putts % 2 === 0 ? 0.8 : 1.1);
    const expected = rollOf(host);
    t.true(expected.outcome.curve !== undefined && expected.green.surface !== null);
    for (const guest of guests) {
      const roll = rollOf(guest);
      t.deepEqual(roll.outcome.curve, expected.outcome.curve);
      t.is(roll.seat, expected.seat);
      curves++;
    }
    await rest(fixture);
    for (const guest of guests) t.is(roundOf(guest).green.known, true);
  }
  t.true(curves >= 24, String(curves));
  t.deepEqual(
    guests.map((guest) => guest.lines().find((line) => line.startsWith('Green'))),
    guests.map(() => host.lines().find((line) => line.startsWith('Green'))),
  );
});

test('[C180] the second putt starts where the first ball lies', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana']], records: SLOPED });
  const [ana] = exactly(1, fixture.devices);
  await ana.choose('Stroke play');
  await ana.choose('Start');
  const before = roundOf(ana);
  await ana.putt(0.6, 4);
  await rest(fixture);
  const { outcome } = rollOf(ana);
  const after = roundOf(ana);
  t.is(after.round.sc[0]?.[0], 1);
  const hole_m = (after.round.rem[0] ?? 0) * FOOT_M;
  const rise = (view: RoundView, x_m: number, y_m: number): number =>
    assertDefined(view.green.surface, 'a slope').heightAt(x_m, y_m);
  // The ball lies at the height at which it came to rest, and the hole has stayed where it was.
  t.true(Math.abs(rise(after, 0, 0) - rise(before, outcome.x_m, outcome.y_m)) < 2e-4);
  t.true(Math.abs(rise(after, hole_m, 0) - rise(before, 9 * FOOT_M, 0)) < 2e-3);
});

test('[C181] left and right aim while a sloped putt is awaited, and OK shows the scorecard', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SLOPED });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  t.true(host.shows('Aim: at the hole'), host.lines().join(' | '));
  await host.press('left', 'left', 'right', 'left');
  t.true(host.shows('Aim: 2 in left'));
  t.false(
    bo.lines().some((line) => line.startsWith('Aim')),
    'only the player on turn aims',
  );
  await host.press('ok');
  t.true(roundOf(host).card);
  await host.press('left');
  t.false(roundOf(host).card);
  await host.putt(0.5, 0);
  await fixture.clock.advance(1500);
  // 2 in beside a hole at 9 ft: atan(2/108) = 1.061°, to the left.
  t.is(rollOf(host).outcome.start_deg.toFixed(2), '-1.06');
  t.true(Math.abs(rollOf(host).face) < 0.001, 'the face is shown as struck');
  await rest(fixture);
  await bo.press('right');
  t.true(bo.shows('Aim: 1 in right'), bo.lines().join(' | '));
  await bo.putt(0.5, 0);
  await fixture.clock.advance(1500);
  t.is(rollOf(host).outcome.start_deg.toFixed(2), '0.53');
});

test('[C180] a round keeps its greens while the set-up changes', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SLOPED });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  const green = bo.lines().find((line) => line.startsWith('Green'));
  t.truthy(green);
  await host.press('back');
  await host.choose('Skins');
  await host.press('down', 'right'); // back to holes at random, flat
  await fixture.clock.advance(3000);
  t.is(
    bo.lines().find((line) => line.startsWith('Green')),
    green,
  );
  await bo.reboot();
  await fixture.clock.advance(5000);
  t.is(
    bo.lines().find((line) => line.startsWith('Green')),
    green,
    'also for a guest that comes back',
  );
});

test('[C180] the greens of a host that publishes no slope are flat, whatever this device has set', async (t) => {
  const fixture = await sessionFixture({
    players: [['Ana'], ['Bo']],
    records: { cfg: { course: { holes: 2, csMin: 5, csMax: 5, slope: 0 } } },
  });
  const [host, bo] = exactly(2, fixture.devices);
  await bo.choose('Stroke play');
  for (let moves = 0; moves < 9 && !bo.lines().some((line) => line.startsWith('> Slope')); moves++)
    await bo.press('down');
  await bo.press('right');
  t.true(bo.shows('> Slope: gentle'), bo.lines().join(' | '));
  await bo.press('back', 'back');
  await joinAll(fixture);
  await host.press('back');
  await host.choose('Stroke play');
  await host.choose('Start');
  await fixture.clock.advance(1000);
  t.true(bo.shows('Stroke play · 2 holes · flat greens'), bo.lines().join(' | '));
  await host.press('ok');
  await fixture.clock.advance(1000);
  t.true(bo.shows('Green: flat'), bo.lines().join(' | '));
  const published = fixture.requests.flatMap(({ body }) =>
    body['action'] === 'experience' ? [JSON.stringify(body)] : [],
  );
  t.true(published.length > 0 && published.every((body) => !body.includes('slope')));
  await host.putt(0.5);
  await fixture.clock.advance(1000);
  t.is(rollOf(bo).outcome.curve, undefined);
});

test('[C180] a guest that missed a putt says that it does not know the slope until the next hole', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SLOPED });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  await bo.reboot(async () => {
    await host.putt(0.5);
    await rest(fixture);
  });
  await fixture.clock.advance(5000);
  t.true(roundOf(bo).green.known, 'its own ball is on the tee');
  await bo.putt(1, bo.components().wanted_face_deg() ?? 0);
  await rest(fixture);
  t.is(roundOf(bo).round.turn, 0);
  t.true(bo.shows('Green: slope not known from here'), bo.lines().join(' | '));
  t.true(roundOf(host).green.known);
  await host.putt(0.5);
  await fixture.clock.advance(1500);
  const [seen, scored] = [rollOf(bo).outcome, rollOf(host).outcome];
  t.is(seen.curve, undefined);
  t.true(Math.hypot(seen.x_m - scored.x_m, seen.y_m - scored.y_m) < 0.005, 'it rests where the host says');
  for (let putts = 0; putts < 6 && roundOf(host).round.hole === 1; putts++) {
    await rest(fixture);
    await host.putt(1, host.components().wanted_face_deg() ?? 0);
  }
  await rest(fixture);
  t.is(roundOf(bo).round.hole, 2);
  t.true(roundOf(bo).green.known && roundOf(bo).green.surface !== null);
});

test('[C180] a new round publishes its own greens, although the one before was not finished', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SLOPED });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  t.not(greenLine(bo), 'Green: flat');
  await host.press('back');
  await host.choose(/^Stroke play$/);
  for (let moves = 0; moves < 9 && !host.lines().some((line) => line.startsWith('> Course')); moves++)
    await host.press('down');
  await host.press('right');
  await host.choose('Start over');
  if (host.page() === 'ending') await host.choose('End');
  await fixture.clock.advance(1000);
  await host.press('ok');
  await fixture.clock.advance(2000);
  t.is(roundOf(bo).round.ph, 'play');
  t.is(greenLine(bo), 'Green: flat', bo.lines().join(' | '));
});

test('[C180] a flat round stays flat for guests while the host looks at a course with greens designed by hand', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: { cfg: { course: { holes: 2 } } } });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  await host.press('back');
  await host.choose('Skins');
  await host.press('down', 'left');
  t.true(host.shows('> Course: Nine greens'), host.lines().join(' | '));
  await fixture.clock.advance(3000);
  t.is(greenLine(bo), 'Green: flat');
});

test('[C181] the aim of a guest ends with its putt, and its face is shown as struck', async (t) => {
  const fixture = await sessionFixture({ players: [['Ana'], ['Bo']], records: SLOPED });
  const [host, bo] = exactly(2, fixture.devices);
  await joinAll(fixture);
  await startRound(fixture);
  await fixture.clock.advance(1000);
  await host.putt(0.5);
  await rest(fixture);
  for (let presses = 0; presses < 8; presses++) await bo.press('left');
  t.true(bo.shows('Aim: 8 in left'));
  await bo.putt(0.5, 0);
  await host.press('ok'); // the verdict follows at once
  await rest(fixture);
  t.true(Math.abs(rollOf(bo).face) < 0.01, String(rollOf(bo).face));
  t.true(rollOf(bo).outcome.start_deg < -3);
  for (let putts = 0; putts < 3 && !isDue(bo); putts++) {
    await host.putt(1, host.components().wanted_face_deg() ?? 0);
    await rest(fixture);
  }
  t.true(bo.shows('Aim: at the hole'), bo.lines().join(' | '));
});

const greenLine = (device: SeatedDevice): string => device.lines().find((line) => line.startsWith('Green: ')) ?? '';
