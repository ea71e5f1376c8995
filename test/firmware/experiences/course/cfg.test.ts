// The settings of course play, and the holes drawn from them.

import test from 'ava';
import fc from 'fast-check';
import { cfgFrom } from '../../../../firmware/experiences/cfg.ts';
import { COURSE_CFG, drawHoles } from '../../../../firmware/experiences/course/cfg.ts';
import { COURSES } from '../../../../firmware/experiences/course/courses.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';

const courseCfgFrom = (data: Record<string, unknown>) => cfgFrom(COURSE_CFG, data);

test('[C77] defaults to nine holes of 8 to 30 feet', (t) => {
  t.deepEqual(courseCfgFrom({}), { course: 0, holes: 9, csMin: 8, csMax: 30, slope: 0 });
});

test('[C25] a setting out of range or not a whole number becomes its default', (t) => {
  t.like(courseCfgFrom({ holes: 1, csMin: 3, csMax: 100 }), { holes: 1, csMin: 3, csMax: 100 });
  t.like(courseCfgFrom({ holes: 18, csMin: 100, csMax: 100 }), { holes: 18, csMin: 100, csMax: 100 });
  t.like(courseCfgFrom({ holes: 0, csMin: 2, csMax: 101 }), { holes: 9, csMin: 8, csMax: 30, slope: 0 });
  t.like(courseCfgFrom({ holes: 19, csMin: 8.5, csMax: '9' }), { holes: 9, csMin: 8, csMax: 30, slope: 0 });
});

test('[C25] the longest hole is never shorter than the shortest', (t) => {
  t.like(courseCfgFrom({ csMin: 40, csMax: 20 }), { holes: 9, csMin: 40, csMax: 40 });
  t.like(courseCfgFrom({ csMin: 40 }), { holes: 9, csMin: 40, csMax: 40 });
});

test('[R82] draws the requested number of holes, each of whole feet in the range', (t) => {
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

test('[C77] draws every distance of the range, both ends included', (t) => {
  const random = createSeededRandom(3);
  const drawn = Array.from({ length: 40 }, () =>
    drawHoles({ course: 0, holes: 18, csMin: 5, csMax: 8, slope: 0 }, random),
  ).flat();
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

test('[C25] plays a built-in course unchanged, or its first holes if fewer are set', (t) => {
  const of = (course: number, holes: number) => drawHoles(courseCfgFrom({ course, holes }), createSeededRandom(1));
  t.deepEqual(of(1, 9), [3, 4, 5, 4, 6, 5, 7, 6, 8]);
  t.deepEqual(of(2, 1), [12]);
  t.is(of(3, 18).length, 18);
});

test('[C25] every course has a name and eighteen holes of whole feet within a round’s range', (t) => {
  t.is(new Set(COURSES.map(({ name }) => name)).size, COURSES.length);
  for (const { name, holes_ft } of COURSES) {
    t.is(holes_ft.length, 18, name);
    t.true(
      holes_ft.every((feet) => Number.isInteger(feet) && feet >= 3 && feet <= 100),
      name,
    );
  }
});

test('[C25] draws a random course unless the setting is 0 to the last course', (t) => {
  for (const [given, kept] of [
    [0, 0],
    [COURSES.length, COURSES.length],
    [-1, 0],
    [COURSES.length + 1, 0],
    [1.5, 0],
    ['1', 0],
  ] as const)
    t.is(courseCfgFrom({ course: given }).course, kept, String(given));
});
