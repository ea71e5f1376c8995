// Coverage reports for people and CI: terminal lines, an HTML page and a JSON file.

import { writeCoverage, type Coverage } from '../../simulation/statecharts/coverage.ts';
import { readExceptions, type Exceptions } from '../../simulation/statecharts/exceptions.ts';
import {
  summaryOf,
  sumOf,
  wrongExceptions,
  type MachineSummary,
  type Totals,
} from '../../simulation/statecharts/summary.ts';
import { tableOf } from '../../simulation/statecharts/table.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { writeResult } from './scenario-file.ts';

interface CoverageReport {
  readonly coverage: Coverage;
  readonly machines: readonly MachineSummary[];
  readonly sum: Totals;
  readonly exceptions: Exceptions;
  /** Problems with the exceptions. */
  readonly wrong: readonly string[];
  /** Lines of the table, followed by the problems. */
  readonly lines: readonly string[];
}

export function reportOf(coverage: Coverage): CoverageReport {
  const exceptions = readExceptions();
  const machines = coverage.map((machine) => summaryOf(machine, exceptions));
  const sum = sumOf(machines);
  const wrong = wrongExceptions(coverage, exceptions);
  return { coverage, machines, sum, exceptions, wrong, lines: [...tableOf(machines, sum), ...wrong] };
}

export interface CoverageFiles {
  readonly html?: string;
  readonly json?: string;
}

/** Writes the files. Errors: `bad_value` if one can't be written. */
export async function writeCoverageFiles(report: CoverageReport, { html, json }: CoverageFiles): Promise<Result<void>> {
  if (json !== undefined) {
    const { coverage, machines, sum } = report;
    const written = writeResult(json, Buffer.from(writeCoverage(coverage, { sum, summaries: machines })));
    if (!written.ok) return written;
  }
  if (html !== undefined) {
    const { pageOf } = await import('../../simulation/statecharts/page.ts');
    const written = writeResult(html, Buffer.from(await pageOf(report)));
    if (!written.ok) return written;
  }
  return ok(undefined);
}
