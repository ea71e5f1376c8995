// Worker of `tapin simulate`: plays the seeds it receives, one after the other.

import type { SimulatedSeed, SimulationCall } from './report-simulations.ts';
import { playSeed } from './play-seed.ts';
import { serveCalls } from '../process/worker-calls.ts';

/** Interval between progress notes. */
const PROGRESS_MS = 100;

serveCalls((call: SimulationCall, note: (virtual_s: number) => void): Promise<SimulatedSeed> => {
  let noted_ms = 0;
  return playSeed(call, (virtual_s) => {
    const now_ms = performance.now();
    if (now_ms - noted_ms < PROGRESS_MS) return;
    noted_ms = now_ms;
    note(virtual_s);
  });
});
