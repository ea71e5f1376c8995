// State of `tapin test --ui` as the server sends it to the page. Times are on the recording's clock, in milliseconds.

export interface UiState {
  /** Identity of the server, which a change of the sources restarts. */
  readonly server: number;
  readonly files: readonly UiFile[];
  /** File shown, and its text as last checked. */
  readonly file: string;
  readonly text: string;
  /** Errors of the text, as `FILE:LINE:COLUMN: sentence`; empty if it can be played. */
  readonly errors: readonly string[];
  readonly steps: readonly UiStep[];
  /** Number of steps played on the devices. */
  readonly at: number;
  readonly status: 'idle' | 'running' | 'paused';
  /** Event at which a breakpoint has paused the run; '' for none. */
  readonly stopped: string;
  /** Outcome of the whole scenario, played apart from the devices after each change; null while it is unknown. */
  readonly verdict: UiVerdict | null;
  /** Failure of the run on the devices; '' for none. */
  readonly failure: string;
  readonly device: string;
  readonly lines: readonly string[];
  /** Address of the front panel. */
  readonly panel: string;
  /** Steps for what was done on the panel since recording began; null while it is off. */
  readonly recorded: readonly string[] | null;
}

export interface UiFile {
  readonly file: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'error' | 'skipped' | 'flaky' | null;
}

export interface UiStep {
  /** Line in the file, from 1; 0 in an included file. */
  readonly line: number;
  readonly kind: string;
  /** Set once it has been played. */
  readonly played: { readonly action: string; readonly began_ms: number; readonly ended_ms: number; readonly failed: boolean } | null; // oxfmt-ignore
}

export interface UiVerdict {
  readonly status: 'passed' | 'failed' | 'error' | 'skipped';
  readonly lines: readonly string[];
  /** Lines of the file that failed. */
  readonly failed_lines: readonly number[];
  readonly took_ms: number;
}

/** Words that complete a step. */
export interface UiVocabulary {
  readonly steps: readonly string[];
  readonly head: readonly string[];
  readonly fields: readonly string[];
  readonly pages: readonly string[];
  readonly sounds: readonly string[];
  readonly keys: readonly string[];
  readonly machines: Readonly<Record<string, readonly string[]>>;
}

/** Requests of the page, as the body of POST /ui/do. */
export type UiRequest =
  | { readonly do: 'open'; readonly file: string }
  /** Refused if another file is open. */
  | { readonly do: 'edit' | 'save'; readonly file: string; readonly text: string }
  /** Plays up to a number of steps, or a number of steps on or back. */
  | { readonly do: 'run'; readonly to: number; readonly speed?: number | undefined }
  | { readonly do: 'move'; readonly by: number; readonly speed?: number | undefined }
  | { readonly do: 'pause' | 'restart' | 'verdicts' }
  | { readonly do: 'record'; readonly on: boolean };
