// Descriptions of the callbacks, for the reference page, the editor's stubs and the store's editor.

import { HEIGHT, WIDTH } from '../drawing/screen-size.ts';
import type { Callback } from './prelude.ts';

interface CallbackWords {
  readonly args: readonly string[];
  /** Description in one or more sentences, with units. */
  readonly doc: string;
}

export const CALLBACK_WORDS: Readonly<Record<Callback, CallbackWords>> = {
  start: { args: [], doc: 'Called once, after the top level.' },
  target: {
    args: ['player'],
    doc: 'Called before each putt with the place of the player on turn, from 1. Returns a Target or nil; a wrong field is an error.',
  },
  putt: {
    args: ['p'],
    doc: 'Called with each strike as a Putt, at once: the device shows no roll and waits for none. A strike while your script still shows the roll before it, p.time_s seconds, is another putt; ignore it there if your rules say so.',
  },
  key: {
    args: ['name', 'phase'],
    doc: "Called with a key, 'up', 'down', 'left', 'right' or 'ok', and its phase: 'down' when it is pressed, 'repeat' while an arrow is held (after 450 ms, every 110 ms), 'up' when it is released. A function without a second parameter is not called for 'up'. Back always leaves the extension.",
  },
  update: { args: ['dt'], doc: 'Called thirty times a second, with the time of one frame: 1/30 s.' },
  draw: {
    args: [],
    doc: `Called after every other callback and timer. The canvas has ${WIDTH} × ${HEIGHT} pixels; x grows to the right and y downwards from its upper left corner.`,
  },
};
