// Virtual time per real second for a device that gets a putt every 20 s and whose screen is not read.

import { deviceFixture } from '../test/support/device/device-fixture.ts';
import { thousands, type BenchFigure, type BenchSize } from './figures.ts';

const HOURS = { whole: 24, tiny: 0.1 } as const;

export async function benchVirtualTime(size: BenchSize): Promise<readonly BenchFigure[]> {
  const fixture = await deviceFixture({ seed: 5 });
  await fixture.press('ok', 'ok');
  const start = performance.now();
  const from_ms = fixture.clock.now_ms();
  while (fixture.clock.now_ms() - from_ms < HOURS[size] * 3_600_000) {
    fixture.rig?.strike({
      club_speed_mps: 1.5,
      face_angle_deg: 0.2,
      face_rotation_deg_per_in: 0.5,
      attack_angle_deg: 1,
      left_inner_proportion: 0.5,
      right_inner_proportion: 0.5,
    });
    await fixture.clock.advance(20_000);
  }
  const rate = (fixture.clock.now_ms() - from_ms) / (performance.now() - start);
  return [{ what: 'virtual time in a real second', value: `${thousands(rate)} s`, beside: 'aim 10,000 s' }];
}
