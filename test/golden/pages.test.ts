// Golden frames: every page of the tour against its picture in docs/pages. Only `npm run pictures` writes them, for a
// person to review. A difference leaves NAME_err.png and NAME_diff.png in out/.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import { differenceOf, pngOf, readFrame } from '../../simulation/reports/frames.ts';
import { tourPages } from '../pictures/page-tour.ts';

const folder = new URL('../../docs/pages/', import.meta.url);
const out = new URL('../../out/', import.meta.url);

/** Fewer pixels than the smallest letter has. */
const PIXELS_DIFFERING_MAX = 12;

test('[golden] every page matches its picture in docs/pages', async (t) => {
  const visited: string[] = [];
  await tourPages(async (name, { screen }) => {
    visited.push(name);
    const expected = await readFrame(await readFile(new URL(`${name}.png`, folder)));
    const actual = { width: screen.width, height: screen.height, pixels: screen.pixels() };
    const { count, first, picture } = differenceOf(expected, actual);
    if (count > PIXELS_DIFFERING_MAX) {
      mkdirSync(out, { recursive: true });
      writeFileSync(new URL(`${name}_err.png`, out), await pngOf(actual));
      writeFileSync(new URL(`${name}_diff.png`, out), await pngOf(picture));
    }
    t.true(
      count <= PIXELS_DIFFERING_MAX,
      `${name}: ${count} pixels differ, the first at ${first}; see out/${name}_diff.png`,
    );
  });
  const pictures = readdirSync(folder).map((file) => file.replace(/\.png$/, ''));
  t.deepEqual(pictures.sort(), visited.sort(), 'each picture belongs to a page of the tour');
});
