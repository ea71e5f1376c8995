// Colours and measures of the pages. Contrast of text on its ground is at least 4.5 : 1; colour never speaks alone.

export const WIDTH = 480;
export const HEIGHT = 320;
export const MARGIN = 14;

export const COLOR = {
  ground: '#0c1511',
  panel: '#15231c',
  raised: '#1e3228',
  line: '#315043',
  text: '#f3f8f5',
  muted: '#a9c0b4',
  accent: '#ffc84a',
  alarm: '#a31621',
  focus: '#245f42',
  good: '#6fdc9b',
  felt: '#1d6a42',
  felt_stripe: '#1a6039',
  felt_line: '#2f8557',
  ball: '#ffffff',
  hole: '#06120b',
  ink: '#1c1400',
  shade: '#0a2b1a',
} as const;

/** One colour for each seat; names stand beside them wherever they are used. */
const SEAT_COLOR = ['#ffc84a', '#7cc8ff', '#ff9fc0', '#b9e96c'] as const;
export const seatColor = (seat: number): string => SEAT_COLOR[seat % SEAT_COLOR.length] as string;

export const SIZE = { tiny: 13, small: 15, body: 18, title: 21, large: 23, huge: 44 } as const;
