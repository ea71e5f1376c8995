// Keys and touch: what a person's fingers do.
//
// Contract
// - A key is pressed and later released; presses of one key never nest. Long presses and repeats are the firmware's.
// - A touch is one press at a point of the screen, in its pixels.
// - A text is what was typed on a keyboard with letters, or pasted there, in the order in which it was, as wire/typed-text.ts says. It is for
//   pages on which something is typed, and of no effect elsewhere.

export const KEYS = ['up', 'down', 'left', 'right', 'ok', 'back'] as const;
export type Key = (typeof KEYS)[number];
export type KeyAction = 'press' | 'release';

export interface KeysListener {
  key(key: Key, action: KeyAction): void;
  /** Pixels of the screen, from its upper left corner. */
  touch(x: number, y: number): void;
  text(text: string): void;
}

export interface Keys {
  start(listener: KeysListener): void;
  stop(): void;
}
