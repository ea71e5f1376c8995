// The settings of course play, and the holes that are drawn by them.

import test from 'ava';
import fc from 'fast-check';
import { courseCfgFrom, drawHoles } from '../../../../firmware/games/course/cfg.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';

test('[C77] nine holes of 8 to 30 feet, where nothing else is chosen', (t) => {
  t.deepEqual(courseCfgFrom({}), { holes: 9, csMin: 8, csMax: 30 });
});

test('[C25] what is out of its range or no whole number takes its default', (t) => {
  t.deepEqual(courseCfgFrom({ holes: 1, csMin: 3, csMax: 100 }), { holes: 1, csMin: 3, csMax: 100 });
  t.deepEqual(courseCfgFrom({ holes: 18, csMin: 100, csMax: 100 }), { holes: 18, csMin: 100, csMax: 100 });
  t.deepEqual(courseCfgFrom({ holes: 0, csMin: 2, csMax: 101 }), { holes: 9, csMin: 8, csMax: 30 });
  t.deepEqual(courseCfgFrom({ holes: 19, csMin: 8.5, csMax: '9' }), { holes: 9, csMin: 8, csMax: 30 });
});

test('[C25] the longest hole is never shorter than the shortest', (t) => {
  t.deepEqual(courseCfgFrom({ csMin: 40, csMax: 20 }), { holes: 9, csMin: 40, csMax: 40 });
  t.deepEqual(courseCfgFrom({ csMin: 40 }), { holes: 9, csMin: 40, csMax: 40 });
});

test('[R82] as many holes as are asked for, each of whole feet in the range', (t) => {
  const cfg = fc.record({
    holes: fc.integer({ min: 1, max: 18 }),
    csMin: fc.integer({ min: 3, max: 100 }),
    csMax: fc.integer({ min: 3, max: 100 }),
  });
  fc.assert(
    fc.property(cfg, fc.integer(), (given, seed) => {
      const read = courseCfgFrom(given);
      const holes = drawHoles(read, createSeededRandom(seed));
      return (
        holes.length === given.holes &&
        holes.every((feet) => Number.isInteger(feet) && feet >= read.csMin && feet <= read.csMax)
      );
    }),
    { seed: 7, numRuns: 200 },
  );
  t.pass();
});

test('[C77] every distance of the range is drawn, the shortest and the longest too', (t) => {
  const random = createSeededRandom(3);
  const drawn = Array.from({ length: 40 }, () => drawHoles({ holes: 18, csMin: 5, csMax: 8 }, random)).flat();
  t.deepEqual(
    [...new Set(drawn)].sort((a, b) => a - b),
    [5, 6, 7, 8],
  );
  for (const feet of [5, 6, 7, 8]) {
    const share = drawn.filter((one) => one === feet).length / drawn.length;
    t.true(share > 0.18 && share < 0.32, `${feet} ft: ${share}`);
  }
});

test('[C77] the same seed draws the same holes', (t) => {
  const cfg = courseCfgFrom({ holes: 18 });
  t.deepEqual(drawHoles(cfg, createSeededRandom(5)), drawHoles(cfg, createSeededRandom(5)));
  t.notDeepEqual(drawHoles(cfg, createSeededRandom(5)), drawHoles(cfg, createSeededRandom(6)));
});
