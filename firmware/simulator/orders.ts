// Translates inputs into simulator orders (R147; C44, C83): key taps and at most one shot.

import type { SimulatorKey } from '../../wire/simulator-keys.ts';
import type { GuestInput } from '../online/guest.ts';
import { clubShot, isPlausible, puttShot, type SimShot } from './shots.ts';

/** Input for the simulator from a player on this device or on a guest's. */
export type SimInput = GuestInput;

/** An input in the queue. */
export interface Act {
  readonly input: SimInput;
  readonly by: 'host' | 'guest';
  /** Time on the device's clock after which it has expired (R148). */
  readonly expires_ms: number;
}

export interface SimulatorOrder {
  readonly act: Act;
  readonly key: SimulatorKey | null;
  /** Number of key taps. */
  readonly taps: number;
  readonly shot: SimShot | null;
}

/** The last aim and shot, which can be repeated. */
export interface LastPlayed {
  /** Net taps of the last aim, positive to the right; null before the first. Consecutive taps form one aim. */
  readonly aim_steps: number | null;
  /** Whether further taps extend that aim. */
  readonly aiming: boolean;
  readonly shot: SimShot | null;
}

export const NOTHING_PLAYED: LastPlayed = { aim_steps: null, aiming: false, shot: null };

export const isReplay = ({ kind }: SimInput): boolean => kind === 'repeat' || kind === 'repeat_aim';

const aimOrder = (steps: number): Pick<SimulatorOrder, 'key' | 'taps'> => ({
  key: steps < 0 ? 'aim_left' : 'aim_right',
  taps: Math.abs(steps),
});

/**
 * Returns the reason why an input cannot be carried out; '' if it can. `putts_only`: the transport takes no full
 * swings.
 */
export function refusalOf(input: SimInput, { aim_steps, shot }: LastPlayed, putts_only: boolean): string {
  const swing = input.kind === 'club' || (input.kind === 'repeat' && shot?.of === 'club');
  if (swing && putts_only) return 'A connector sends only putts.';
  if (input.kind === 'putt' && !isPlausible(input.putt)) return 'Not sent: not a plausible putt.';
  if (input.kind === 'repeat' && !shot) return 'No shot to repeat yet.';
  if (input.kind === 'repeat_aim' && aim_steps === null) return 'No aim to repeat yet.';
  return '';
}

/** Returns the order for an accepted input. */
export function orderFor(act: Act, { aim_steps, shot }: LastPlayed): SimulatorOrder {
  const nothing = { act, key: null, taps: 0, shot: null };
  const { input } = act;
  switch (input.kind) {
    case 'aim':
      return { ...nothing, ...aimOrder(input.steps) };
    case 'club':
      return { ...nothing, shot: clubShot(input.club) };
    case 'putt':
      return { ...nothing, shot: puttShot(input.putt) };
    case 'repeat':
      return { ...nothing, ...aimOrder(aim_steps ?? 0), shot };
    case 'repeat_aim':
      return { ...nothing, ...aimOrder(aim_steps ?? 0) };
    case 'reset':
      return { ...nothing, key: 'reset_aim', taps: 1 };
    case 'mulligan':
      return { ...nothing, key: 'mulligan', taps: 1 };
  }
}

/** Updates the repeatable aim and shot after an order has been carried out. */
export function withPlayed(played: LastPlayed, { act: { input }, shot }: SimulatorOrder): LastPlayed {
  const { aim_steps, aiming, shot: last } = played;
  // Zero taps do not count as an aim.
  if (input.kind === 'aim' && input.steps === 0) return played;
  if (input.kind === 'aim')
    return { aim_steps: aiming ? (aim_steps ?? 0) + input.steps : input.steps, aiming: true, shot: last };
  return { aim_steps, aiming: false, shot: shot ?? last };
}
