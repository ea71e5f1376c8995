// A walk through every page of the device in virtual time, for golden frames, the pictures in docs/, and the benchmarks.

import type { Key } from '../../hal/keys/keys.ts';
import { createMemoryFlash } from '../../hal/flash/flash-memory.ts';
import { deskWith, type Desk } from '../support/desk.ts';

export type Visit = (name: string, desk: Desk) => Promise<void>;

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
  await desk.press('up', 'up', 'ok');
  await visit('settings', desk);
  await desk.press('back', 'up', 'ok');
  await visit('players', desk);
  await desk.press('ok');
  await visit('player', desk);
  await desk.press('ok');
  await visit('naming', desk);
  await desk.press('back', 'back', 'back', 'up', 'up', 'up');
}

async function tourLag(desk: Desk, visit: Visit): Promise<void> {
  await desk.press('down', 'ok');
  await visit('lag-setup', desk);
  await desk.press('down', ...times(5, 'left'), 'up');
  for (const spread of [1.6, 1.9, 1.2, 1.35]) {
    await desk.press('ok');
    for (const share of [0.93, 1.07, 0.96, 1.04, 1]) await lagPutt(desk, 1 + (share - 1) * spread, 0.3);
    await desk.press('ok');
  }
  await desk.press('ok');
  await visit('lag-ready', desk);
  await desk.strike({ club_speed_mps: (desk.device.wanted_speed_mps() ?? 2) * 0.94, face_angle_deg: -0.9 });
  await visit('lag-rolling', desk);
  await untilAtRest(desk);
  await visit('lag-at-rest', desk);
  await desk.press('ok');
  desk.rig?.set_plugged(false);
  await visit('lag-lost', desk);
  desk.rig?.set_plugged(true);
  await desk.clock.advance(4000);
  await lagPutt(desk, 1, 0.1, () => visit('lag-holed', desk));
  for (const share of [0.95, 1.08, 1]) await lagPutt(desk, share, 0.2);
  await visit('lag-result', desk);
  await desk.press('ok', 'back', 'up');
}

/** A putt at a share of the speed that is wanted, looked at when its ball is at rest. */
async function lagPutt(desk: Desk, share: number, face_angle_deg: number, look = async () => {}): Promise<void> {
  await desk.strike({ club_speed_mps: (desk.device.wanted_speed_mps() ?? 2) * share, face_angle_deg });
  await untilAtRest(desk);
  await look();
  await desk.press('ok');
}

async function tourMetrics(desk: Desk, visit: Visit): Promise<void> {
  await desk.press('ok');
  await visit('metrics-setup', desk);
  await desk.press('ok');
  await desk.strike({ club_speed_mps: 1.32, face_angle_deg: 0.4 });
  await desk.strike({ club_speed_mps: 1.41, face_angle_deg: -0.6, left_inner_proportion: 0.42 });
  await desk.clock.advance(3000);
  await visit('metrics', desk);
  await desk.press('back');
  await visit('metrics-result', desk);
  await desk.press('ok', 'back');
}

async function tourFourPlayers(desk: Desk, visit: Visit): Promise<void> {
  await desk.press('down', 'down', 'down', 'ok', 'down', 'ok', 'down', 'ok', 'down', 'ok', 'back');
  await desk.press('up', 'ok', 'down', ...times(14, 'left'), 'up');
  await visit('close-setup', desk);
  await desk.press('ok');
  for (let putt = 0; putt < 24; putt++) {
    const face_angle_deg = [0.1, 0.6, 2.6, 3.4][putt % 4] as number;
    await desk.strike({ club_speed_mps: desk.device.wanted_speed_mps() ?? 1, face_angle_deg });
    if (putt === 9) await visit('close-four-players', desk);
    await desk.clock.advance(6000);
  }
  await visit('close-result', desk);
  await desk.press('ok', ...times(1, 'up'), 'ok');
  await visit('trend', desk);
  await desk.press('back', 'back', 'up', 'up');
}

async function tourLink(desk: Desk, visit: Visit): Promise<void> {
  await desk.press('down', 'down', 'down', 'down', 'down', 'ok');
  if (!desk.lines()[0]?.startsWith('Status')) await desk.press('back', 'up', 'ok');
  await visit('status', desk);
  desk.rig?.set_plugged(false);
  await desk.clock.advance(8000);
  await visit('status-lost', desk);
  await desk.press('back');
  await visit('menu-lost', desk);
  desk.rig?.set_plugged(true);
  await desk.clock.advance(9000);
  await desk.strike({});
  await visit('strike-unused', desk);
}
