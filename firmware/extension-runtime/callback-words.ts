// Descriptions of the callbacks, for the reference page, the editor's stubs and the store's editor.

import { HEIGHT, WIDTH } from '../drawing/screen-size.ts';
import type { Callback } from './prelude.ts';

interface CallbackWords {
  readonly args: readonly string[];
  /** Description in one or more sentences, with units. */
  readonly doc: string;
}

export const CALLBACK_WORDS: Readonly<Record<Callback, CallbackWords>> = {
  start: { args: [], doc: 'Called once, after the top level has run.' },
  target: {
    args: ['player'],
    doc: 'Called before each putt with the index of the player on turn, from 1. Returns a Target, or nil for none; an invalid field is an error.',
  },
  putt: {
    args: ['p'],
    doc: 'Called with a Putt at each strike, immediately: the device neither shows the roll nor waits for it. A strike while your script still shows the previous roll (p.time_s seconds) is another putt; ignore it if your rules say so.',
  },
  key: {
    args: ['name', 'phase'],
    doc: "Called with a key ('up', 'down', 'left', 'right' or 'ok') and its phase: 'down' when pressed, 'repeat' while an arrow key is held (after 450 ms, then every 110 ms), 'up' when released. A function without a second parameter is not called for 'up'. Back always leaves the extension.",
  },
  update: { args: ['dt'], doc: 'Called 30 times a second with the duration of a frame in seconds, always 1/30.' },
  draw: {
    args: [],
    doc: `Called after every other callback and timer. The canvas is ${WIDTH} × ${HEIGHT} pixels; the origin is the upper left corner, x points right and y down.`,
  },
};
