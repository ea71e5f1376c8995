// The whole device in virtual time: boot, identity, sets played by keys and putter, trends and sets over a reboot, units,
// brightness, sounds and LEDs, keys held, touch, and the sensor's link.

import test from 'ava';
import { MENU } from '../../firmware/experiences/registry.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deskWith, type Desk } from '../support/desk.ts';
import { choose, factsIn, flashWith, focusedLine, pageOn, players, putt, reboot, toMenu } from '../support/play.ts';

const two = (shots = 2) => flashWith({ players: players('Ana', 'Bo'), cfg: { lag: { shots, manual: 1, target: 20 } } });
const trendLines = (desk: Desk): readonly string[] => desk.lines().filter((line) => line.startsWith('Trend'));

async function openTrend(desk: Desk, game: string): Promise<readonly string[]> {
  await toMenu(desk);
  await choose(desk, game);
  await choose(desk, 'Trend');
  return trendLines(desk);
}

test('[device] boots to the menu, without a complaint, sensor ready', async (t) => {
  const desk = await deskWith();
  t.is(pageOn(desk), 'menu');
  const [first, ...rest] = MENU.map(({ name }) => name);
  t.deepEqual(desk.lines(), [
    'tapin · sensor ready',
    `> ${first}`,
    ...rest,
    'Play together',
    'Players',
    'Settings',
    'Status',
    'Keys: ↑ ↓ move · OK: choose',
  ]);
  t.deepEqual(desk.complaints(), []);
});

test('[device] the boot page says how far it is', async (t) => {
  const desk = await deskWith({ boot_ms: 3 });
  t.regex(desk.lines()[0] ?? '', /^tapin .* is starting$/);
  t.true(desk.lines().some((line) => /sensor/i.test(line) && line.endsWith('waiting')));
  t.is(desk.device.states()['navigation'], undefined);
});

test('[C8] the device makes its id once, and keeps it over reboots', async (t) => {
  const flash = createMemoryFlash();
  const desk = await deskWith({ seed: 4, flash });
  const id = desk.device.id();
  t.regex(id, /^TP-[0-9A-F]{12}$/);
  t.is(desk.device.name(), id, 'stands for the name until there is one');
  const writes = flash.writes();
  const again = await reboot(desk, 5);
  t.is(again.device.id(), id);
  t.is((await reboot(again, 6)).device.id(), id);
  t.is(writes, 1, 'and is the only thing that a first start writes');
  t.not((await deskWith({ seed: 5 })).device.id(), id);
});

test('[lag] a set of two players by keys and putter, to its result page and its trend', async (t) => {
  const desk = await deskWith({ flash: await two() });
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  t.is(pageOn(desk), 'playing');
  t.true(desk.lines().includes('Target: 20 ft'));
  await putt(desk);
  t.true(desk.lines().includes('Ana: 3 pts'), desk.lines().join(' | '));
  t.true(desk.lines().includes('Bo: 0 pts, to putt'));
  await putt(desk, 0.5);
  await putt(desk);
  await desk.strike({ club_speed_mps: 5, face_angle_deg: 2 });
  await desk.clock.advance(20_000);
  t.is(pageOn(desk), 'result');
  t.true(desk.lines().some((line) => line.startsWith('Ana: 6 points, Mean leave 0.0 ft, Mean error 0 %, Short 0 %')));
  t.true(desk.lines().some((line) => line.startsWith('Bo: 0 points') && line.endsWith('Short 50 %')));
  await desk.press('ok');
  t.is(pageOn(desk), 'setup');
  t.is((await openTrend(desk, 'Lag putting'))[0], 'Trend of Ana: 0 %');
  t.deepEqual(desk.complaints(), []);
});

test('[device] trends survive a reboot', async (t) => {
  const desk = await deskWith({ flash: await two(1) });
  await choose(desk, 'Lag putting');
  for (const share of [1, 0.8]) {
    await choose(desk, 'Start');
    await putt(desk, share);
    await putt(desk, 0.6);
    t.is(pageOn(desk), 'result');
    await desk.press('ok');
  }
  const before = await openTrend(desk, 'Lag putting');
  t.is(before.length, 2);
  t.regex(before[0] ?? '', /^Trend of Ana: 0 %, \d+ %$/);
  const again = await reboot(desk);
  t.deepEqual(await openTrend(again, 'Lag putting'), before);
});

test('[C25] a set goes on after a reboot where it stood, with the same stations', async (t) => {
  const flash = await flashWith({ cfg: { lag: { shots: 4, csMin: 10, csMax: 60 } } });
  const desk = await deskWith({ flash });
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  await putt(desk);
  const target = desk.lines().find((line) => line.startsWith('Target'));
  const again = await reboot(desk);
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
  await again.press('ok');
  t.is(focusedLine(again), '> Start', 'a set that ended is not offered again');
});

test('[device] leaving while the last ball rolls still gives the result', async (t) => {
  const desk = await deskWith({ flash: await flashWith({ cfg: { lag: { shots: 1, manual: 1, target: 20 } } }) });
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  await desk.strike({ club_speed_mps: 4, face_angle_deg: 5 });
  t.is(desk.device.states()['set'], 'rolling');
  await desk.press('back');
  t.is(pageOn(desk), 'result');
  t.is((await factsIn(desk.flash)).facts.trends.lag.length, 1);
});

test('[close-in] a ladder climbed, with a miss on the way', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Close-in');
  await choose(desk, 'Start');
  t.true(desk.lines().includes('Target: 3 ft'));
  await putt(desk);
  t.true(desk.lines().includes('Target: 4 ft'));
  await putt(desk, 1, 15);
  t.true(desk.lines().includes('Target: 3 ft'), 'one station back');
  for (let i = 0; i < 6; i++) await putt(desk);
  t.is(pageOn(desk), 'result');
  t.true(desk.lines().includes('Player 1: 6 of 6 stations'));
  t.true(
    desk.lines().includes('Strokes: 8') &&
      desk.lines().includes('Holed: 7') &&
      desk.lines().includes('Make rate: 88 %'),
  );
  t.deepEqual(await openTrend(desk, 'Close-in'), ['Trend of Player 1: 6']);
});

test('[metrics] a session: figures of the strike, who putts by the arrows, its end by Back', async (t) => {
  const desk = await deskWith({ flash: await two() });
  await choose(desk, 'Metrics only');
  await choose(desk, 'Start');
  await desk.strike({ club_speed_mps: 2, face_angle_deg: -1.5, face_rotation_deg_per_in: 0.5, attack_angle_deg: 1 });
  // 2 m/s is 4.5 mph; × 1.6 = 3.2 m/s = 7.2 mph; rolls 3.2² · 1.799 = 18.4 ft.
  for (const line of [
    'Club speed: 4.5 mph',
    'Rotation: +0.50 °/in',
    'Attack: +1.0 °',
    'Ball speed: 7.2 mph',
    'Roll: 18.4 ft',
  ])
    t.true(desk.lines().includes(line), `${line} in ${desk.lines().join(' | ')}`);
  t.true(desk.lines().some((line) => line.includes('−1.5 °') && line.includes('closed')));
  await desk.strike({ club_speed_mps: 2, face_angle_deg: 1.5 });
  await desk.clock.advance(15_000);
  await desk.press('right');
  t.true(desk.lines().includes('Bo: 0 putts, to putt'), desk.lines().join(' | '));
  await desk.press('back');
  t.is(pageOn(desk), 'result');
  // Faces −1.5 and 1.5: SD 2.12.
  t.deepEqual(await openTrend(desk, 'Metrics only'), ['Trend of Ana: 2.12 °']);
});

test('[device] a session without a putt is left without a result', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Metrics only');
  await choose(desk, 'Start');
  await desk.press('back');
  t.is(pageOn(desk), 'setup');
});

test('[device] a strike where no experience is open is not scored, and the page says so for a moment', async (t) => {
  const desk = await deskWith();
  const noted = (): boolean => desk.lines().some((line) => line.startsWith('Note: A strike came'));
  await desk.strike({});
  t.true(noted());
  t.is(desk.sensorStatus().counters.strikes, 1);
  await desk.clock.advance(5000);
  t.false(noted());
  await choose(desk, 'Lag putting');
  await desk.strike({});
  t.true(noted());
  await choose(desk, 'Start');
  t.true(desk.lines().includes('Player 1: 0 pts'));
});

test('[device] a change of units shows everywhere, and stays over a reboot', async (t) => {
  const desk = await deskWith({ flash: await two() });
  await choose(desk, 'Settings');
  await choose(desk, 'Units');
  t.is(focusedLine(desk), '> Units: metres, m/s');
  await toMenu(desk);
  await choose(desk, 'Lag putting');
  t.true(desk.lines().includes('Distance: 6.1 m'));
  await choose(desk, 'Start');
  t.true(desk.lines().includes('Target: 6.1 m'));
  await desk.strike({ club_speed_mps: 1 });
  t.true(desk.lines().includes('Club speed: 1.00 m/s'));
  // 1.6 m/s rolls 1.6² · 1.799 = 4.605 ft; 20 − 4.605 = 15.395 ft = 4.69 m.
  t.true(desk.lines().includes('Verdict: Short, leaves 4.69 m'), desk.lines().join(' | '));
  t.false(desk.lines().some((line) => /\b(ft|mph)\b/.test(line)));
  const again = await reboot(desk);
  await choose(again, 'Settings');
  t.true(again.lines().includes('Units: metres, m/s'));
});

test('[device] brightness reaches the screen, within 10..100 %', async (t) => {
  const desk = await deskWith();
  t.is(desk.screen.brightness(), 100);
  await choose(desk, 'Settings');
  await choose(desk, 'Brightness', 'left');
  t.is(desk.screen.brightness(), 90);
  for (let i = 0; i < 15; i++) await desk.press('left');
  t.is(desk.screen.brightness(), 10);
  t.is((await reboot(desk)).screen.brightness(), 10);
});

test('[device] sounds have the volume that is set, and at 0 nothing sounds', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Settings');
  await choose(desk, 'Sound', 'left');
  t.deepEqual(desk.speaker.played().at(-1), { sound: 'click', volume_percent: 60 });
  for (let i = 0; i < 8; i++) await desk.press('left');
  t.true(desk.lines().includes('> Sound: off'));
  const heard = desk.speaker.played().length;
  await toMenu(desk);
  await choose(desk, 'Close-in');
  await choose(desk, 'Start');
  await putt(desk);
  t.is(desk.speaker.played().length, heard);
});

test('[device] holed, close and far sound different', async (t) => {
  const desk = await deskWith({ flash: await flashWith({ cfg: { lag: { shots: 4, manual: 1, target: 20 } } }) });
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  const soundOf = async (share: number): Promise<string | undefined> => {
    const before = desk.speaker.played().length;
    await desk.strike({ club_speed_mps: (desk.wanted_speed_mps() ?? 1) * share });
    const { sound } = desk.speaker.played()[before] ?? {};
    await desk.press('ok');
    return sound;
  };
  t.is(await soundOf(1), 'holed');
  t.is(await soundOf(0.96), 'close');
  t.is(await soundOf(0.5), 'miss');
});

test('[device] the LED of the seat on turn is lit, and no other', async (t) => {
  const desk = await deskWith({ flash: await two() });
  const lit = (): number[] => desk.leds.colors().flatMap((color, i) => (color === null ? [] : [i]));
  t.deepEqual(lit(), []);
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  t.deepEqual(lit(), [0]);
  await putt(desk, 0.5);
  await desk.clock.advance(3000);
  t.deepEqual(lit(), [1]);
  await toMenu(desk);
  await desk.clock.advance(3000);
  t.deepEqual(lit(), [1], 'the set goes on, also from the menu (C100)');
});

test('[device] an arrow that is held repeats, and stops when it is let go', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Settings');
  const stimp = (): string => desk.lines().find((line) => line.includes('stimp')) ?? '';
  desk.keys.key('right', 'press');
  await desk.clock.advance(1);
  t.is(stimp(), '> Green speed (stimp): 10.5');
  await desk.clock.advance(400);
  t.is(stimp(), '> Green speed (stimp): 10.5', 'not at once');
  await desk.clock.advance(300);
  t.is(stimp(), '> Green speed (stimp): 12.0');
  desk.keys.key('right', 'release');
  await desk.clock.advance(2000);
  t.is(stimp(), '> Green speed (stimp): 12.0');
  desk.keys.key('ok', 'press');
  await desk.clock.advance(2000);
  desk.keys.key('ok', 'release');
  t.is(stimp(), '> Green speed (stimp): 12.5', 'OK does not repeat');
});

test('[device] a finger on a row does what the keys do there, also on the arrow back', async (t) => {
  const desk = await deskWith();
  const touch = async (x: number, y: number): Promise<void> => {
    desk.keys.touch(x, y);
    await desk.clock.advance(1);
  };
  await desk.press('up'); // round the end of the list, to its last rows
  await touch(200, 47 + 4 * 40 + 15);
  t.is(pageOn(desk), 'settings');
  await touch(400, 47 + 15);
  t.is(focusedLine(desk), '> Green speed (stimp): 10.5');
  await touch(60, 47 + 15);
  t.is(focusedLine(desk), '> Green speed (stimp): 10.0');
  await touch(400, 47 + 2 * 40 + 15);
  t.is(focusedLine(desk), '> Sound: 70 %');
  await touch(470, 310);
  t.is(pageOn(desk), 'settings', 'beside every region nothing happens');
  await touch(20, 20);
  t.is(pageOn(desk), 'menu');
});

test('[device] without a sensor at boot the device runs, shows the link as lost, and finds it later', async (t) => {
  const desk = await deskWith({ boot_ms: 0 });
  desk.rig?.setPlugged(false);
  await desk.clock.advance(9000);
  t.is(pageOn(desk), 'menu');
  t.is(desk.lines()[0], 'tapin · sensor lost');
  await choose(desk, 'Status');
  t.true(desk.lines().includes('Sensor: lost'));
  t.true(desk.lines().some((line) => /^(?!Sensor:).+\.$/.test(line) && line.includes('Trying again')));
  desk.rig?.setPlugged(true);
  await desk.clock.advance(40_000);
  t.true(desk.lines().includes('Sensor: ready'), desk.lines().join(' | '));
  await toMenu(desk);
  await choose(desk, 'Close-in');
  await choose(desk, 'Start');
  await putt(desk);
  t.true(desk.lines().includes('Target: 4 ft'), 'and strikes count');
});

test('[device] a sensor lost in the middle of a set keeps the set, and the next strike counts', async (t) => {
  const desk = await deskWith({ flash: await two() });
  await choose(desk, 'Lag putting');
  await choose(desk, 'Start');
  await putt(desk);
  desk.rig?.setPlugged(false);
  await desk.clock.advance(10_000);
  t.true(desk.lines().includes('Ana: 3 pts'));
  desk.rig?.setPlugged(true);
  await desk.clock.advance(40_000);
  await putt(desk);
  t.true(desk.lines().includes('Bo: 3 pts'), desk.lines().join(' | '));
});

test('[device] the status page changes by time once a minute, however long nobody touches it; other pages never', async (t) => {
  const desk = await deskWith();
  t.is(desk.screen.changes_in_ms(), Number.POSITIVE_INFINITY);
  await desk.press('up', 'ok');
  t.is(pageOn(desk), 'status');
  for (let minute = 0; minute < 5; minute++) {
    const [before, waits_ms] = [desk.lines().join(), desk.screen.changes_in_ms()];
    t.true(waits_ms > 0 && waits_ms <= 60_000, `${waits_ms}`);
    await desk.clock.advance(waits_ms - 1);
    t.is(desk.lines().join(), before);
    await desk.clock.advance(1);
    t.not(desk.lines().join(), before);
  }
});

test('[device] the name of the device typed with the keys shows on the status page', async (t) => {
  const desk = await deskWith();
  await choose(desk, 'Settings');
  await choose(desk, 'Name of the device');
  await desk.press('down', 'right', 'down', 'down', 'ok');
  t.true(desk.lines().includes('> Name of the device: AB'), desk.lines().join(' | '));
  t.is(desk.device.name(), 'AB');
  await toMenu(desk);
  await choose(desk, 'Status');
  t.true(desk.lines().includes('Name: AB'));
  t.is((await reboot(desk)).device.name(), 'AB');
});
