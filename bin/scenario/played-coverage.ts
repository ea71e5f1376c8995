// Writes the coverage for `tapin test --coverage`, merged over all scenarios.

import { join } from 'node:path';
import { mergeCoverage, type Coverage } from '../../simulation/statecharts/coverage.ts';
import { FIRMWARE_MACHINES } from '../../simulation/statecharts/machines.ts';
import { createCoverageRecorder } from '../../simulation/statecharts/recorder.ts';
import { reportOf, writeCoverageFiles } from './coverage-report.ts';
import { endWith } from './find-scenarios.ts';

/** Writes the files and returns the lines of the table; exits if they can't be written. */
export async function writeCoverage(folder: string, coverages: readonly Coverage[]): Promise<readonly string[]> {
  const nothing = { file: folder, machines: createCoverageRecorder(FIRMWARE_MACHINES).coverage() };
  const merged = mergeCoverage([nothing, ...coverages.map((machines) => ({ file: folder, machines }))]);
  if (!merged.ok) endWith(merged.error);
  const report = reportOf(merged.value);
  const files = { html: join(folder, 'index.html'), json: join(folder, 'coverage.json') };
  const written = await writeCoverageFiles(report, files);
  if (!written.ok) endWith(written.error);
  return report.lines;
}
