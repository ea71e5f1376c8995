// What is seen of a device at one moment, and what can be asked of it: the words that scenarios and the panel's HTTP calls share.

import type { Figure } from './quantities.ts';

/** What a device shows and does at one moment. */
export interface Seen {
  /** The screen as text; none while the device is off. */
  readonly lines: readonly string[];
  /** The state of each machine, by its name. */
  readonly states: Readonly<Record<string, unknown>>;
  /** The colour of each LED in a word; null for a dark one. */
  readonly leds: readonly (string | null)[];
}

/** What a device shows or does; all of it holds at once. */
export interface SeenCondition {
  /** Texts that a line of the screen has in it, and texts that are whole lines. */
  readonly text: readonly string[];
  readonly line: readonly string[];
  readonly page: string | undefined;
  /** States of machines, by their names. */
  readonly state: Readonly<Record<string, string>>;
  /** Names of colours, by the numbers of the LEDs, from 1. */
  readonly led: Readonly<Record<string, string>>;
  readonly sound: string | undefined;
  /** By the labels of the screen. */
  readonly figures: Readonly<Record<string, Figure>>;
}
