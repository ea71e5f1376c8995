// How much virtual time one real second holds for a whole session under faults, with every rule checked and the hash of all that happens.

import { simulate } from '../simulation/sessions/simulate.ts';
import { median, thousands, type Figure, type Size } from './figures.ts';

const COUNTS = { whole: { seeds: [7, 8, 9], hours: 2 }, tiny: { seeds: [7], hours: 0.01 } } as const;

export async function benchSimulation(size: Size): Promise<readonly Figure[]> {
  const { seeds, hours } = COUNTS[size];
  const rates: number[] = [];
  for (const seed of seeds) {
    const began_ms = performance.now();
    const { virtual_s } = await simulate({ seed, hours, devices: 4 });
    rates.push(virtual_s / ((performance.now() - began_ms) / 1000));
  }
  return [
    {
      what: 'a session under faults, rules checked: virtual time in a real second',
      value: `${thousands(median(rates))} s`,
      beside: 'aim 2,000 s, on one core',
    },
  ];
}
