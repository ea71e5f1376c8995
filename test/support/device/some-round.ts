// A sample round for tests.

import type { Round } from '../../../wire/relay/round.ts';

/** Returns a round of two seats and three holes that has just started. */
export const someRound = (more: Partial<Round> = {}): Round => ({
  id: 7,
  ph: 'lobby',
  hole: 1,
  turn: 0,
  n: 2,
  nh: 3,
  ro: [
    { n: 'Ann', d: '', c: 0, h: 3 },
    { n: 'Bob', d: 'Brave Otter', c: 1, h: 9 },
  ],
  ho: [10, 12.5, 8],
  sc: [
    [0, 0, 0],
    [0, 0, 0],
  ],
  rem: [10, 10],
  hd: [0, 0],
  td: [0, 0],
  ord: [0, 1],
  shot: null,
  note: null,
  ...more,
});
