// A walk through every page of the device in virtual time, for golden frames, the pictures in docs/, and the benchmarks.

import type { Key } from '../../hal/keys/keys.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deskWith, type Desk } from '../support/desk.ts';
import { SERVER, shotDesk } from '../support/shot-desk.ts';
import { choose, flashWith, players, toMenu } from '../support/play.ts';
import { tourExtensions } from './extension-tour.ts';
import { tourStore } from './store-tour.ts';
import { tourDrills } from './drill-tour.ts';
import { tourGolf } from './golf-tour.ts';
import { tourFirmware } from './firmware-tour.ts';
import { tourSimulators } from './simulator-tour.ts';
import { joinAll, sessionDesk, type SeatedDevice } from '../support/session-desk.ts';
import type { Visit } from './visit.ts';

async function untilAtRest(desk: Desk): Promise<void> {
  while (desk.screen.animates()) await desk.clock.advance(100);
}

const times = (count: number, key: Key): readonly Key[] => Array.from({ length: count }, () => key);

/** Calls `visit` on each page, in a state that shows what the page is for. The same seed gives the same pictures. */
export async function tourPages(visit: Visit): Promise<void> {
  await tourBoot(visit);
  const desk = await deskWith({ seed: 12 });
  await visit('menu', desk);
  await tourLists(desk, visit);
  await tourLag(desk, visit);
  await tourMetrics(desk, visit);
  await tourFourPlayers(desk, visit);
  await tourLink(desk, visit);
  await tourSession(visit);
  await tourSimulators(visit);
  await tourExtensions(visit);
  await tourStore(visit);
  await tourFirmware(visit);
  await tourDrills(visit);
  await tourGolf(visit);
}

async function tourBoot(visit: Visit): Promise<void> {
  const desk = await deskWith({ seed: 12, boot_ms: 3 });
  await visit('boot', desk);
  const flash = createMemoryFlash();
  await flash.write('players', new TextEncoder().encode('{"players":'));
  const damaged = await deskWith({ seed: 12, boot_ms: 3, flash });
  await visit('boot-damaged', damaged);
}

async function tourLists(desk: Desk, visit: Visit): Promise<void> {
  await choose(desk, 'Settings');
  await visit('settings', desk);
  await desk.press('back');
  await tourCalibration(visit);
  await tourForwarding(visit);
  await choose(desk, 'Players');
  await visit('players', desk);
  await desk.press('ok');
  await visit('player', desk);
  await desk.press('ok');
  await visit('naming', desk);
  await toMenu(desk);
}

async function tourForwarding(visit: Visit): Promise<void> {
  const at = await shotDesk(await flashWith({ forwarding: { address: SERVER, port: 8080 } }));
  await choose(at.desk(), 'Close-in putting');
  await choose(at.desk(), 'Start');
  for (const status of [204, 204, 204, 500]) {
    at.answer(({ respond }) => respond({ status, text: '' }));
    await at.desk().strike({});
  }
  await toMenu(at.desk());
  await choose(at.desk(), 'Settings');
  await choose(at.desk(), 'Shot forwarding');
  await visit('forwarding', at.desk());
  await choose(at.desk(), 'Clear the address');
  await visit('forwarding-off', at.desk());
  await choose(at.desk(), 'Address');
  await at.desk().press('down', 'right', 'up', 'ok');
  await visit('forwarding-refused', at.desk());
}

async function tourCalibration(visit: Visit): Promise<void> {
  const desk = await deskWith({ seed: 12 });
  await choose(desk, 'Settings');
  await choose(desk, 'Distance calibration');
  await visit('calibration', desk);
  await desk.strike({ club_speed_mps: 1.5625 });
  await choose(desk, 'Measured distance');
  // 12 feet: a new digit begins with 1, and what follows it too.
  await desk.press('down', 'right', 'down', 'down');
  await visit('calibration-measuring', desk);
  await desk.press('ok');
  await visit('calibration-measured', desk);
  await choose(desk, 'Adjust X factor');
  await choose(desk, 'Measured distance');
  await desk.press('left', 'down', 'right', 'up', 'up', 'ok');
  await choose(desk, 'Adjust impact ratio');
  await visit('calibration-refused', desk);
  await desk.clock.advance(20_000);
  await choose(desk, 'History');
  await visit('calibration-history', desk);
}

async function tourLag(desk: Desk, visit: Visit): Promise<void> {
  await choose(desk, 'Lag putting');
  await visit('lag-setup', desk);
  await desk.press('down', ...times(5, 'left'), 'up');
  for (const spread of [1.6, 1.9, 1.2, 1.35]) {
    await desk.press('ok');
    for (const share of [0.93, 1.07, 0.96, 1.04, 1]) await lagPutt(desk, 1 + (share - 1) * spread, 0.3);
    await desk.press('ok');
  }
  await desk.press('ok');
  await visit('lag-ready', desk);
  await desk.strike({ club_speed_mps: (desk.wanted_speed_mps() ?? 2) * 0.94, face_angle_deg: -0.9 });
  await visit('lag-rolling', desk);
  await untilAtRest(desk);
  await visit('lag-at-rest', desk);
  await desk.press('ok');
  desk.rig?.setPlugged(false);
  await visit('lag-lost', desk);
  desk.rig?.setPlugged(true);
  await desk.clock.advance(4000);
  await lagPutt(desk, 1, 0.1, () => visit('lag-holed', desk));
  for (const share of [0.95, 1.08, 1]) await lagPutt(desk, share, 0.2);
  await visit('lag-result', desk);
  await toMenu(desk);
}

/** A putt at a share of the speed that is wanted, looked at when its ball is at rest. */
async function lagPutt(desk: Desk, share: number, face_angle_deg: number, look = async () => {}): Promise<void> {
  await desk.strike({ club_speed_mps: (desk.wanted_speed_mps() ?? 2) * share, face_angle_deg });
  await untilAtRest(desk);
  await look();
  await desk.press('ok');
}

/** Two players, one of whom is the steadier. */
async function tourScatter(visit: Visit): Promise<void> {
  const desk = await deskWith({ seed: 12, flash: await flashWith({ players: players('Ana', 'Bo') }) });
  await choose(desk, 'Metrics only');
  await choose(desk, 'Start');
  for (const [putts, spread] of [
    [14, 1],
    [14, 3],
  ] as const) {
    for (let n = 0; n < putts; n++) {
      const [a, b] = [Math.sin(12.9 * n + spread), Math.cos(7.3 * n)];
      await desk.strike({
        club_speed_mps: 1.5 + 0.12 * spread * b,
        face_angle_deg: spread * a,
        face_rotation_deg_per_in: 0.5 + 0.1 * spread * (a + b),
      });
      await desk.press('ok');
    }
    await desk.press('right');
  }
  await desk.press('back', 'right');
  await visit('metrics-scatter', desk);
  await desk.press('right');
  await visit('metrics-scatter-rotation', desk);
}

async function tourMetrics(desk: Desk, visit: Visit): Promise<void> {
  await choose(desk, 'Metrics only');
  await visit('metrics-setup', desk);
  await desk.press('ok');
  await desk.strike({ club_speed_mps: 1.32, face_angle_deg: 0.4 });
  await desk.strike({ club_speed_mps: 1.41, face_angle_deg: -0.6, left_inner_proportion: 0.42 });
  await desk.clock.advance(3000);
  await visit('metrics', desk);
  await desk.press('back');
  await visit('metrics-result', desk);
  await tourScatter(visit);
  await toMenu(desk);
}

async function tourFourPlayers(desk: Desk, visit: Visit): Promise<void> {
  await choose(desk, 'Players');
  for (let added = 0; added < 3; added++) await choose(desk, 'Add a player');
  await toMenu(desk);
  await choose(desk, 'Close-in putting');
  await desk.press('down', ...times(14, 'left'), 'up');
  await visit('close-setup', desk);
  await desk.press('ok');
  for (let putt = 0; putt < 24; putt++) {
    const face_angle_deg = [0.1, 0.6, 2.6, 3.4][putt % 4] as number;
    await desk.strike({ club_speed_mps: desk.wanted_speed_mps() ?? 1, face_angle_deg });
    if (putt === 9) await visit('close-four-players', desk);
    await desk.clock.advance(6000);
  }
  await visit('close-result', desk);
  await desk.press('ok');
  await choose(desk, 'Trend');
  await visit('trend', desk);
  await toMenu(desk);
}

async function tourLink(desk: Desk, visit: Visit): Promise<void> {
  await choose(desk, 'Status');
  await visit('status', desk);
  desk.rig?.setPlugged(false);
  await desk.clock.advance(8000);
  await visit('status-lost', desk);
  await desk.press('back');
  await visit('menu-lost', desk);
  desk.rig?.setPlugged(true);
  await desk.clock.advance(9000);
  await desk.strike({});
  await visit('strike-unused', desk);
}

async function tourSession(visit: Visit): Promise<void> {
  const records = { cfg: { course: { holes: 9, csMin: 6, csMax: 18 } } };
  const desk = await sessionDesk({ seed: 5, players: [['Ana'], ['Bo'], ['Cy', 'Di']], records });
  const [host, bo] = desk.devices as [SeatedDevice, SeatedDevice];
  const look = (name: string, { parts }: SeatedDevice): Promise<void> => visit(name, parts());
  await bo.choose('Play together');
  await look('together', bo);
  await bo.choose('Join with a code');
  await bo.press('right', 'ok', 'down', 'right', 'ok', 'down', 'ok');
  await look('joining', bo);
  await bo.press('back', 'back', 'back', 'back', 'back');
  await joinAll(desk);
  await look('together-host', host);
  await look('together-guest', bo);
  await host.press('back');
  await host.choose('Stroke play');
  await look('course-setup', host);
  await host.choose('Start');
  await look('course-lobby', host);
  await host.press('ok');
  await host.putt(0.8, 0.9);
  await look('course-rolling', bo);
  await desk.clock.advance(900);
  await look('course-verdict', bo);
  for (let putts = 0; putts < 60 && !host.says('Hole 7 of 9'); putts++) {
    for (const device of desk.devices) {
      if (device.parts().wanted_speed_mps() === null) continue;
      await device.putt(1, [0.4, 2.4, 0.2][putts % 3] ?? 0);
      await desk.clock.advance(9000);
      break;
    }
  }
  await look('course-turn', bo);
  await host.press('left');
  await look('course-card', host);
  await host.press('back');
  await look('menu-round', host);
  await host.choose(/^Stroke play$/);
  await host.choose('End the round');
  await desk.clock.advance(5000);
  await look('course-ending', host);
  await host.choose('End the round');
  await desk.clock.advance(1000);
  await look('course-result', bo);
}
