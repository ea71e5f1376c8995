// Runs all test suites of the rig, one after another. A failed suite does not stop the remaining ones.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../wire/errors.ts';
import { tryArm64 } from './arm64.ts';
import type { Say } from './build/cache.ts';
import { tryMutations } from './mutations.ts';
import { playOnMachines } from './scenarios/play-scenarios.ts';
import { cutPower } from './power-cuts/power-cuts.ts';
import { selfTest } from './self-test.ts';
import { trySsh } from './ssh.ts';
import type { Tested } from './steps.ts';

const KEEP = 'tapin-results';
const SCENARIOS = 'fixtures/scenarios';
const CUTS = { cuts: 500, seed: 1 };

/** Runs everything. `junit`: a folder for reports. @returns Whether all passed. */
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
  const tested = (name: string, { passed, junit: text }: Tested): boolean => {
    const file = report(name);
    if (file !== undefined) writeFileSync(file, text);
    return passed;
  };
  const said = (result: Result<string>): boolean => {
    say(result.ok ? result.value : result.error.message);
    return result.ok;
  };
  const passed = [
    await part('self-test', async () => tested('self-test.xml', await selfTest(say))),
    await part('scenarios', async () => {
      const file = report('scenarios.xml');
      const options = { quick: true, keep: KEEP, ...(file === undefined ? {} : { junit: file }) };
      const played = await playOnMachines([SCENARIOS], options, say);
      return played.ok && played.value.every(({ status }) => status === 'passed' || status === 'skipped');
    }),
    await part('ssh', async () => tested('ssh.xml', await trySsh(KEEP, say))),
    await part('power cuts', async () => said(await cutPower(CUTS, say))),
    await part('arm64', async () => tested('arm64.xml', await tryArm64(KEEP, say))),
    await part('mutations', async () => said(await tryMutations({}, say))),
  ];
  return passed.every(Boolean);
}
