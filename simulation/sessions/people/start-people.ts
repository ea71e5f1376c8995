// Starts the simulated players: each acts at random times, in ways that the seed decides.

import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Random } from '../../../hal/random/random.ts';
import type { Checks } from '../observations.ts';
import type { Plan } from '../plan.ts';
import type { SimDevice } from '../sim-device.ts';
import { act } from './act.ts';
import type { Person } from './person.ts';

interface PeopleDeps {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly plan: Plan;
  readonly devices: readonly SimDevice[];
  readonly checks: Required<Checks>;
}

/** Starts all players; `rest` stops them. */
export function startPeople({ clock, random, plan, devices, checks }: PeopleDeps): { rest(): void } {
  let resting = false;
  const codeShown = (): string | null => {
    const session = devices[0]?.parts()?.device.session();
    return session?.role === 'host' && session.code !== '' ? session.code : null;
  };
  devices.forEach((device, index) => {
    const person: Person = {
      device,
      random: random.fork(`person ${index}`),
      hosts: index === 0,
      simulator: plan.simulator,
      other_pages: plan.other_pages,
      pages_random: random.fork(`other pages ${index}`),
      away_actions: 0,
      code: codeShown,
      struck: (on_page) => checks.struck(device.id, on_page, clock.now_ms()),
    };
    const again = (): void => {
      const pause_ms = -Math.log(1 - person.random.float()) * plan.action_s * 1000;
      clock.setTimeout(() => {
        if (resting) return;
        act(person);
        again();
      }, pause_ms);
    };
    again();
  });
  return { rest: () => void (resting = true) };
}
