// Settings > Touch calibration: the crosses, inconsistent touches, and the question at the end.

import { assertDefined } from '../../wire/errors.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { choose } from '../support/device/play.ts';
import type { Visit } from './visit.ts';

/** Maps to a mirrored panel a little larger than the display: 0.1 of the display is at 0.88 of the panel. */
const onPanel = (x_px: number, y_px: number) => [0.975 - (0.95 * x_px) / 480, 0.02 + (0.95 * y_px) / 320] as const;

export async function tourTouch(visit: Visit): Promise<void> {
  const fixture = await deviceFixture({ seed: 12, touchscreen: true });
  const panel = assertDefined(fixture.keys.touchscreen, 'touch screen');
  panel.place([480, 0, 0, 0, 320, 0]);
  const touch = async (x_px: number, y_px: number): Promise<void> => {
    await fixture.clock.advance(1000);
    panel.contact(...onPanel(x_px, y_px));
    await fixture.clock.advance(1);
  };
  await choose(fixture, 'Settings');
  await choose(fixture, 'Touch calibration');
  await visit('touch-cross', fixture);
  await touch(48, 72);
  await touch(432, 72);
  await touch(430, 75);
  await visit('touch-again', fixture);
  await touch(48, 72);
  await touch(432, 72);
  await touch(240, 272);
  await visit('touch-check', fixture);
  await touch(406, 219);
  await visit('touch-keep', fixture);
}
