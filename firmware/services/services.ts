// All services, by the name that pages use. Events are delivered in this order: services that decide come before
// services that act.

import { audio } from './audio.ts';
import { calibration } from './calibration.ts';
import { firmware } from './firmware.ts';
import { forwarding } from './forwarding.ts';
import { gates } from './gates.ts';
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
  gates,
  firmware,
  audio,
  update,
  wifi,
  touchscreen,
} as const;

export type Service = typeof SERVICES;
export type ServiceName = keyof Service;

/** Views of the services, by name. */
export type ServiceViews = {
  readonly [Name in ServiceName]: Service[Name]['none'] extends never ? never : ReturnType<Service[Name]['view']>;
};
