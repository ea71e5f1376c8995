// Data of the report page of `tapin test`. Times of frames and events count from the start of the recording.

import type { DisplayList } from '../../../hal/screen/screen.ts';
import type { Explanation } from '../failures/explanation.ts';

export type ReportStatus = 'passed' | 'flaky' | 'failed' | 'error' | 'skipped';

export interface ReportData {
  readonly version: string;
  /** Start of the run, as ISO text. */
  readonly began: string;
  readonly wall_ms: number;
  readonly summary: string;
  readonly scenarios: readonly ReportScenario[];
}

export interface ReportScenario {
  readonly name: string;
  readonly file: string;
  readonly status: ReportStatus;
  /** Backend, rig, seed, quarantine and attempts, in words. */
  readonly about: string;
  readonly message: string;
  readonly wall_ms: number;
  readonly failures: readonly ReportFailure[];
  readonly film: ReportFilm | null;
  readonly files: readonly ReportFile[];
}

export interface ReportFailure {
  readonly place: string;
  readonly problems: readonly string[];
  readonly device: string;
  readonly lines: readonly string[];
  readonly explanation: Explanation | null;
  readonly golden: GoldenPictures | null;
}

/** Pictures of a golden comparison, as data URLs; expected and difference are '' if there are none. */
export interface GoldenPictures {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  readonly difference: string;
}

export interface ReportFilm {
  readonly steps: readonly ReportStep[];
  readonly frames: readonly ReportFrame[];
  readonly events: readonly ReportEvent[];
  /** Source files that the failure leads to. */
  readonly code: readonly string[];
}

export interface ReportStep {
  readonly action: string;
  readonly place: string;
  readonly device: string;
  readonly began_ms: number;
  readonly ended_ms: number;
  readonly failed: boolean;
}

export interface ReportFrame {
  readonly at_ms: number;
  readonly device: string;
  /** Index of its step. */
  readonly step: number;
  readonly lines: readonly string[];
  readonly list: DisplayList;
}

export type EventKind = 'input' | 'screen' | 'led' | 'sound' | 'state' | 'request' | 'storage' | 'log' | 'other';

export interface ReportEvent {
  readonly at_ms: number;
  readonly device: string;
  readonly kind: EventKind;
  readonly text: string;
}

/** Link to a file, relative to the page, or to its contents as a data URL. */
export interface ReportFile {
  readonly name: string;
  readonly url: string;
}

/** Ids of the elements that hold the packed data and font. */
export const DATA_ID = 'report-data';
export const FONT_ID = 'report-font';
