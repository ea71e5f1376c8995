// Implements `tapin test`: finds the scenarios, plays them, and reports.

import { chosen, endWith, findScenarios, shardOf, type ChoosingOptions } from './find-scenarios.ts';
import { lastFailed, NO_HISTORY, readHistory } from './history.ts';
import { openQuarantine, type QuarantineOptions } from './open-quarantine.ts';
import { playOnAll, rigsOf, type RigOptions } from './play-rigs.ts';
import { oneLine } from '../../wire/visible.ts';
import { superviseUi, UI_TOKEN } from './ui/supervise-ui.ts';
import { playAll } from './play-scenarios.ts';
import { openReport, print, type ReportOptions } from './report-scenarios.ts';

export interface TestOptions
  extends ChoosingOptions, Omit<RigOptions, 'held'>, Omit<ReportOptions, 'on'>, QuarantineOptions {
  readonly list?: boolean;
  readonly watch?: boolean;
  readonly ui?: boolean;
  /** Port of the page of `--ui`. */
  readonly port: number;
  /** Whether to play only scenarios that failed before. */
  readonly lastFailed?: boolean;
  /** Folder that holds every file a scenario names. */
  readonly root?: string;
}

const NOT_IN_CI = '--update-golden is not allowed in CI; golden pictures must be reviewed by a developer.';
const NONE_FAILED = 'None of these scenarios failed when it was last played.';
const NOT_COVERED = '--coverage requires --on virtual.';
const NO_TIMELINE = '--trace and --vcd require --on virtual.';

export async function testScenarios(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.updateGolden && process.env['CI']) endWith({ code: 'bad_value', message: NOT_IN_CI });
  const found = findScenarios(paths, options.root);
  const quarantine = openQuarantine(found, options);
  const history = readHistory(options.keep);
  if (!history.ok) return endWith(history.error);
  const known = history.value ?? NO_HISTORY;
  const matching = chosen(found, options).filter(quarantine.wants);
  const wanted = options.lastFailed ? lastFailed(known, matching) : matching;
  if (options.lastFailed && wanted.length === 0) endWith({ code: 'bad_value', message: NONE_FAILED });
  if (wanted.length === 0) endWith({ code: 'bad_value', message: 'No matching scenarios.' });
  const scenarios = shardOf(wanted, options);
  const is_virtual = options.on.kind === 'virtual' && options.map === undefined;
  if (options.coverage !== undefined && !is_virtual) endWith({ code: 'bad_value', message: NOT_COVERED });
  if ((options.trace ?? options.vcd) !== undefined && !is_virtual) endWith({ code: 'bad_value', message: NO_TIMELINE });
  if (options.list)
    return scenarios.forEach(({ file, name }) => print(oneLine(file === name ? file : `${file}: ${name}`)));
  if (options.ui) {
    const token = process.env[UI_TOKEN];
    if (token === undefined) return superviseUi(paths, options.port, options.keep);
    const { serveUi } = await import('./ui/serve-ui.ts');
    return serveUi(scenarios, options.port, token);
  }
  const rigs = rigsOf(options);
  const report = openReport(options, known);
  const all = { ...options, held: quarantine.held };
  const { played, coverages } =
    rigs.length > 0
      ? { played: await playOnAll(scenarios, rigs, all, report), coverages: [] }
      : await playAll(scenarios, all, report);
  await report.end(played, coverages);
  quarantine.end();
}
