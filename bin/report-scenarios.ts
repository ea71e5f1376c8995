// What `tapin test` says and writes: a line for each scenario as it ends, and reports when all have.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeCoverage, type Coverage } from '../simulation/coverage/coverage.ts';
import { countsOf, exitCodeOf, jsonOf, linesOf, summaryOf, tapOf, type Played } from '../simulation/scenario/report.ts';
import { junitOf } from '../simulation/scenario/report-junit.ts';
import { fail } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';
import { reportOf, writeCoverageFiles } from './coverage-report.ts';
import { endWith } from './find-scenarios.ts';
import type { PlayListener } from './play-scenarios.ts';
import { writeResult } from './scenario-file.ts';

export interface ReportOptions {
  readonly junit?: string;
  /** The folder that gets what was reached of the statecharts. */
  readonly coverage?: string;
  readonly tap?: boolean;
  readonly json?: boolean;
}

export interface Report extends PlayListener {
  /** Writes the reports, and sets the exit code. */
  end(all: readonly Played[], coverages: readonly Coverage[]): Promise<void>;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export function openReport({ junit, coverage, tap = false, json = false }: ReportOptions): Report {
  const began_ms = performance.now();
  return {
    played: (one) => (tap || json ? undefined : linesOf(one).forEach(print)),
    underWay: () => {},
    async end(all, coverages) {
      const counts = countsOf(all);
      if (tap) process.stdout.write(tapOf(all));
      else if (json) process.stdout.write(jsonOf(all, version()));
      else print(summaryOf(counts, performance.now() - began_ms));
      if (coverage !== undefined) await writeCoverage(coverage, coverages, tap || json ? () => {} : print);
      if (junit !== undefined) write(junit, junitOf(all, version()));
      process.exitCode = exitCodeOf(counts);
    },
  };
}

/** `print`: gets the table; nobody where the output is one document. */
async function writeCoverage(
  folder: string,
  coverages: readonly Coverage[],
  print: (line: string) => void,
): Promise<void> {
  const [first, ...others] = coverages.map((machines) => ({ file: folder, machines }));
  const merged = first ? mergeCoverage([first, ...others]) : fail('bad_value', 'Nothing was played that is covered.');
  if (!merged.ok) endWith(merged.error);
  const report = reportOf(merged.value);
  const files = { html: join(folder, 'index.html'), json: join(folder, 'coverage.json') };
  const written = await writeCoverageFiles(report, files);
  if (!written.ok) endWith(written.error);
  report.lines.forEach(print);
}

function write(path: string, text: string): void {
  const written = writeResult(path, Buffer.from(text));
  if (!written.ok) endWith(written.error);
}

const version = (): string =>
  String(readFields(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))?.['version']);
