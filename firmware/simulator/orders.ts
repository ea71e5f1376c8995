// What an input means for the simulator (R147; C44, C83): taps of keys, and at most one shot.

import type { SimulatorKey } from '../../wire/simulator-keys.ts';
import type { GuestInput } from '../online/guest.ts';
import { clubShot, isPlausible, puttShot, type SimShot } from './shots.ts';

/** What a person wants of the simulator, here or on a guest's device. */
export type SimInput = GuestInput;

/** An input that waits for its turn. */
export interface Act {
  readonly input: SimInput;
  readonly by: 'host' | 'guest';
  /** After this, on the device's clock, it has expired (R148). */
  readonly expires_ms: number;
}

export interface Order {
  readonly act: Act;
  readonly key: SimulatorKey | null;
  /** How often the key is tapped. */
  readonly taps: number;
  readonly shot: SimShot | null;
}

/** What can be repeated. */
export interface Played {
  /** Taps of the last aim to the right less those to the left; null before the first. Taps in a row are one aim. */
  readonly aim_steps: number | null;
  /** The next taps go on with that aim. */
  readonly aiming: boolean;
  readonly shot: SimShot | null;
}

export const NOTHING_PLAYED: Played = { aim_steps: null, aiming: false, shot: null };

export const isReplay = ({ kind }: SimInput): boolean => kind === 'repeat' || kind === 'repeat_aim';

const aimOrder = (steps: number): Pick<Order, 'key' | 'taps'> => ({
  key: steps < 0 ? 'aim_left' : 'aim_right',
  taps: Math.abs(steps),
});

/** Why an input can't be carried out; '' where it can. `putts_only`: the way to the simulator takes no full swings. */
export function refusalOf(input: SimInput, { aim_steps, shot }: Played, putts_only: boolean): string {
  const swing = input.kind === 'club' || (input.kind === 'repeat' && shot?.of === 'club');
  if (swing && putts_only) return 'By a connector only putts reach the simulator.';
  if (input.kind === 'putt' && !isPlausible(input.putt)) return 'No putter strikes like this: nothing was sent.';
  if (input.kind === 'repeat' && !shot) return 'There is no shot to repeat yet.';
  if (input.kind === 'repeat_aim' && aim_steps === null) return 'There is no aim to repeat yet.';
  return '';
}

/** What is to be done for an input that is not refused. */
export function orderFor(act: Act, { aim_steps, shot }: Played): Order {
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

/** What can be repeated once an order has been carried out. */
export function withPlayed(played: Played, { act: { input }, shot }: Order): Played {
  const { aim_steps, aiming, shot: last } = played;
  // No tap is no aim.
  if (input.kind === 'aim' && input.steps === 0) return played;
  if (input.kind === 'aim')
    return { aim_steps: aiming ? (aim_steps ?? 0) + input.steps : input.steps, aiming: true, shot: last };
  return { aim_steps, aiming: false, shot: shot ?? last };
}
