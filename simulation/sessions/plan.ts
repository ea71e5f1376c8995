// What a seed decides before anything happens: how often each fault and each action is to be, so that seeds differ as a whole
// (some networks only lose answers, some sessions are nothing but reboots).

import type { Random } from '../../hal/random/random.ts';

/** How many of each, on average, in an hour of the simulation. */
export interface Rates {
  readonly partitions: number;
  readonly half_opens: number;
  readonly relay_kills: number;
  readonly reboots: number;
  readonly power_cuts: number;
  readonly clock_jumps: number;
  readonly sensor_pulls: number;
  /** The golf simulator's network fails, or the program starts again. */
  readonly simulator_faults: number;
}

/** Shares of requests, 0 to 1, and milliseconds. */
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
  /** Mean time between two actions of one player, seconds. */
  readonly action_s: number;
  /** Clocks of devices are this wrong at most, seconds. */
  readonly skew_s: number;
  /** Share of what the host begins that is a golf simulator. */
  readonly simulator: number;
  /** Share of the actions in a round by which people go to another page. */
  readonly other_pages: number;
}

/** Every fault is off in a third of all seeds, so that each is also seen alone. */
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

/** What of a plan can be left out. Delay, and how often people do something, are always there. */
export const PLAN_PARTS = [...RATES, ...SHARES, ...REST] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** The plan with these parts never happening. */
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

/** Those that happen in a plan. */
export function partsOf({ network, rates, skew_s, simulator, other_pages }: Plan): readonly PlanPart[] {
  const values: Readonly<Record<PlanPart, number>> = { ...network, ...rates, skew_s, simulator, other_pages };
  return PLAN_PARTS.filter((part) => values[part] !== 0);
}
