// The parts of the device, each under the name by which pages see it. The order is that of the messages: who decides comes before who carries
// out.

import { audio } from './audio.ts';
import { calibration } from './calibration.ts';
import { firmware } from './firmware.ts';
import { forwarding } from './forwarding.ts';
import { play } from './play.ts';
import { session } from './session.ts';
import { simulator } from './simulator.ts';
import { touchscreen } from './touchscreen.ts';
import { update } from './update.ts';
import { wifi } from './wifi.ts';

export const PARTS = {
  play,
  session,
  simulator,
  forwarding,
  calibration,
  firmware,
  audio,
  update,
  wifi,
  touchscreen,
} as const;

export type Parts = typeof PARTS;
export type PartName = keyof Parts;

/** What pages see of each part. */
export type PartViews = {
  readonly [Name in PartName]: Parts[Name]['none'] extends never ? never : ReturnType<Parts[Name]['view']>;
};
