// The drills of distance and face: set up, in play, and their results; and what this sensor can not see.

import { deskWith } from '../support/desk.ts';
import { choose, flashWith, players, toMenu } from '../support/play.ts';
import type { Visit } from './visit.ts';

const FACES = [0.3, -0.8, 1.6, 0.1, -2.4];
const ROTATIONS = [0.45, 0.52, 0.31, 0.7, 0.4];

export async function tourDrills(visit: Visit): Promise<void> {
  const cfg = Object.fromEntries(['distance', 'arc', 'rotation', 'face'].map((game) => [game, { shots: 5 }]));
  const desk = await deskWith({ seed: 12, flash: await flashWith({ cfg, players: players('Ana') }) });
  const begin = async (name: string): Promise<void> => {
    await toMenu(desk);
    await choose(desk, name);
    await choose(desk, 'Start');
  };
  const putt = async (n: number, share = 1): Promise<void> => {
    const club_speed_mps = (desk.wanted_speed_mps() ?? 1.5) * share;
    const [face_angle_deg = 0, face_rotation_deg_per_in = 0] = [FACES[n], ROTATIONS[n]];
    await desk.strike({ club_speed_mps, face_angle_deg, face_rotation_deg_per_in });
    while (desk.screen.animates()) await desk.clock.advance(100);
  };
  await choose(desk, 'Make distance');
  await visit('distance-setup', desk);
  await begin('Make distance');
  await visit('distance-ready', desk);
  await putt(0, 1.01);
  await visit('distance-hit', desk);
  await putt(1, 0.9);
  await visit('distance-short', desk);
  for (const [name, picture] of [
    ['Arc strength', 'arc'],
    ['Face rotation', 'rotation'],
    ['Face angle', 'face'],
  ] as const) {
    await begin(name);
    for (const n of [0, 1, 2, 3]) await putt(n);
    await visit(picture, desk);
    await putt(4);
    await desk.press('ok');
    await visit(`${picture}-result`, desk);
  }
  await toMenu(desk);
  await choose(desk, 'Swing path and lie');
  await visit('unsensed', desk);
}
