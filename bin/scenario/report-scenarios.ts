// Output of `tapin test`: a line for each scenario as it finishes, and the reports at the end.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Coverage } from '../../simulation/statecharts/coverage.ts';
import {
  countsOf,
  exitCodeOf,
  jsonOf,
  linesOf,
  summaryOf,
  tapOf,
  type PlayedScenario,
} from '../../simulation/scenarios/reports/report.ts';
import { junitOf } from '../../simulation/scenarios/reports/report-junit.ts';
import { readFields } from '../../wire/json-fields.ts';
import { endWith } from './find-scenarios.ts';
import { openGithubJob } from './github.ts';
import { colored, openLiveLine, type LiveLine } from '../process/live-line.ts';
import { printMessage } from '../process/process.ts';
import { openChanges } from './changes.ts';
import { addToHistory, slowestLines, type History } from './history.ts';
import type { BackendName } from './play-scenario.ts';
import type { PlayListener, RunningScenario } from './play-scenarios.ts';
import { writeCoverage } from './played-coverage.ts';
import { writeResult } from './scenario-file.ts';
import type { Sources } from './sources.ts';
import { hasReport, type ReportRun } from './report-run.ts';

export interface ReportOptions {
  readonly on: { readonly kind: BackendName['kind'] | 'vm' };
  readonly junit?: string;
  /** Folder for the statechart coverage. */
  readonly coverage?: string;
  readonly tap?: boolean;
  readonly json?: boolean;
  /** Folder of the results, with the history and the report page. */
  readonly keep: string;
  /** Whether to write the report page even if everything passes. */
  readonly report?: boolean;
  readonly slowest?: number;
  readonly failOnFlaky?: boolean;
}

interface Report extends PlayListener {
  /** Writes the reports, and sets the exit code. */
  end(all: readonly PlayedScenario[], coverages: readonly Coverage[]): Promise<void>;
}

/** Prints a line of a report. */
export const print = (line: string): void => void process.stdout.write(`${colored(line)}\n`);

export function openReport(options: ReportOptions, history: History): Report {
  const { on, junit, coverage, tap = false, json = false, slowest, failOnFlaky = false } = options;
  const started_ms = performance.now();
  const began = new Date().toISOString();
  const live = tap || json ? null : showRunning(openLiveLine(), on.kind !== 'virtual');
  // With --tap or --json, stdout must hold only the report.
  const github = openGithubJob(tap || json ? (line) => void process.stderr.write(`${line}\n`) : print);
  const changes = openChanges(history);
  return {
    played(one) {
      live?.clear();
      if (!tap && !json) linesOf(changes.shortened(changes.added(one))).forEach(print);
    },
    running: (all) => live?.show(all),
    async end(played, coverages) {
      live?.end();
      const all = played.map(changes.added);
      const counts = countsOf(all);
      const wall_ms = performance.now() - started_ms;
      const summary = summaryOf(counts, wall_ms);
      const page = await keepRun(
        all,
        { ...options, version: version(), began, wall_ms, summary },
        { history, sources: changes.sources() },
      );
      if (tap) process.stdout.write(tapOf(all));
      else if (json) process.stdout.write(jsonOf(all, version()));
      else {
        if (slowest !== undefined) slowestLines(history, all, slowest).forEach(print);
        if (page !== '') print(`report: ${page}`);
        print(summary);
      }
      const table = coverage === undefined ? [] : await writeCoverage(coverage, coverages);
      // A single-document report does not include the table.
      if (!tap && !json) table.forEach(print);
      if (junit !== undefined) write(junit, junitOf(all, version()));
      github.end(all, wall_ms);
      process.exitCode = exitCodeOf(counts, failOnFlaky);
    },
  };
}

/**
 * Adds the run to the history, and writes the report page if something failed, if an earlier page is there, or on
 * request. Returns the path of the page; '' if none was written.
 */
async function keepRun(
  all: readonly PlayedScenario[],
  { report = false, ...run }: ReportRun & Pick<ReportOptions, 'report'>,
  { history, sources }: { readonly history: History; readonly sources: Sources },
): Promise<string> {
  const added = addToHistory(run.keep, history, all, sources);
  if (!added.ok) printMessage(added.error.message);
  if (!report && !hasReport(run.keep) && all.every(({ status }) => status === 'passed' || status === 'skipped'))
    return '';
  const { writeReport } = await import('./write-report.ts');
  const written = await writeReport(all, run);
  if (written.ok) return written.value;
  printMessage(written.error.message);
  return '';
}

/** Interval at which the elapsed real time is redrawn. */
const TICK_MS = 200;

/** Shows the scenarios in progress. `real_time`: the devices' time advances between two notes of a worker. */
function showRunning(line: LiveLine, real_time: boolean) {
  let newest: readonly RunningScenario[] = [];
  const draw = (): void => {
    const [first, ...others] = newest;
    if (first) line.show(liveText(first, others.length, real_time ? performance.now() - first.noted_ms : 0));
  };
  const ticks = real_time ? setInterval(draw, TICK_MS) : undefined;
  return {
    show(all: readonly RunningScenario[]) {
      newest = all;
      draw();
    },
    clear: line.clear,
    end() {
      clearInterval(ticks);
      line.clear();
    },
  };
}

/** Formats as `[12/37] lag-putting.yaml: wait for "Verdict: Holed" (4.2 s of 10 s)`. */
function liveText({ scenario, number, of, progress }: RunningScenario, others: number, since_ms: number): string {
  const place = `[${number}/${of}${others > 0 ? `, and ${others} more` : ''}] ${basename(scenario.file)}`;
  if (!progress) return `${place}: starting`;
  const { action, for_ms, of_ms } = progress;
  const took_ms = Math.min(for_ms + since_ms, of_ms ?? Infinity);
  const limit = of_ms === null ? '' : ` of ${of_ms / 1000} s`;
  return `${place}: ${action}${of_ms === null && took_ms < 1000 ? '' : ` (${(took_ms / 1000).toFixed(1)} s${limit})`}`;
}

function write(path: string, text: string): void {
  const written = writeResult(path, Buffer.from(text));
  if (!written.ok) endWith(written.error);
}

const version = (): string =>
  String(readFields(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))?.['version']);
