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

export const SERVICES = {
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

export type Service = typeof SERVICES;
export type ServiceName = keyof Service;

/** What pages see of each part. */
export type ServiceViews = {
  readonly [Name in ServiceName]: Service[Name]['none'] extends never ? never : ReturnType<Service[Name]['view']>;
};
