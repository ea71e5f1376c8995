// Pages of play on slopes: a set, the drill of reading, and a hole of the designed course.

import { deviceFixture, type DeviceFixture } from '../support/device/device-fixture.ts';
import { choose, flashWith, players, toMenu } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

const DESIGNED_NINE = 6;
const CFG = {
  lag: { shots: 3, manual: 1, target: 25, slope: 2 },
  readgreen: { shots: 3, csMin: 12, csMax: 12, steep: 1 },
  course: { course: DESIGNED_NINE, holes: 9 },
};

export async function tourSlopes(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 4, flash: await flashWith({ cfg: CFG, players: players('Ana') }) });
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await visit('lag-slope', fixture);
  await toMenu(fixture);
  await choose(fixture, 'Read the green');
  await visit('read-setup', fixture);
  await choose(fixture, 'Start');
  await aim(fixture, 0.75);
  await visit('read-aim', fixture);
  await fixture.strike({ club_speed_mps: fixture.wanted_speed_mps() ?? 1, face_angle_deg: 0.4 });
  while (!fixture.lines().some((line) => line.startsWith('Verdict'))) await fixture.clock.advance(100);
  await fixture.clock.advance(1000);
  await visit('read-rest', fixture);
  await toMenu(fixture);
  await choose(fixture, 'Stroke play');
  await choose(fixture, 'Start');
  await goodPutt(fixture);
  await goodPutt(fixture);
  await visit('course-slope', fixture);
  await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 1) * 0.96, face_angle_deg: 1 });
  await fixture.clock.advance(1200);
  await visit('course-slope-rolling', fixture);
}

/** Moves the aim towards the ideal one until the face makes up for less than this share of it. */
async function aim(fixture: DeviceFixture, share: number): Promise<void> {
  const first = fixture.wanted_face_deg() ?? 0;
  for (
    let presses = 0;
    presses < 40 && Math.abs(fixture.wanted_face_deg() ?? 0) > (1 - share) * Math.abs(first);
    presses++
  )
    await fixture.press(first < 0 ? 'left' : 'right');
}

async function goodPutt(fixture: DeviceFixture): Promise<void> {
  const [club_speed_mps, face_angle_deg] = [fixture.wanted_speed_mps() ?? 1, fixture.wanted_face_deg() ?? 0];
  await fixture.strike({ club_speed_mps, face_angle_deg });
  await fixture.clock.advance(9000);
}
