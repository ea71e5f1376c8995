// Implements `tapin coverage`: finds the coverage files of runs, merges them, and reports.

import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  mergeCoverage,
  readCoverage,
  type Coverage,
  type CoverageFile,
} from '../../simulation/statecharts/coverage.ts';
import { gapLines } from '../../simulation/statecharts/table.ts';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { oneLine } from '../../wire/visible.ts';
import { reportOf, writeCoverageFiles, type CoverageFiles } from './coverage-report.ts';
import { printMessage } from '../process/process.ts';
import { textOf } from '../process/text-file.ts';

export interface CoverageOptions extends CoverageFiles {
  readonly gaps?: boolean;
  readonly floor?: number;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export async function mergeRuns(paths: readonly string[], options: CoverageOptions): Promise<void> {
  const merged = readAll(paths);
  if (!merged.ok) return refuse(merged.error);
  const report = reportOf(merged.value);
  const written = await writeCoverageFiles(report, options);
  if (!written.ok) return refuse(written.error);
  report.lines.forEach(print);
  if (options.gaps) gapLines(report.machines).forEach(print);
  const { percent } = report.sum;
  const low = options.floor !== undefined && percent < options.floor;
  if (low) print(`${percent.toFixed(1)} % is below the floor of ${options.floor} %.`);
  if (low || report.wrong.length > 0) process.exitCode = 1;
}

function refuse({ message }: OperatingError): void {
  printMessage(message);
  process.exitCode = 2;
}

function readAll(paths: readonly string[]): Result<Coverage> {
  const files: CoverageFile[] = [];
  for (const path of paths) {
    const found = filesIn(path);
    if (!found.ok) return found;
    files.push(...found.value);
  }
  const [first, ...others] = files;
  return first
    ? mergeCoverage([first, ...others])
    : fail('bad_value', `No coverage.json found in ${paths.join(', ')}.`);
}

/** Reads a file, or every coverage.json below a folder. */
function filesIn(path: string): Result<readonly CoverageFile[]> {
  try {
    const names = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter((name) => basename(name) === 'coverage.json')
          .toSorted()
          .map((name) => join(path, name))
      : [path];
    const files: CoverageFile[] = [];
    for (const file of names) {
      const text = textOf(file);
      const machines = text.ok ? readCoverage(text.value, file) : text;
      if (!machines.ok) return machines;
      files.push({ file, machines: machines.value });
    }
    return ok(files);
  } catch (thrown) {
    return fail('bad_value', oneLine(`${path} can't be read: ${whyUnread(thrown)}.`));
  }
}
