// Draws the plan of a seed: the rate of each fault and action. Seeds differ as a whole: some networks only lose
// answers, some sessions only reboot.

import type { Random } from '../../hal/random/random.ts';

/** Average number of each fault per simulated hour. */
export interface Rates {
  readonly partitions: number;
  readonly half_opens: number;
  readonly relay_kills: number;
  readonly reboots: number;
  readonly power_cuts: number;
  readonly clock_jumps: number;
  readonly sensor_pulls: number;
  /** Failures of the golf simulator's network and restarts of its program. */
  readonly simulator_faults: number;
}

/** Shares of requests (0 to 1), and times in milliseconds. */
interface Network {
  readonly delay_ms: number;
  readonly tail: number;
  readonly tail_ms: number;
  readonly lose_request: number;
  readonly lose_response: number;
  readonly duplicate: number;
}

export interface Plan {
  readonly network: Network;
  readonly rates: Rates;
  /** Mean time between two actions of a player, in seconds. */
  readonly action_s: number;
  /** Largest clock error of a device, in seconds. */
  readonly skew_s: number;
  /** Share of the host's starts that pick a golf simulator. */
  readonly simulator: number;
  /** Share of actions in a round that switch to another page. */
  readonly other_pages: number;
}

/** Draws a plan. Each fault is off in a third of all seeds, so that the other faults also occur without it. */
export function drawPlan(random: Random): Plan {
  const sometimes = (most: number): number => (random.float() < 1 / 3 ? 0 : random.float() ** 2 * most);
  const simulators = random.fork('simulators');
  const pages = random.fork('other pages');
  const often = simulators.float() < 1 / 2 ? 0 : simulators.float();
  return {
    network: {
      delay_ms: 1 + random.float() ** 2 * 200,
      tail: sometimes(0.2),
      tail_ms: 500 + random.float() * 3500,
      lose_request: sometimes(0.15),
      lose_response: sometimes(0.15),
      duplicate: sometimes(0.1),
    },
    rates: {
      partitions: sometimes(30),
      half_opens: sometimes(10),
      relay_kills: sometimes(6),
      reboots: sometimes(8),
      power_cuts: sometimes(8),
      clock_jumps: sometimes(6),
      sensor_pulls: sometimes(4),
      simulator_faults: simulators.float() < 1 / 3 ? 0 : 20 * simulators.float(),
    },
    action_s: 3 + random.float() * 20,
    skew_s: sometimes(320),
    simulator: often,
    other_pages: pages.float() < 1 / 2 ? 0 : 0.3 * pages.float(),
  };
}

// oxfmt-ignore
const RATES = ['partitions', 'half_opens', 'relay_kills', 'reboots', 'power_cuts', 'clock_jumps', 'sensor_pulls', 'simulator_faults'] as const;
const SHARES = ['tail', 'lose_request', 'lose_response', 'duplicate'] as const;
const REST = ['skew_s', 'simulator', 'other_pages'] as const;

/** Parts of a plan that can be left out. Delay and the pace of players always stay. */
export const PLAN_PARTS = [...RATES, ...SHARES, ...REST] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** Returns the plan with these parts set to 0. */
export function planWithout(plan: Plan, without: readonly PlanPart[]): Plan {
  const none = (of: readonly PlanPart[]): Readonly<Record<string, number>> =>
    Object.fromEntries(of.flatMap((part) => (without.includes(part) ? [[part, 0]] : [])));
  return {
    ...plan,
    ...none(REST),
    network: { ...plan.network, ...none(SHARES) },
    rates: { ...plan.rates, ...none(RATES) },
  };
}

/** Returns the parts that occur in a plan. */
export function partsOf({ network, rates, skew_s, simulator, other_pages }: Plan): readonly PlanPart[] {
  const values: Readonly<Record<PlanPart, number>> = { ...network, ...rates, skew_s, simulator, other_pages };
  return PLAN_PARTS.filter((part) => values[part] !== 0);
}
