// Runs all test suites of the rig, one after another. A failed suite does not stop the remaining ones.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../wire/errors.ts';
import { tryArm64 } from './arm64.ts';
import { tryCard } from './card.ts';
import type { Print } from './build/cache.ts';
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
export async function runAll(junit: string | undefined, print: Print): Promise<boolean> {
  if (junit !== undefined) mkdirSync(junit, { recursive: true });
  const report = (name: string): string | undefined => junit && join(junit, name);
  const section = async (name: string, run: () => Promise<boolean>): Promise<boolean> => {
    const started_ms = performance.now();
    print(`== ${name}`);
    const passed = await run();
    const took_s = ((performance.now() - started_ms) / 1000).toFixed(0);
    print(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${took_s} s`);
    return passed;
  };
  const tested = (name: string, { passed, junit: text }: Tested): boolean => {
    const file = report(name);
    if (file !== undefined) writeFileSync(file, text);
    return passed;
  };
  const printResult = (result: Result<string>): boolean => {
    print(result.ok ? result.value : result.error.message);
    return result.ok;
  };
  const passed = [
    await section('self-test', async () => tested('self-test.xml', await selfTest(print))),
    await section('scenarios', async () => {
      const file = report('scenarios.xml');
      const options = { quick: true, keep: KEEP, ...(file === undefined ? {} : { junit: file }) };
      const played = await playOnMachines([SCENARIOS], options, print);
      return played.ok && played.value.every(({ status }) => status === 'passed' || status === 'skipped');
    }),
    await section('ssh', async () => tested('ssh.xml', await trySsh(KEEP, print))),
    await section('power cuts', async () => printResult(await cutPower(CUTS, print))),
    await section('arm64', async () => tested('arm64.xml', await tryArm64(KEEP, print))),
    await section('card', async () => tested('card.xml', await tryCard(print))),
    await section('mutations', async () => printResult(await tryMutations({}, print))),
  ];
  return passed.every(Boolean);
}
