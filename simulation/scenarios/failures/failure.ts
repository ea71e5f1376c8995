// Failure of a scenario as data: for the console, TAP, JUnit, JSON and the report page.

import type { ComparedPictures } from '../golden.ts';
import type { Condition } from '../reading/shapes.ts';
import type { Place } from '../scenario.ts';
import type { Explanation } from './explanation.ts';

export interface Failure {
  /** Everything that is wrong, in one sentence. */
  readonly message: string;
  /** The same, one sentence for each wrong field. */
  readonly problems: readonly string[];
  /** Place in the file; null if the backend broke before the first step. */
  readonly at: Place | null;
  /** Step in words, with its pass if it is repeated: `expect "Hole 2" (pass 2 of 3)`. */
  readonly step: string;
  /** Device of the step, and the lines of its screen. */
  readonly device: string;
  readonly lines: readonly string[];
  /** Unmet expectation; null if the step was an action. */
  readonly condition: Condition | null;
  /** Start of the step and time of the failure, on the scenario's clock. */
  readonly began_ms: number;
  readonly at_ms: number;
  /** Number of recorded batches before the failure; null without a recording. */
  readonly batches: number | null;
  /** Pictures of a golden comparison; null for other failures. */
  readonly pictures: ComparedPictures | null;
  /** Set once the recording has been read. */
  readonly explanation?: Explanation;
}

/** Played step. Times are on the scenario's clock. */
export interface PlayedStep {
  /** Action in words: `wait for "Verdict: Holed"`. */
  readonly action: string;
  readonly at: Place;
  readonly device: string;
  readonly began_ms: number;
  readonly ended_ms: number;
  /** Number of recorded batches at its end; null without a recording. */
  readonly batches: number | null;
  readonly failed: boolean;
}
