// A frame of each page, drawn and read back. Each page a figure of its own, since one slow page would hide in a mean.

import { tourPages } from '../test/pictures/page-tour.ts';
import { median, ms, type Figure, type Size } from './figures.ts';

const FRAMES = { whole: 60, tiny: 1 } as const;

export async function benchPages(size: Size): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  await tourPages(async (name, { screen }) => {
    const samples: number[] = [];
    for (let frame = 0; frame < FRAMES[size]; frame++) {
      const start = performance.now();
      screen.pixels();
      samples.push(performance.now() - start);
      await new Promise((resolve) => setImmediate(resolve)); // buffers are freed only when the event loop turns
    }
    figures.push({ what: `frame of ${name}`, value: ms(median(samples)), beside: '33 ms a frame at 30 a second' });
  });
  return figures;
}
