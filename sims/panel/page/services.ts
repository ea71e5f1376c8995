// What main.tsx sets up once and the components use.

import type { Actions } from './actions.ts';
import type { HeldKeys } from './held-keys.ts';
import type { Painter } from './painter.ts';
import type { Speaker } from './speaker.ts';

export interface Services {
  readonly painter: Painter;
  readonly speaker: Speaker;
  readonly keys: HeldKeys;
  readonly actions: Actions;
  /** In pixels of the device's screen. */
  readonly touch: (x: number, y: number) => void;
}
