// Snapshot of a device at one point in time, and conditions on it: the vocabulary shared by scenarios and the panel's
// HTTP calls.

import type { ExpectedFigure } from './quantities.ts';

/** Snapshot of a device at one point in time. */
export interface VisibleState {
  /** The screen as text; empty while the device is off. */
  readonly lines: readonly string[];
  /** State of each machine, by name. */
  readonly states: Readonly<Record<string, unknown>>;
  /** Colour name of each LED; null for a dark one. */
  readonly leds: readonly (string | null)[];
}

/** Condition on a device; all parts must hold at the same time. */
export interface VisibleCondition {
  /** Texts that some screen line must contain; `line`: texts that must be whole lines. */
  readonly text: readonly string[];
  readonly line: readonly string[];
  readonly page: string | undefined;
  /** Required states of machines, by name. */
  readonly state: Readonly<Record<string, string>>;
  /** Required colour names, by LED number from 1. */
  readonly led: Readonly<Record<string, string>>;
  readonly sound: string | undefined;
  /** Required figures, by their label on the screen. */
  readonly figures: Readonly<Record<string, ExpectedFigure>>;
}
