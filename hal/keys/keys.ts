// Keys port: keys, touches and typed text. Contract: a key is pressed and later released; presses of one key never
// nest. Long presses and repeats are left to the firmware. A touch is one press at a point of the screen, in pixels. A
// string of typed text is what a player typed on a keyboard with letters, or pasted, in order, as wire/typed-text.ts
// defines it. It is for pages with a text field and has no effect on other pages. touchscreen.ts defines what a touch
// screen does beyond touches.

import type { Touchscreen } from './touchscreen.ts';

export const KEYS = ['up', 'down', 'left', 'right', 'ok', 'back'] as const;
export type Key = (typeof KEYS)[number];
export type KeyAction = 'press' | 'release';

/** Input of a player: the listener method and its arguments. */
export type KeyInput =
  | readonly ['key', key: Key, action: KeyAction]
  | readonly ['touch', x: number, y: number]
  | readonly ['text', text: string];

/** Secret that is being typed. A recorder requests it before each input. */
export interface TypedSecret {
  /** Number of characters typed so far. */
  readonly chars: number;
  /** Whether this input types the secret and must not be recorded. */
  isTypedBy(input: KeyInput): boolean;
}

export interface KeysListener {
  key(key: Key, action: KeyAction): void;
  /** Reports a touch, in pixels from the upper left corner of the screen. */
  touch(x: number, y: number): void;
  text(text: string): void;
  /** Returns null while no secret is typed. Default: always null. */
  secret?(): TypedSecret | null;
}

export interface Keys {
  /** null for a board that can't have one. */
  readonly touchscreen: Touchscreen | null;
  start(listener: KeysListener): void;
  stop(): void;
}
