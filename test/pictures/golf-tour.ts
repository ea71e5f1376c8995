// Mini golf: its holes, a ball among the posts, and where it ends.

import { GOLF_HOLES } from '../../firmware/experiences/golf/holes.ts';
import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, players } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

/** Returns a device with a round in which this hole is next. */
async function fixtureAt(hole: number): Promise<DeviceFixture> {
  const { start } = GOLF_HOLES[hole] ?? { start: [1, 1] };
  const strokes = GOLF_HOLES.slice(0, hole).map(({ par }) => par);
  const set = {
    game: 'golf',
    cfg: { holes: 9 },
    seats: [
      { player_id: 1, strokes },
      { player_id: 2, strokes: strokes.map((par, i) => par + (i % 2)) },
    ],
    turn: 0,
    stroke: 0,
    ball: { x: start[0] * 0.3048, y: start[1] * 0.3048 },
    aim_deg: 0,
  };
  const fixture = await deviceFixture({
    seed: 12,
    flash: await flashWith({ players: players('Ana', 'Bo'), 'set-golf': { set, ended: 0 } }),
  });
  await choose(fixture, 'Mini golf');
  await fixture.press('ok');
  return fixture;
}

export async function tourGolf(visit: Visit): Promise<void> {
  for (const [hole, turns] of [
    [1, 6],
    [4, 0],
    [6, 18],
    [8, -12],
  ] as const) {
    const fixture = await fixtureAt(hole);
    for (let n = 0; n < Math.abs(turns); n++) await fixture.press(turns > 0 ? 'right' : 'left');
    await visit(`golf-hole-${hole + 1}`, fixture);
  }
  const fixture = await fixtureAt(3);
  for (let n = 0; n < 4; n++) await fixture.press('left');
  fixture.rig?.strike({
    club_speed_mps: 2.1,
    face_angle_deg: 0,
    face_rotation_deg_per_in: 0.5,
    attack_angle_deg: 1,
    left_inner_proportion: 0.5,
    right_inner_proportion: 0.5,
  });
  await fixture.clock.advance(4200);
  await visit('golf-rolling', fixture);
  await fixture.clock.advance(3000);
  await visit('golf-at-rest', fixture);
  const ace = await fixtureAt(0);
  await ace.strike({ club_speed_mps: ace.wanted_speed_mps() ?? 1.5, face_angle_deg: 0 });
  await ace.clock.advance(500);
  await visit('golf-holed', ace);
}
