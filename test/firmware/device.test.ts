// The whole device in virtual time: boot, identity, sets played by keys and putter, trends and sets across a reboot,
// units, brightness, sounds and LEDs, held keys, touch, and the sensor link.

import test from 'ava';
import { MENU } from '../../firmware/experiences/registry.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import {
  choose,
  persistedIn,
  flashWith,
  focusedLine,
  pageOn,
  players,
  putt,
  reboot,
  toMenu,
} from '../support/device/play.ts';

const two = (shots = 2) => flashWith({ players: players('Ana', 'Bo'), cfg: { lag: { shots, manual: 1, target: 20 } } });
const trendLines = (fixture: DeviceFixture): readonly string[] =>
  fixture.lines().filter((line) => line.startsWith('Trend'));

async function openTrend(fixture: DeviceFixture, game: string): Promise<readonly string[]> {
  await toMenu(fixture);
  await choose(fixture, game);
  await choose(fixture, 'Trend');
  return trendLines(fixture);
}

test('[device] boots to the menu with the sensor ready and no complaint', async (t) => {
  const fixture = await deviceFixture();
  t.is(pageOn(fixture), 'menu');
  const [first, ...rest] = MENU.map(({ name }) => name);
  t.deepEqual(fixture.lines(), [
    'tapin · sensor ready',
    `> ${first}`,
    ...rest,
    'Play together',
    'My putting',
    'Players',
    'Settings',
    'Status',
    'Players: Player 1',
    'Keys: ↑ ↓ move · OK: choose',
  ]);
  t.deepEqual(fixture.complaints(), []);
});

test('[device] the boot page shows its progress', async (t) => {
  const fixture = await deviceFixture({ boot_ms: 3 });
  t.regex(fixture.lines()[0] ?? '', /^tapin .* is starting$/);
  t.true(fixture.lines().some((line) => /sensor/i.test(line) && line.endsWith('waiting')));
  t.is(fixture.device.states()['navigation'], undefined);
});

test('[C8] the device creates its id once and keeps it across reboots', async (t) => {
  const flash = createMemoryFlash();
  const fixture = await deviceFixture({ seed: 4, flash });
  const id = fixture.device.id();
  t.regex(id, /^TP-[0-9A-F]{12}$/);
  t.is(fixture.device.name(), id, 'the id is shown until there is a name');
  const writes = flash.writes();
  const again = await reboot(fixture, 5);
  t.is(again.device.id(), id);
  t.is((await reboot(again, 6)).device.id(), id);
  t.is(writes, 2, 'two copies of the identity, no other write at the first start');
  t.not((await deviceFixture({ seed: 5 })).device.id(), id);
});

test('[lag] plays a set of two players by keys and putter, to its result page and trend', async (t) => {
  const fixture = await deviceFixture({ flash: await two() });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  t.is(pageOn(fixture), 'playing');
  t.true(fixture.lines().includes('Target: 20 ft'));
  await putt(fixture);
  t.true(fixture.lines().includes('Ana: 3 pts'), fixture.lines().join(' | '));
  t.true(fixture.lines().includes('Bo: 0 pts, to putt'));
  await putt(fixture, 0.5);
  await putt(fixture);
  await fixture.strike({ club_speed_mps: 5, face_angle_deg: 2 });
  await fixture.clock.advance(20_000);
  t.is(pageOn(fixture), 'result');
  t.true(
    fixture.lines().some((line) => line.startsWith('Ana: 6 points, Mean leave 0.0 ft, Mean error 0 %, Short 0 %')),
  );
  t.true(fixture.lines().some((line) => line.startsWith('Bo: 0 points') && line.endsWith('Short 50 %')));
  t.is(focusedLine(fixture), '> Again');
  await fixture.press('back');
  t.is(pageOn(fixture), 'setup');
  t.is((await openTrend(fixture, 'Lag putting'))[0], 'Trend of Ana: 0 %');
  t.deepEqual(fixture.complaints(), []);
});

test('[device] trends survive a reboot', async (t) => {
  const fixture = await deviceFixture({ flash: await two(1) });
  await choose(fixture, 'Lag putting');
  for (const share of [1, 0.8]) {
    await choose(fixture, 'Start');
    await putt(fixture, share);
    await putt(fixture, 0.6);
    t.is(pageOn(fixture), 'result');
    await fixture.press('back');
  }
  const before = await openTrend(fixture, 'Lag putting');
  t.is(before.length, 2);
  t.regex(before[0] ?? '', /^Trend of Ana: 0 %, \d+ %$/);
  const again = await reboot(fixture);
  t.deepEqual(await openTrend(again, 'Lag putting'), before);
});

test('[C25] resumes a set after a reboot where it stopped, with the same stations', async (t) => {
  const flash = await flashWith({ cfg: { lag: { shots: 4, csMin: 10, csMax: 60 } } });
  const fixture = await deviceFixture({ flash });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await putt(fixture);
  const target = fixture.lines().find((line) => line.startsWith('Target'));
  const again = await reboot(fixture);
  await choose(again, 'Lag putting');
  t.is(focusedLine(again), '> Go on: Putt 2 of 4');
  await again.press('ok');
  t.is(again.lines()[0], 'Lag putting · Putt 2 of 4');
  t.is(
    again.lines().find((line) => line.startsWith('Target')),
    target,
  );
  t.true(again.lines().includes('Player 1: 3 pts'));
  for (let i = 0; i < 3; i++) await putt(again);
  t.is(pageOn(again), 'result');
  t.true(
    again.lines().some((line) => line.includes('12 points')),
    again.lines().join(' | '),
  );
  await again.press('back');
  t.is(focusedLine(again), '> Start', 'finished set not offered again');
});

test('[device] leaving while the last ball rolls still shows the result', async (t) => {
  const fixture = await deviceFixture({
    flash: await flashWith({ cfg: { lag: { shots: 1, manual: 1, target: 20 } } }),
  });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await fixture.strike({ club_speed_mps: 4, face_angle_deg: 5 });
  t.is(fixture.device.states()['set'], 'rolling');
  await fixture.press('back');
  t.is(pageOn(fixture), 'result');
  t.is((await persistedIn(fixture.flash)).persisted.trends.lag.length, 1);
});

test('[close-in] climbs the ladder, with one miss on the way', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Close-in');
  await choose(fixture, 'Start');
  t.true(fixture.lines().includes('Target: 3 ft'));
  await putt(fixture);
  t.true(fixture.lines().includes('Target: 4 ft'));
  await putt(fixture, 1, 15);
  t.true(fixture.lines().includes('Target: 3 ft'), 'steps back one station');
  for (let i = 0; i < 6; i++) await putt(fixture);
  t.is(pageOn(fixture), 'result');
  t.true(fixture.lines().includes('Player 1: 6 of 6 stations'));
  t.true(
    fixture.lines().includes('Strokes: 8') &&
      fixture.lines().includes('Holed: 7') &&
      fixture.lines().includes('Make rate: 88 %'),
  );
  t.deepEqual(await openTrend(fixture, 'Close-in'), ['Trend of Player 1: 6']);
});

test('[metrics] a session shows strike figures, selects players by arrows and ends by Back', async (t) => {
  const fixture = await deviceFixture({ flash: await two() });
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  await fixture.strike({ club_speed_mps: 2, face_angle_deg: -1.5, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1 });
  // 2 m/s is 4.5 mph; × 1.6 = 3.2 m/s = 7.2 mph; rolls 3.2² · 1.799 = 18.4 ft.
  for (const line of [
    'Club speed: 4.5 mph',
    'Rotation: +0.50 °/in',
    'Attack: +1.0 °',
    'Ball speed: 7.2 mph',
    'Roll: 18.4 ft',
  ])
    t.true(fixture.lines().includes(line), `${line} in ${fixture.lines().join(' | ')}`);
  t.true(fixture.lines().some((line) => line.includes('−1.5 °') && line.includes('closed')));
  await fixture.strike({ club_speed_mps: 2, face_angle_deg: 1.5 });
  await fixture.clock.advance(15_000);
  await fixture.press('right');
  t.true(fixture.lines().includes('Bo: 0 putts, to putt'), fixture.lines().join(' | '));
  await fixture.press('back');
  t.is(pageOn(fixture), 'result');
  // Faces −1.5 and 1.5: SD 2.12.
  t.deepEqual(await openTrend(fixture, 'Metrics only'), ['Trend of Ana: 2.12 °']);
});

test('[device] a session without a putt ends without a result', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  await fixture.press('back');
  t.is(pageOn(fixture), 'setup');
});

test('[device] does not score a strike without an open experience, and briefly shows a note', async (t) => {
  const fixture = await deviceFixture();
  const noted = (): boolean => fixture.lines().some((line) => line.startsWith('Note: Strike ignored'));
  await choose(fixture, 'Status');
  await fixture.strike({});
  t.true(noted());
  t.is(fixture.sensorStatus().counters.strikes, 1);
  await fixture.clock.advance(5000);
  t.false(noted());
  await fixture.press('back');
  await choose(fixture, 'Lag putting');
  await fixture.strike({});
  t.true(noted());
  await choose(fixture, 'Start');
  t.true(fixture.lines().includes('Player 1: 0 pts'));
});

test('[device] a change of units applies everywhere and survives a reboot', async (t) => {
  const fixture = await deviceFixture({ flash: await two() });
  await choose(fixture, 'Settings');
  await choose(fixture, 'Units');
  t.is(focusedLine(fixture), '> Units: metres, m/s');
  await toMenu(fixture);
  await choose(fixture, 'Lag putting');
  t.true(fixture.lines().includes('Distance: 6.1 m'));
  await choose(fixture, 'Start');
  t.true(fixture.lines().includes('Target: 6.1 m'));
  await fixture.strike({ club_speed_mps: 1 });
  t.true(fixture.lines().includes('Club speed: 1.00 m/s'));
  await fixture.untilAtRest();
  // 1.6 m/s rolls 1.6² · 1.799 = 4.605 ft; 20 − 4.605 = 15.395 ft = 4.69 m.
  t.true(fixture.lines().includes('Verdict: Ana: Short, leaves 4.69 m'), fixture.lines().join(' | '));
  t.false(fixture.lines().some((line) => /\b(ft|mph)\b/.test(line)));
  const again = await reboot(fixture);
  await choose(again, 'Settings');
  t.true(again.lines().includes('Units: metres, m/s'));
});

test('[device] the brightness setting reaches the screen, within 10..100 %', async (t) => {
  const fixture = await deviceFixture();
  t.is(fixture.screen.brightness(), 100);
  await choose(fixture, 'Settings');
  await choose(fixture, 'Brightness', 'left');
  t.is(fixture.screen.brightness(), 90);
  for (let i = 0; i < 15; i++) await fixture.press('left');
  t.is(fixture.screen.brightness(), 10);
  t.is((await reboot(fixture)).screen.brightness(), 10);
});

test('[device] plays sounds at the set volume, and none at 0', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  await choose(fixture, 'Sound', 'left');
  t.deepEqual(fixture.speaker.played().at(-1), { sound: 'click', volume_percent: 60 });
  for (let i = 0; i < 8; i++) await fixture.press('left');
  t.true(fixture.lines().includes('> Sound: off'));
  const played_count = fixture.speaker.played().length;
  await toMenu(fixture);
  await choose(fixture, 'Close-in');
  await choose(fixture, 'Start');
  await putt(fixture);
  t.is(fixture.speaker.played().length, played_count);
});

test('[device] holed, close and far have different sounds', async (t) => {
  const fixture = await deviceFixture({
    flash: await flashWith({ cfg: { lag: { shots: 4, manual: 1, target: 20 } } }),
  });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  const soundOf = async (share: number): Promise<string | undefined> => {
    const before = fixture.speaker.played().length;
    await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 1) * share });
    const sounds = () =>
      fixture.speaker
        .played()
        .slice(before)
        .map(({ sound }) => sound);
    t.deepEqual(sounds(), ['strike'], 'no verdict sound while the ball rolls');
    await fixture.untilAtRest();
    const [, sound] = sounds();
    await fixture.press('ok');
    return sound;
  };
  t.is(await soundOf(1), 'holed');
  t.is(await soundOf(0.96), 'close');
  t.is(await soundOf(0.5), 'miss');
});

test('[device] lights only the LED of the seat on turn', async (t) => {
  const fixture = await deviceFixture({ flash: await two() });
  const lit = (): number[] => fixture.leds.colors().flatMap((color, i) => (color === null ? [] : [i]));
  t.deepEqual(lit(), []);
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  t.deepEqual(lit(), [0]);
  await putt(fixture, 0.5);
  await fixture.clock.advance(3000);
  t.deepEqual(lit(), [1]);
  await toMenu(fixture);
  await fixture.clock.advance(3000);
  t.deepEqual(lit(), [1], 'LED keeps showing the set, also from the menu (C100)');
});

test('[device] a held arrow key repeats until it is released', async (t) => {
  const fixture = await deviceFixture();
  await choose(fixture, 'Settings');
  const stimp = (): string => fixture.lines().find((line) => line.includes('stimp')) ?? '';
  fixture.keys.key('right', 'press');
  await fixture.clock.advance(1);
  t.is(stimp(), '> Green speed (stimp): 10.5');
  await fixture.clock.advance(400);
  t.is(stimp(), '> Green speed (stimp): 10.5', 'no repeat before the delay');
  await fixture.clock.advance(300);
  t.is(stimp(), '> Green speed (stimp): 12.0');
  fixture.keys.key('right', 'release');
  await fixture.clock.advance(2000);
  t.is(stimp(), '> Green speed (stimp): 12.0');
  fixture.keys.key('ok', 'press');
  await fixture.clock.advance(2000);
  fixture.keys.key('ok', 'release');
  t.is(stimp(), '> Green speed (stimp): 12.5', 'OK does not repeat');
});

test('[device] touching a row or the back arrow does the same as its keys', async (t) => {
  const fixture = await deviceFixture();
  const touch = async (x: number, y: number): Promise<void> => {
    fixture.keys.touch(x, y);
    await fixture.clock.advance(1);
  };
  await fixture.press('up'); // wraps round to the last rows of the list
  await touch(200, 47 + 4 * 40 + 15);
  t.is(pageOn(fixture), 'settings');
  await touch(400, 47 + 15);
  t.is(focusedLine(fixture), '> Green speed (stimp): 10.5');
  await touch(60, 47 + 15);
  t.is(focusedLine(fixture), '> Green speed (stimp): 10.0');
  await touch(400, 47 + 2 * 40 + 15);
  t.is(focusedLine(fixture), '> Sound: 70 %');
  await touch(470, 310);
  t.is(pageOn(fixture), 'settings', 'no effect outside the regions');
  await touch(20, 20);
  t.is(pageOn(fixture), 'menu');
});

test('[device] boots without a sensor, shows the link as lost, and connects to it later', async (t) => {
  const fixture = await deviceFixture({ boot_ms: 0 });
  fixture.rig?.setPlugged(false);
  await fixture.clock.advance(9000);
  t.is(pageOn(fixture), 'menu');
  t.is(fixture.lines()[0], 'tapin · sensor lost');
  await choose(fixture, 'Status');
  t.true(fixture.lines().includes('Sensor: lost'));
  t.true(fixture.lines().some((line) => /^(?!Sensor:).+\.$/.test(line) && line.includes('Trying again')));
  fixture.rig?.setPlugged(true);
  await fixture.clock.advance(40_000);
  t.true(fixture.lines().includes('Sensor: ready'), fixture.lines().join(' | '));
  await toMenu(fixture);
  await choose(fixture, 'Close-in');
  await choose(fixture, 'Start');
  await putt(fixture);
  t.true(fixture.lines().includes('Target: 4 ft'), 'strikes count');
});

test('[device] losing the sensor mid-set keeps the set, and the next strike counts', async (t) => {
  const fixture = await deviceFixture({ flash: await two() });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await putt(fixture);
  fixture.rig?.setPlugged(false);
  await fixture.clock.advance(10_000);
  t.true(fixture.lines().includes('Ana: 3 pts'));
  fixture.rig?.setPlugged(true);
  await fixture.clock.advance(40_000);
  await putt(fixture);
  t.true(fixture.lines().includes('Bo: 3 pts'), fixture.lines().join(' | '));
});

test('[device] an untouched status page updates once a minute, other pages never', async (t) => {
  const fixture = await deviceFixture();
  t.is(fixture.screen.changes_in_ms(), Number.POSITIVE_INFINITY);
  await fixture.press('up', 'ok');
  t.is(pageOn(fixture), 'status');
  for (let minute = 0; minute < 5; minute++) {
    const [before, waits_ms] = [fixture.lines().join(), fixture.screen.changes_in_ms()];
    t.true(waits_ms > 0 && waits_ms <= 60_000, `${waits_ms}`);
    await fixture.clock.advance(waits_ms - 1);
    t.is(fixture.lines().join(), before);
    await fixture.clock.advance(1);
    t.not(fixture.lines().join(), before);
  }
});
