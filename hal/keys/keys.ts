// Keys and touch: what a person's fingers do.
//
// Contract
// - A key is pressed and later released; presses of one key never nest. Long presses and repeats are the firmware's.
// - A touch is one press at a point of the screen, in its pixels.
// - A text is what was typed on a keyboard with letters, or pasted there, in the order in which it was, as wire/typed-text.ts says. It is for
//   pages on which something is typed, and of no effect elsewhere.
// - Where there can be a touch screen, touchscreen.ts says what more there is to it than touches.

import type { Touchscreen } from './touchscreen.ts';

export const KEYS = ['up', 'down', 'left', 'right', 'ok', 'back'] as const;
export type Key = (typeof KEYS)[number];
export type KeyAction = 'press' | 'release';

/** What somebody does: the name of what hears it, and its values. */
export type KeyInput =
  | readonly ['key', key: Key, action: KeyAction]
  | readonly ['touch', x: number, y: number]
  | readonly ['text', text: string];

/** A secret that is being typed. Whoever records what people do asks for it before each input. */
export interface TypedSecret {
  /** How many characters of it have been typed. */
  readonly chars: number;
  /** Whether an input types it, and is to be recorded nowhere. */
  isTypedBy(input: KeyInput): boolean;
}

export interface KeysListener {
  key(key: Key, action: KeyAction): void;
  /** Pixels of the screen, from its upper left corner. */
  touch(x: number, y: number): void;
  text(text: string): void;
  /** Null while no secret is typed. Default: always null. */
  secret?(): TypedSecret | null;
}

export interface Keys {
  /** Null for a board that has no place for one. */
  readonly touchscreen: Touchscreen | null;
  start(listener: KeysListener): void;
  stop(): void;
}
