// One seed of `tapin simulate`, and how long it took.

import { simulate } from '../simulation/simulate.ts';
import type { SimulatedSeed, SimulationCall } from './report-simulations.ts';

export async function playSeed(
  call: SimulationCall,
  onProgress: (virtual_s: number) => void,
  writeTrace?: (line: string) => void,
): Promise<SimulatedSeed> {
  const began_ms = performance.now();
  const report = await simulate({ ...call, onProgress, ...(writeTrace ? { writeTrace } : {}) });
  return { ...report, seed: call.seed, took_ms: performance.now() - began_ms };
}
