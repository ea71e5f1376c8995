// Takes a snapshot of everything a device shows and plays at one point in time.

import type * as v from 'valibot';
import type { LogLine } from '../../../hal/log/log.ts';
import { colorName } from '../../../hal/leds/color-name.ts';
import type { PanelDevice } from '../panel-device.ts';
import type { logLineShape, snapshotShape } from './shapes.ts';

export const ledWords = ({ leds }: Pick<PanelDevice, 'leds'>): (string | null)[] =>
  leds.colors().map((color) => (color === null ? null : colorName(color)));

export const snapshotOf = ({
  device,
  screen,
  leds,
  speaker,
  ...panel
}: PanelDevice): v.InferOutput<typeof snapshotShape> => ({
  lines: [...screen.picture().lines],
  states: device.states(),
  leds: ledWords({ leds }),
  sounds: speaker.played().map(({ sound }) => sound),
  sounds_count: speaker.count(),
  wanted_club_speed_mps: panel.wanted_speed_mps(),
  wanted_face_angle_deg: panel.wanted_face_deg(),
});

export const logLine = ({ at_ms, ...line }: LogLine): v.InferOutput<typeof logLineShape> => ({
  time_ms: at_ms,
  ...line,
});
