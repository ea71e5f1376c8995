// The distance and face drills: setup, play and results, and the values that this sensor can not measure.

import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, players, toMenu } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

const FACES = [0.3, -0.8, 1.6, 0.1, -2.4];
const ROTATIONS = [0.45, 0.52, 0.31, 0.7, 0.4];

export async function tourDrills(visit: Visit): Promise<void> {
  const cfg = Object.fromEntries(['distance', 'rhythm', 'arc', 'rotation', 'face'].map((game) => [game, { shots: 5 }]));
  const fixture = await deviceFixture({ seed: 12, flash: await flashWith({ cfg, players: players('Ana') }) });
  const begin = async (name: string): Promise<void> => {
    await toMenu(fixture);
    await choose(fixture, name);
    await choose(fixture, 'Start');
  };
  const putt = async (n: number, share = 1): Promise<void> => {
    const club_speed_mps = (fixture.wanted_speed_mps() ?? 1.5) * share;
    const [face_angle_deg = 0, face_rotation_deg_per_in = 0] = [FACES[n], ROTATIONS[n]];
    await fixture.strike({ club_speed_mps, face_angle_deg, face_rotation_deg_per_in });
    while (fixture.screen.animates()) await fixture.clock.advance(100);
  };
  await choose(fixture, 'Make distance');
  await visit('distance-setup', fixture);
  await begin('Make distance');
  await visit('distance-ready', fixture);
  await putt(0, 1.01);
  await visit('distance-hit', fixture);
  await putt(1, 0.9);
  await visit('distance-short', fixture);
  await begin('Tempo of distances');
  await putt(0, 1.02);
  await visit('tempo', fixture);
  await begin('Stroke tempo');
  for (const swing_period_s of [1.31, 1.33, 1.3, 1.36])
    await fixture
      .strike({ club_speed_mps: 1.5, swing_period_s })
      .then(() => fixture.untilAtRest())
      .then(() => fixture.press('ok'));
  await fixture.strike({ club_speed_mps: 1.5, swing_period_s: 1.32 });
  await fixture.untilAtRest();
  await visit('stroke-tempo', fixture);
  await fixture.press('ok');
  await visit('stroke-tempo-result', fixture);
  for (const [name, picture] of [
    ['Arc strength', 'arc'],
    ['Face rotation', 'rotation'],
    ['Face angle', 'face'],
  ] as const) {
    await begin(name);
    for (const n of [0, 1, 2, 3]) await putt(n);
    await visit(picture, fixture);
    await putt(4);
    await fixture.press('ok');
    await visit(`${picture}-result`, fixture);
  }
  await toMenu(fixture);
  await choose(fixture, 'Swing path and lie');
  await visit('unsensed', fixture);
}
