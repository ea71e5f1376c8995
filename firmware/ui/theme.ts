// Colours and dimensions of the pages. Text contrast is at least 4.5 : 1; colour is never the only cue.

export { HEIGHT, WIDTH } from '../drawing/screen-size.ts';
export { seatColor } from '../drawing/seat-color.ts';

export const MARGIN = 14;

export const COLOR = {
  ground: '#0c1511',
  panel: '#15231c',
  raised: '#1e3228',
  line: '#315043',
  text: '#f3f8f5',
  muted: '#a9c0b4',
  /** Rows that cannot be chosen now. */
  disabled: '#6d8378',
  accent: '#ffc84a',
  alarm: '#a31621',
  focus: '#245f42',
  good: '#6fdc9b',
  /** Putts that missed. */
  miss: '#ff8f7d',
  felt: '#1d6a42',
  felt_line: '#2f8557',
  ball: '#ffffff',
  hole: '#06120b',
  ink: '#1c1400',
  shade: '#0a2b1a',
  /** Green under play text: white, `green_text` and `gold` have a contrast of at least 7 : 1 on it. */
  green: '#14502f',
  green_stripe: '#124829',
  green_text: '#d5e8dc',
  gold: '#ffdc7d',
} as const;

/** Text sizes, px; no text is smaller than `small`. Play pages have larger ones of their own. */
export const SIZE = { small: 18, body: 22, title: 22, large: 28, huge: 64 } as const;
