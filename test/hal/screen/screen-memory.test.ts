// Tests of the screen contract (hal/screen/screen.ts): a scene is data, sampled on each read, and items are drawn where
// the list places them.

import test from 'ava';
import { textWidth } from '../../../firmware/ui/text-width.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryScreen, type MemoryScreen } from '../../../hal/screen/screen-memory.ts';
import type { DisplayItem, Scene } from '../../../hal/screen/screen.ts';

const BLACK = '0,0,0,255';
const RED = '255,0,0,255';
const still = (...list: readonly DisplayItem[]): Scene => ({
  at: () => ({ list, lines: [] }),
  animates_until_ms: 0,
  changesAfter: () => Infinity,
});

/** Draws a list of items on a screen and returns its pixels. */
function drawn(...list: readonly DisplayItem[]) {
  const screen = createMemoryScreen(createVirtualClock());
  screen.show(still(...list));
  const pixels = screen.pixels();
  const at = (x: number, y: number): string => pixels.subarray((y * 480 + x) * 4, (y * 480 + x) * 4 + 4).join();
  /**
   * Returns the smallest rectangle around all pixels that are not black: [left, top, right, bottom], inclusive; null if
   * all are black.
   */
  const bounds = (): readonly [number, number, number, number] | null => {
    let [left, top, right, bottom] = [480, 320, -1, -1];
    for (let y = 0; y < 320; y++)
      for (let x = 0; x < 480; x++) {
        if (at(x, y) === BLACK) continue;
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
      }
    return right < 0 ? null : [left, top, right, bottom];
  };
  return { at, bounds, pixels };
}

test('[screen] starts with 480 × 320 RGBA pixels, black and opaque', (t) => {
  const screen = createMemoryScreen(createVirtualClock());
  t.deepEqual([screen.width, screen.height], [480, 320]);
  const pixels = screen.pixels();
  t.is(pixels.length, 480 * 320 * 4);
  t.true(pixels.every((byte, i) => byte === (i % 4 === 3 ? 255 : 0)));
  t.deepEqual(screen.picture(), { list: [], lines: [] });
});

test('[screen] a rectangle fills exactly its pixels', (t) => {
  const { at, bounds } = drawn({ kind: 'rect', x: 10, y: 20, w: 30, h: 5, fill: '#ff0000' });
  t.deepEqual(bounds(), [10, 20, 39, 24]);
  for (const [x, y] of [
    [10, 20],
    [39, 20],
    [10, 24],
    [39, 24],
    [25, 22],
  ] as const)
    t.is(at(x, y), RED, `${x},${y}`);
});

test('[screen] draws an outlined rectangle empty inside, and nothing without fill or outline', (t) => {
  const { at, bounds } = drawn({ kind: 'rect', x: 10, y: 20, w: 30, h: 20, stroke: '#ff0000', width: 2 });
  t.deepEqual(bounds(), [9, 19, 40, 40]); // half of the outline lies outside
  t.is(at(25, 30), BLACK);
  t.is(at(10, 30), RED);
  t.is(drawn({ kind: 'rect', x: 10, y: 20, w: 30, h: 20 }).bounds(), null);
});

test('[screen] a radius rounds the corners', (t) => {
  const { at } = drawn({ kind: 'rect', x: 100, y: 100, w: 40, h: 40, radius: 12, fill: '#ff0000' });
  t.is(at(100, 100), BLACK);
  t.is(at(139, 139), BLACK);
  t.is(at(120, 100), RED);
  t.is(at(120, 120), RED);
});

test('[screen] draws later items over earlier ones and blends translucent ones', (t) => {
  const ground = { kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#0000ff' } as const;
  const { at } = drawn(
    ground,
    { kind: 'rect', x: 0, y: 0, w: 10, h: 10, fill: '#ff0000' },
    { kind: 'rect', x: 20, y: 0, w: 10, h: 10, fill: '#ff000080' },
  );
  t.is(at(5, 5), RED);
  t.is(at(15, 5), '0,0,255,255');
  t.regex(at(25, 5), /^12[78],0,12[78],255$/);
});

test('[screen] clips drawing outside its bounds', (t) => {
  const { bounds } = drawn({ kind: 'rect', x: -50, y: 300, w: 1000, h: 1000, fill: '#ff0000' });
  t.deepEqual(bounds(), [0, 300, 479, 319]);
});

test('[screen] draws text on its baseline, aligned as given', (t) => {
  const text = (align?: 'left' | 'center' | 'right'): DisplayItem => ({
    kind: 'text',
    x: 240,
    y: 100,
    text: 'HHHH',
    size: 40,
    color: '#ff0000',
    ...(align ? { align } : {}),
  });
  const [left, center, right] = [text(), text('center'), text('right')].map((item) => drawn(item).bounds());
  t.deepEqual(left, drawn(text('left')).bounds());
  if (!left || !center || !right) return t.fail('no text was drawn');
  const width = left[2] - left[0];
  t.true(width > 80 && width < 130, `${width}`);
  for (const [, top, , bottom] of [left, center, right]) {
    t.true(Math.abs(bottom - 99) <= 1, 'an H ends on the baseline');
    t.true(Math.abs(bottom - top - 0.727 * 40) <= 2, "Inter's capitals are 0.727 of its size");
  }
  t.true(Math.abs(left[0] - 240) <= 5);
  t.true(Math.abs((center[0] + center[2]) / 2 - 240) <= 2);
  t.true(Math.abs(right[2] - 240) <= 5);
});

test('[screen] draws text in its colour without kerning, and nothing for an empty text', (t) => {
  const endOf = (text: string): number =>
    drawn({ kind: 'text', x: 50, y: 100, text, size: 60, color: '#ffffff' }).bounds()?.[2] ?? 0;
  // With kerning, A and V would be closer than their advances, which the page layout uses.
  t.true(Math.abs(endOf('AVAVAV|') - endOf('|') - textWidth('AVAVAV', 60)) <= 1);
  t.is(drawn({ kind: 'text', x: 50, y: 100, text: '', size: 60, color: '#ffffff' }).bounds(), null);
});

test('[screen] moves a path, then scales it, then fills or strokes it', (t) => {
  const square = { kind: 'path', d: 'M0 0 H10 V10 H0 Z' } as const;
  t.deepEqual(drawn({ ...square, fill: '#ff0000' }).bounds(), [0, 0, 9, 9]);
  t.deepEqual(drawn({ ...square, x: 100, y: 50, fill: '#ff0000' }).bounds(), [100, 50, 109, 59]);
  t.deepEqual(drawn({ ...square, x: 100, y: 50, scale: 3, fill: '#ff0000' }).bounds(), [100, 50, 129, 79]);
  const edge = drawn({ ...square, x: 100, y: 50, scale: 2, stroke: '#ff0000', width: 2 });
  t.deepEqual(edge.bounds(), [98, 48, 121, 71], 'stroke width is scaled too');
  t.is(edge.at(110, 60), BLACK);
  t.is(drawn(square).bounds(), null);
});

test('[screen] does not move the next item by the offset of a path', (t) => {
  const path = { kind: 'path', d: 'M0 0 H10 V10 H0 Z', x: 100, y: 50, scale: 3, fill: '#000000' } as const;
  const { bounds } = drawn(path, { kind: 'rect', x: 10, y: 20, w: 5, h: 5, fill: '#ff0000' });
  t.deepEqual(bounds(), [10, 20, 14, 24]);
});

/** Shows a scene that records the time of each sample. */
function counted(screen: MemoryScreen, animates_until_ms: number): number[] {
  const samples: number[] = [];
  screen.show({
    at: (now_ms) => (samples.push(now_ms), { list: [], lines: [] }),
    animates_until_ms,
    changesAfter: () => Infinity,
  });
  return samples;
}

test('[screen] samples nothing without a reader, however long a scene animates', async (t) => {
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const samples = counted(screen, 60_000);
  let woken = 0;
  screen.onChange(() => woken++);
  await clock.advance(60_000);
  t.deepEqual(samples, []);
  t.is(woken, 0, 'no change from time alone');
  t.is(clock.pending(), 0);
});

test('[screen] samples once per read, at the time of the clock', async (t) => {
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const samples = counted(screen, 1000);
  await clock.advance(250);
  screen.pixels();
  t.deepEqual(samples, [250]);
  await clock.advance(250);
  screen.picture();
  await screen.png();
  t.deepEqual(samples, [250, 500, 500]);
});

test('[screen] animates a scene until its end time, exclusive', async (t) => {
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  counted(screen, 1000);
  t.true(screen.animates());
  await clock.advance(999);
  t.true(screen.animates());
  await clock.advance(1);
  t.false(screen.animates());
});

test('[screen] notifies a watcher of each scene and new brightness until it unsubscribes', (t) => {
  const screen = createMemoryScreen(createVirtualClock());
  let changes = 0;
  const end = screen.onChange(() => changes++);
  screen.show(still());
  screen.setBrightness(50);
  t.is(changes, 2);
  screen.setBrightness(50);
  t.is(changes, 2, 'unchanged brightness is not reported');
  t.is(screen.brightness(), 50);
  end();
  screen.show(still());
  t.is(changes, 2);
});

test('[screen] does not change pixels with the brightness', (t) => {
  const screen = createMemoryScreen(createVirtualClock());
  screen.show(still({ kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#336699' }));
  const bright = screen.pixels();
  screen.setBrightness(10);
  t.deepEqual(screen.pixels(), bright);
});

test('[screen] returns frames as values: a later read does not change an earlier one', async (t) => {
  const screen = createMemoryScreen(createVirtualClock());
  screen.show(still({ kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#ff0000' }));
  const [red, red_png] = [screen.pixels(), screen.png()];
  screen.show(still());
  const black_png = screen.png();
  screen.pixels();
  t.is(red.subarray(0, 4).join(), RED);
  t.false(Buffer.from(await red_png).equals(Buffer.from(await black_png)));
  t.deepEqual([...(await red_png).subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(''), 'PNG');
});

test('[screen] applies a clip until the next one or the end of the picture', (t) => {
  const all = { kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#ff0000' } as const;
  const clip = (x: number, y: number, w: number, h: number): DisplayItem => ({ kind: 'clip', area: { x, y, w, h } });
  t.deepEqual(drawn(clip(10, 20, 30, 40), all).bounds(), [10, 20, 39, 59]);
  t.deepEqual(drawn(clip(10, 20, 30, 40), clip(100, 100, 2, 2), all).bounds(), [100, 100, 101, 101]);
  t.is(drawn(clip(10, 20, 0, 40), all).bounds(), null);
  t.deepEqual(drawn(clip(10, 20, 30, 40), { kind: 'clip', area: null }, all).bounds(), [0, 0, 479, 319]);
  const screen = createMemoryScreen(createVirtualClock());
  screen.show(still(clip(0, 0, 1, 1), all));
  screen.pixels();
  screen.show(still(all));
  t.is(screen.pixels()[4 * (100 * 480 + 100)], 255);
});
