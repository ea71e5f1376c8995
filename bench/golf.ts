// Mini golf: how long a ball's whole way among ten posts takes to work out, and a frame of it to draw while it rolls.

import { createMemoryScreen } from '../hal/screen/screen-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createVirtualClock } from '../hal/clock/clock-virtual.ts';
import { groundOf, type GolfHole } from '../firmware/experiences/golf/hole.ts';
import { rollOn } from '../firmware/experiences/golf/golf-roll.ts';
import { GOLF_HOLES } from '../firmware/experiences/golf/holes.ts';
import { golfRules, type GolfState } from '../firmware/experiences/golf/mini-golf.ts';
import { rollOf } from '../firmware/roll/roll.ts';
import { pageOf } from '../firmware/pages/render.ts';
import { experienceAfter, factsWith, playingAt } from '../test/support/device/views.ts';
import { median, ms, type Figure, type Size } from './figures.ts';
import { present } from '../wire/errors.ts';

const COUNTS = { whole: { rolls: 300, frames: 240 }, tiny: { rolls: 3, frames: 2 } } as const;
const PINBALL = present(GOLF_HOLES[3], 'fourth hole');
const TEN_POSTS: GolfHole = { ...PINBALL, posts: [...PINBALL.posts, [3.4, 3.5, 0.35], [14, 3.5, 0.2]] };

export async function benchGolf(size: Size): Promise<readonly Figure[]> {
  const counts = COUNTS[size];
  const ground = groundOf(TEN_POSTS);
  const rolls = Array.from({ length: counts.rolls }, (_, n) => {
    const start = performance.now();
    rollOn(ground, ground.start, (n * 2 * Math.PI) / counts.rolls, rollOf(3 + (n % 7) / 2, 11));
    return performance.now() - start;
  });
  return [
    {
      what: 'mini golf: a ball’s whole way among ten posts',
      value: ms(median(rolls)),
      beside: '33 ms a frame at 30 a second',
    },
    {
      what: 'mini golf: a frame with eight posts and a rolling ball',
      value: ms(await frame(counts.frames)),
      beside: '33 ms a frame at 30 a second',
    },
  ];
}

/** The fourth hole, from the page to its pixels. */
async function frame(frames: number): Promise<number> {
  const facts = factsWith(2, 'Ana', 'imperial');
  const ids = facts.players.map(({ id }) => id);
  const state = golfRules.start({ holes: GOLF_HOLES.length }, ids, createSeededRandom(1));
  const seats = state.seats.map((seat) => ({ ...seat, strokes: [2, 2, 3] }));
  const ball = { x: PINBALL.start[0] * 0.3048, y: PINBALL.start[1] * 0.3048 };
  const lying: GolfState = { ...state, seats, ball };
  const experience = experienceAfter('golf', facts, [{ club_speed_mps: 2.4, face_angle_deg: 4 }], lying);
  const view = playingAt(facts, experience, true);
  const screen = createMemoryScreen(createVirtualClock());
  const samples: number[] = [];
  for (let n = 0; n < frames; n++) {
    const start = performance.now();
    screen.show({
      at: () => pageOf(view, n * 33),
      animates_until_ms: 0,
      changesAfter: () => Number.POSITIVE_INFINITY,
    });
    screen.pixels();
    samples.push(performance.now() - start);
    await new Promise((resolve) => setImmediate(resolve)); // buffers are freed only when the event loop turns
  }
  return median(samples);
}
