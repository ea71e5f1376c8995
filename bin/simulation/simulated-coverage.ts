// Coverage of `tapin simulate --coverage`: the states and rules that the seeds reached, and the seeds worth replaying
// because they were the first to reach something.

import { join } from 'node:path';
import { addedCounts, rulesLine } from '../../simulation/sessions/checked-rules.ts';
import { firstReached, type FirstReached } from '../../simulation/statecharts/first-reached.ts';
import { endWith } from '../scenario/find-scenarios.ts';
import { writeCoverage } from '../scenario/played-coverage.ts';
import type { SimulatedSeed } from './report-simulations.ts';
import { writeResult } from '../scenario/scenario-file.ts';

/** Writes the files and returns the lines to print; exits if they can't be written. */
export async function coverSeeds(folder: string, ended: readonly SimulatedSeed[]): Promise<readonly string[]> {
  const covered = ended.flatMap(({ seed, coverage }) => (coverage ? [{ seed, coverage }] : []));
  const table = await writeCoverage(folder, covered.map(({ coverage }) => coverage)); // oxfmt-ignore
  const firsts = firstReached(covered);
  const written = writeResult(join(folder, 'seeds.txt'), Buffer.from(firsts.map(({ seed }) => `${seed}\n`).join('')));
  if (!written.ok) endWith(written.error);
  return [...table, rulesLine(addedCounts(ended.map(({ rules }) => rules))), firstsLine(firsts)];
}

/** Number of seeds to print; the file has them all. */
const LISTED_MAX = 12;

/** Formats as `seeds with new coverage: 1 (812), 2 (40), 5 (3)`. */
function firstsLine(firsts: readonly FirstReached[]): string {
  const listed = firsts.slice(0, LISTED_MAX).map(({ seed, reached }) => `${seed} (${reached})`);
  const more = firsts.length > LISTED_MAX ? `, and ${firsts.length - LISTED_MAX} more` : '';
  return `seeds with new coverage: ${listed.join(', ')}${more}; stored in seeds.txt`;
}
