// What `tapin test --coverage` writes: what all scenarios together have reached.

import { join } from 'node:path';
import { mergeCoverage, type Coverage } from '../simulation/coverage/coverage.ts';
import { fail } from '../wire/errors.ts';
import { reportOf, writeCoverageFiles } from './coverage-report.ts';
import { endWith } from './find-scenarios.ts';

/** Gives the lines of the table. Ends the process where the files can't be written. */
export async function writeCoverage(folder: string, coverages: readonly Coverage[]): Promise<readonly string[]> {
  const [first, ...others] = coverages.map((machines) => ({ file: folder, machines }));
  const merged = first ? mergeCoverage([first, ...others]) : fail('bad_value', 'Nothing was played that is covered.');
  if (!merged.ok) endWith(merged.error);
  const report = reportOf(merged.value);
  const files = { html: join(folder, 'index.html'), json: join(folder, 'coverage.json') };
  const written = await writeCoverageFiles(report, files);
  if (!written.ok) endWith(written.error);
  return report.lines;
}
