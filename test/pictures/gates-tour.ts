// Settings > Sensor calibration: aperture errors, and a pendulum before and after its swings.

import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

export async function tourGates(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 12 });
  await choose(fixture, 'Settings');
  await choose(fixture, 'Units');
  await choose(fixture, 'Sensor calibration');
  await fixture.press('left', 'left', 'left', 'left', 'down', 'right', 'right');
  await visit('gates', fixture);
  await choose(fixture, 'Store on the board');
  await fixture.clock.advance(8000);
  await choose(fixture, 'Check by a pendulum');
  await visit('pendulum', fixture);
  for (const club_speed_mps of [1.412, 1.415, 1.413, 1.41, 1.414]) {
    await fixture.strike({ club_speed_mps, attack_angle_deg: 0.2, swing_period_s: 6 });
    await fixture.clock.advance(8000);
  }
  await fixture.press('down');
  await visit('pendulum-measured', fixture);
}
