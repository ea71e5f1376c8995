// A walk through every page of the device in virtual time, for golden frames, the pictures in docs/, and the benchmarks.

import type { Key } from '../../hal/keys/keys.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createVirtualWebPage } from '../../hal/web-page/web-page-virtual.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { SERVER, shotFixture } from '../support/device/shot-fixture.ts';
import { choose, flashWith, players, toMenu } from '../support/device/play.ts';
import { tourExtensions } from './extension-tour.ts';
import { tourStore } from './store-tour.ts';
import { tourSlopes } from './slope-tour.ts';
import { tourDrills } from './drill-tour.ts';
import { tourGolf } from './golf-tour.ts';
import { tourFirmware } from './firmware-tour.ts';
import { tourSimulators } from './simulator-tour.ts';
import { tourGates } from './gates-tour.ts';
import { tourTouch } from './touch-tour.ts';
import { tourWifi } from './wifi-tour.ts';
import { joinAll, sessionFixture, type SeatedDevice } from '../support/device/session-fixture.ts';
import type { Visit } from './visit.ts';
import { PUTT_RECORDS, puttRecordData } from '../../firmware/persisted/putts.ts';
import { keptPuttWith } from '../support/device/kept-putts.ts';
import { exactly, itemAt } from '../support/items.ts';

const times = (count: number, key: Key): readonly Key[] => Array.from({ length: count }, () => key);

/** Calls `visit` on each page, in a state that shows its purpose. The same seed gives the same pictures. */
export async function tourPages(visit: Visit): Promise<void> {
  await tourBoot(visit);
  const fixture = await deviceFixture({ seed: 12 });
  await visit('menu', fixture);
  await tourLists(fixture, visit);
  await tourLag(fixture, visit);
  await tourPractice(visit);
  await tourMetrics(fixture, visit);
  await tourFourPlayers(fixture, visit);
  await tourLink(fixture, visit);
  await tourSession(visit);
  await tourSimulators(visit);
  await tourExtensions(visit);
  await tourStore(visit);
  await tourFirmware(visit);
  await tourWifi(visit);
  await tourTouch(visit);
  await tourGates(visit);
  await tourDrills(visit);
  await tourSlopes(visit);
  await tourGolf(visit);
}

async function tourBoot(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 12, boot_ms: 3 });
  await visit('boot', fixture);
  const flash = createMemoryFlash();
  await flash.write('players', new TextEncoder().encode('{"players":'));
  const damaged = await deviceFixture({ seed: 12, boot_ms: 3, flash });
  await visit('boot-damaged', damaged);
}

async function tourLists(fixture: DeviceFixture, visit: Visit): Promise<void> {
  await choose(fixture, 'Settings');
  await visit('settings', fixture);
  await fixture.press('back');
  await tourCalibration(visit);
  await tourForwarding(visit);
  await choose(fixture, 'Players');
  await visit('players', fixture);
  await fixture.press('ok');
  await visit('player', fixture);
  await fixture.press('ok');
  await visit('naming', fixture);
  await toMenu(fixture);
}

async function tourForwarding(visit: Visit): Promise<void> {
  const at = await shotFixture(await flashWith({ forwarding: { address: SERVER, port: 8080 } }));
  await choose(at.fixture(), 'Close-in putting');
  await choose(at.fixture(), 'Start');
  for (const status of [204, 204, 204, 500]) {
    at.answer(({ respond }) => respond({ status, text: '' }));
    await at.fixture().strike({});
  }
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Settings');
  await choose(at.fixture(), 'Shot forwarding');
  await visit('forwarding', at.fixture());
  await choose(at.fixture(), 'Clear the address');
  await visit('forwarding-off', at.fixture());
  await choose(at.fixture(), 'Address');
  await at.fixture().press('down', 'right', 'up', 'ok');
  await visit('forwarding-refused', at.fixture());
}

async function tourCalibration(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 12 });
  await choose(fixture, 'Settings');
  await choose(fixture, 'Distance calibration');
  await visit('calibration', fixture);
  await fixture.strike({ club_speed_mps: 1.5625 });
  await choose(fixture, 'Measured distance');
  // 12 feet: each new digit starts at 1, so the next one does too.
  fixture.keys.text('\b'.repeat(6));
  await fixture.press('down', 'right', 'down', 'down');
  await visit('calibration-measuring', fixture);
  await fixture.press('ok');
  await visit('calibration-measured', fixture);
  await choose(fixture, 'Adjust X factor');
  await choose(fixture, 'Measured distance');
  await fixture.press('left', 'down', 'right', 'up', 'up', 'ok');
  await choose(fixture, 'Adjust impact ratio');
  await visit('calibration-refused', fixture);
  await fixture.clock.advance(20_000);
  await choose(fixture, 'History');
  await visit('calibration-history', fixture);
}

async function tourLag(fixture: DeviceFixture, visit: Visit): Promise<void> {
  await choose(fixture, 'Lag putting');
  await visit('lag-setup', fixture);
  await fixture.press('down', ...times(5, 'left'), 'up');
  for (const spread of [1.6, 1.9, 1.2, 1.35]) {
    await fixture.press('ok');
    for (const share of [0.93, 1.07, 0.96, 1.04, 1]) await lagPutt(fixture, 1 + (share - 1) * spread, 0.3);
    await fixture.press('ok');
  }
  await fixture.press('ok');
  await visit('lag-ready', fixture);
  await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 2) * 0.94, face_angle_deg: -0.9 });
  await visit('lag-rolling', fixture);
  await fixture.untilAtRest();
  await visit('lag-at-rest', fixture);
  await fixture.press('ok');
  await visit('lag-next', fixture);
  fixture.rig?.setPlugged(false);
  await visit('lag-lost', fixture);
  fixture.rig?.setPlugged(true);
  await fixture.clock.advance(4000);
  await lagPutt(fixture, 1, 0.1, () => visit('lag-holed', fixture));
  for (const share of [0.95, 1.08, 1]) await lagPutt(fixture, share, 0.2);
  await visit('lag-result', fixture);
  await choose(fixture, 'Figures and trend');
  await visit('lag-figures', fixture);
  await fixture.press('right');
  await visit('lag-trend', fixture);
  await toMenu(fixture);
}

/** A strike at the menu, and the figures of a player with some history. */
async function tourPractice(visit: Visit): Promise<void> {
  const kept = Array.from({ length: 240 }, (_, i) => {
    const target_ft = itemAt([3, 6, 10, 15, 20, 30], i % 6);
    const verdict = (i * 7) % (target_ft + 4) < 5 ? ('holed' as const) : ('short' as const);
    const share = 0.97 + 0.05 * Math.sin(i);
    const leave_ft = verdict === 'holed' ? 0 : target_ft * 0.12;
    const struck = { ball_speed_mps: 2.5 * share, face_angle_deg: 0.7 * Math.cos(5 * i) };
    return keptPuttWith({ seq: i + 1, unix_s: 1_795_100_000 + i * 20_000, target_ft, verdict, leave_ft, ...struck });
  });
  const records = Object.fromEntries(
    PUTT_RECORDS.map((record) => [record, puttRecordData({ kept, next_seq: 241 }, record)]),
  );
  const fixture = await deviceFixture({ seed: 12, flash: await flashWith({ players: players('Ana'), ...records }) });
  await fixture.strike({ club_speed_mps: 1.3, face_angle_deg: 0.2 });
  await fixture.untilAtRest();
  await visit('practice', fixture);
  await fixture.press('back');
  await choose(fixture, 'My putting');
  await visit('putting', fixture);
  await fixture.press('right');
  await visit('putting-figures', fixture);
  await fixture.press('right');
  await visit('putting-30-days', fixture);
}

/** Putts at a fraction of the required speed, and takes the picture when the ball is at rest. */
async function lagPutt(
  fixture: DeviceFixture,
  share: number,
  face_angle_deg: number,
  onRest = async () => {},
): Promise<void> {
  await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 2) * share, face_angle_deg });
  await fixture.untilAtRest();
  await onRest();
  await fixture.press('ok');
}

/** Two players, one of whom is more consistent. */
async function tourScatter(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 12, flash: await flashWith({ players: players('Ana', 'Bo') }) });
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  for (const [putts, spread] of [
    [14, 1],
    [14, 3],
  ] as const) {
    for (let n = 0; n < putts; n++) {
      const [a, b] = [Math.sin(12.9 * n + spread), Math.cos(7.3 * n)];
      await fixture.strike({
        club_speed_mps: 1.5 + 0.12 * spread * b,
        face_angle_deg: spread * a,
        face_rotation_deg_per_in: 0.5 + 0.1 * spread * (a + b),
      });
      await fixture.press('ok');
    }
    await fixture.press('right');
  }
  await fixture.press('back');
  await choose(fixture, 'Figures and trend');
  await fixture.press('right', 'right');
  await visit('metrics-scatter', fixture);
  await fixture.press('right');
  await visit('metrics-scatter-rotation', fixture);
}

async function tourMetrics(fixture: DeviceFixture, visit: Visit): Promise<void> {
  await choose(fixture, 'Metrics only');
  await visit('metrics-setup', fixture);
  await fixture.press('ok');
  await fixture.strike({ club_speed_mps: 1.32, face_angle_deg: 0.4 });
  await fixture.strike({ club_speed_mps: 1.41, face_angle_deg: -0.6, left_inner_proportion: 0.42 });
  await fixture.clock.advance(3000);
  await visit('metrics', fixture);
  await fixture.press('back');
  await visit('metrics-result', fixture);
  await tourScatter(visit);
  await toMenu(fixture);
}

async function tourFourPlayers(fixture: DeviceFixture, visit: Visit): Promise<void> {
  await choose(fixture, 'Players');
  for (let added = 0; added < 3; added++) {
    await choose(fixture, 'Add a player');
    await fixture.press('ok');
  }
  await toMenu(fixture);
  await choose(fixture, 'Close-in putting');
  await fixture.press('down', ...times(14, 'left'), 'up');
  await visit('close-setup', fixture);
  await fixture.press('ok');
  for (let putt = 0; putt < 24; putt++) {
    const face_angle_deg = itemAt([0.1, 0.6, 2.6, 3.4], putt % 4);
    await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 1, face_angle_deg });
    if (putt === 9) await visit('close-four-players', fixture);
    await fixture.clock.advance(6000);
  }
  await visit('close-result', fixture);
  await fixture.press('back');
  await choose(fixture, 'Trend');
  await visit('trend', fixture);
  await toMenu(fixture);
}

async function tourLink(fixture: DeviceFixture, visit: Visit): Promise<void> {
  await choose(fixture, 'Status');
  await visit('status', fixture);
  await tourPhone(visit);
  fixture.rig?.setPlugged(false);
  await fixture.clock.advance(8000);
  await visit('status-lost', fixture);
  await fixture.press('back');
  await visit('menu-lost', fixture);
  fixture.rig?.setPlugged(true);
  await fixture.clock.advance(9000);
  await fixture.strike({});
  await visit('strike-unused', fixture);
}

async function tourPhone(visit: Visit): Promise<void> {
  const web_page = createVirtualWebPage();
  const fixture = await deviceFixture({ seed: 12, web_page });
  web_page.set('http://192.168.1.20:8321/', 'TheTokenOfThisPicture123');
  await choose(fixture, 'Status');
  await fixture.press('left');
  await visit('status-phone', fixture);
}

async function tourSession(visit: Visit): Promise<void> {
  const records = { cfg: { course: { holes: 9, csMin: 6, csMax: 18 } } };
  const fixture = await sessionFixture({ seed: 5, players: [['Ana'], ['Bo'], ['Cy', 'Di']], records });
  const [host, bo] = exactly(3, fixture.devices);
  const visitDevice = (name: string, { components }: SeatedDevice): Promise<void> => visit(name, components());
  await bo.choose('Play together');
  await visitDevice('together', bo);
  await bo.choose('Join with a code');
  await bo.press('right', 'ok', 'down', 'right', 'ok', 'down', 'ok');
  await visitDevice('joining', bo);
  await bo.press('back', 'back', 'back', 'back', 'back');
  await joinAll(fixture);
  await visitDevice('together-host', host);
  await visitDevice('together-guest', bo);
  await host.press('back');
  await host.choose('Stroke play');
  await visitDevice('course-setup', host);
  await host.choose('Start');
  await visitDevice('course-lobby', host);
  await host.press('ok');
  await host.putt(0.8, 0.9);
  await visitDevice('course-rolling', bo);
  for (let waits = 0; waits < 50 && !bo.shows('Verdict: '); waits++) await fixture.clock.advance(100);
  await visitDevice('course-verdict', bo);
  for (let putts = 0; putts < 60 && !host.shows('Hole 7 of 9'); putts++) {
    await fixture.devices
      .find(({ components }) => components().wanted_speed_mps() !== null)
      ?.putt(1, [0.4, 2.4, 0.2][putts % 3]);
    await fixture.clock.advance(9000);
  }
  await visitDevice('course-turn', bo);
  await visitDevice('course-your-turn', host);
  await bo.press('back');
  await visitDevice('course-leaving', bo);
  await bo.choose('Stay in the round');
  await host.press('left');
  await visitDevice('course-card', host);
  await host.press('back');
  await visitDevice('menu-round', host);
  await host.choose(/^Stroke play$/);
  await host.choose('End the round');
  await fixture.clock.advance(5000);
  await visitDevice('course-ending', host);
  await host.choose('End the round');
  await fixture.clock.advance(1000);
  await visitDevice('course-result', bo);
}
