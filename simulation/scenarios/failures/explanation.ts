// Explanation of a failure: readable on the console and on the report page.

/** Facts about a failure from its recording and its file. Each line is a sentence or an event. */
export interface Explanation {
  /** Lines of the scenario, with a caret under the step. */
  readonly quote: readonly string[];
  /** The step with its values and its pass; '' if the quote says all. */
  readonly step: string;
  /** Screen lines that resemble the expected texts. */
  readonly nearest: readonly string[];
  /** Texts, states and sounds while the step waited, and the interval: `5.56–15.56 s`; empty for other steps. */
  readonly meanwhile: readonly string[];
  readonly waited: string;
  /** Last events before the failure. */
  readonly before: readonly string[];
  /** First difference from the last good run; empty if there is none, or no recording of it. */
  readonly last_pass: readonly string[];
  /** Source files that have changed since the scenario last passed; empty if none has, or none is known. */
  readonly changed: readonly string[];
  /** Command that shows the moment of the failure; '' without a recording. */
  readonly replay: string;
}
