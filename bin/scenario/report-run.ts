// Facts of a run that its report page shows, and the place of the page. Kept apart from the writer, which loads a bundler.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportData } from '../../simulation/scenarios/report-page/report-data.ts';

export interface ReportRun extends Pick<ReportData, 'version' | 'began' | 'wall_ms' | 'summary'> {
  /** Folder of the results. */
  readonly keep: string;
}

export const reportPath = (keep: string): string => join(keep, 'index.html');

/** Whether the folder has the page of an earlier run. */
export const hasReport = (keep: string): boolean => existsSync(reportPath(keep));
