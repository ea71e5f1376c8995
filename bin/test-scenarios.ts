// What `tapin test` does: finds the scenarios, has them played, and reports.

import { chosen, endWith, findScenarios, type ChoosingOptions } from './find-scenarios.ts';
import { playAll, type PlayAllOptions } from './play-scenarios.ts';
import { openReport, print, type ReportOptions } from './report-scenarios.ts';

export interface TestOptions extends ChoosingOptions, PlayAllOptions, ReportOptions {
  readonly list?: boolean;
}

const NOT_IN_CI = 'Golden pictures are made by a person who looks at them: --update-golden is refused where CI is set.';
const NOT_COVERED = 'Coverage is of devices in virtual time: --coverage goes with --on virtual.';

export async function testScenarios(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.updateGolden && process.env['CI']) endWith({ code: 'bad_value', message: NOT_IN_CI });
  const scenarios = chosen(findScenarios(paths), options);
  if (scenarios.length === 0) endWith({ code: 'bad_value', message: 'No scenario is left to play.' });
  if (options.coverage !== undefined && options.on.kind !== 'virtual')
    endWith({ code: 'bad_value', message: NOT_COVERED });
  if (options.list) return scenarios.forEach(({ file, name }) => print(file === name ? file : `${file}: ${name}`));
  const report = openReport(options);
  const { played, coverages } = await playAll(scenarios, options, report);
  await report.end(played, coverages);
}
