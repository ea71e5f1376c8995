// Pictures of the greens designed by hand, from above: contour lines, arrows downhill, and the ideal putt.

import { COURSES } from '../../firmware/experiences/course/courses.ts';
import { DESIGNED_GREENS } from '../../firmware/greens/designed-greens.ts';
import { greenOf, seenByBall } from '../../firmware/greens/greens.ts';
import { idealPutt } from '../../firmware/roll/aim.ts';
import { outcomeOn } from '../../firmware/roll/putt-outcome.ts';
import { FOOT_M } from '../../firmware/roll/roll.ts';
import { createPage } from '../../firmware/ui/page.ts';
import { drawSlope } from '../../firmware/ui/slope.ts';
import { COLOR } from '../../firmware/ui/theme.ts';
import { createRaster } from '../../hal/screen/raster.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayList } from '../../hal/screen/screen.ts';
import { pngOf } from '../../simulation/reports/frames.ts';
import { assertDefined } from '../../wire/errors.ts';

const STIMP_FT = 10;
const BALL_X = 50;
const HOLE_X = SCREEN_WIDTH - 90;
const BAND = { top: 66, bottom: SCREEN_HEIGHT };

/** Draws each green and passes its picture, by a name for its file. */
export async function makeGreenPictures(write: (name: string, png: Uint8Array) => void): Promise<void> {
  const course = COURSES.findIndex(({ designed }) => designed);
  const holes_ft = assertDefined(COURSES[course], 'the designed course').holes_ft;
  const raster = createRaster(SCREEN_WIDTH, SCREEN_HEIGHT);
  for (const [i, { name }] of DESIGNED_GREENS.entries()) {
    raster.draw(drawingOf(course + 1, i + 1, holes_ft[i] ?? 0));
    const frame = { width: SCREEN_WIDTH, height: SCREEN_HEIGHT, pixels: raster.pixels() };
    write(name.toLowerCase().replaceAll(' ', '-'), await pngOf(frame));
  }
}

function drawingOf(course: number, hole: number, length_ft: number): DisplayList {
  const { name, about } = assertDefined(DESIGNED_GREENS[hole - 1], 'a designed green');
  const green = assertDefined(greenOf({ course, slope: 2 }, true, hole, length_ft), 'a sloped green');
  const surface = seenByBall(green, { x_ft: -length_ft, y_ft: 0 });
  const hole_m = length_ft * FOOT_M;
  const scale = { x: BALL_X, y: (BAND.top + BAND.bottom) / 2, pixels_per_m: (HOLE_X - BALL_X) / hole_m };
  const page = createPage();
  page.rect(0, 0, SCREEN_WIDTH, SCREEN_HEIGHT, { fill: COLOR.green });
  drawSlope(page, surface, scale, BAND);
  page.text(20, 30, `${hole} · ${name} · ${length_ft} ft`, { size: 24 });
  page.text(20, 56, about, { size: 18, color: COLOR.green_text });
  const ideal = idealPutt({ surface, stimp_ft: STIMP_FT, x_factor: 1 }, { hole_m, past_m: FOOT_M });
  const roll = ideal && outcomeOn(surface, ideal, { stimp_ft: STIMP_FT, x_factor: 1 }, length_ft);
  for (const [at, { x_m, y_m }] of (roll?.curve?.points ?? []).entries())
    if (at % 4 === 0) page.dot(scale.x + x_m * scale.pixels_per_m, scale.y + y_m * scale.pixels_per_m, 3, COLOR.gold);
  page.dot(scale.x, scale.y, 8, COLOR.ball);
  page.dot(HOLE_X, scale.y, 11, COLOR.hole, COLOR.text);
  return page.view().list;
}
