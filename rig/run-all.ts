// All that the rig can try, one part after the other. A part that fails leaves the others to be tried.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../wire/errors.ts';
import type { Say } from './cache.ts';
import { plantFaults } from './planted-faults.ts';
import { playOnMachines } from './play-scenarios.ts';
import { cutPower } from './power-cuts/power-cuts.ts';
import { selfTest } from './self-test.ts';

const SCENARIOS = 'fixtures/scenarios';
const CUTS = { cuts: 500, seed: 1 };

/** `junit`: a folder for reports. @returns Whether all passed. */
export async function runAll(junit: string | undefined, say: Say): Promise<boolean> {
  if (junit !== undefined) mkdirSync(junit, { recursive: true });
  const report = (name: string): string | undefined => junit && join(junit, name);
  const part = async (name: string, run: () => Promise<boolean>): Promise<boolean> => {
    const began_ms = performance.now();
    say(`== ${name}`);
    const passed = await run();
    const took_s = ((performance.now() - began_ms) / 1000).toFixed(0);
    say(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${took_s} s`);
    return passed;
  };
  const said = (result: Result<string>): boolean => {
    say(result.ok ? result.value : result.error.message);
    return result.ok;
  };
  const passed = [
    await part('self-test', async () => {
      const tested = await selfTest(say);
      const file = report('self-test.xml');
      if (file !== undefined) writeFileSync(file, tested.junit);
      return tested.passed;
    }),
    await part('scenarios', async () => {
      const file = report('scenarios.xml');
      const options = { jobs: 1, keep: 'tapin-results', ...(file === undefined ? {} : { junit: file }) };
      const played = await playOnMachines([SCENARIOS], options, say);
      return played.ok && played.value.every(({ status }) => status === 'passed' || status === 'skipped');
    }),
    await part('power cuts', async () => said(await cutPower(CUTS, say))),
    await part('planted faults', async () => said(await plantFaults(say))),
  ];
  return passed.every(Boolean);
}
