// Tests of comparing with golden pictures: which differences count, the message, and that no picture is written unless
// requested.

import test from 'ava';
import { pngOf, readFrame, type PixelFrame } from '../../../simulation/reports/frames.ts';
import { compareGolden } from '../../../simulation/scenarios/golden.ts';
import type { ScreenshotStep } from '../../../simulation/scenarios/reading/shapes.ts';
import { ok } from '../../../wire/errors.ts';

const WIDTH = 8;

/** Creates a grey frame with white pixels at these places. */
function frame(points: readonly (readonly [x: number, y: number])[] = [], height = 4, grey = 60): PixelFrame {
  const pixels = new Uint8Array(WIDTH * height * 4).map((_, i) => (i % 4 === 3 ? 255 : grey));
  for (const [x, y] of points) pixels.fill(255, (y * WIDTH + x) * 4, (y * WIDTH + x + 1) * 4);
  return { width: WIDTH, height, pixels };
}

interface Compared {
  /** Failure message; '' if it passes. */
  readonly failure: string;
  readonly kept: ReadonlyMap<string, Uint8Array>;
  readonly written: readonly string[];
}

async function compare(
  expected: PixelFrame | null,
  actual: PixelFrame,
  step: Partial<ScreenshotStep> = {},
  updates = false,
): Promise<Compared> {
  const kept = new Map<string, Uint8Array>();
  const written: string[] = [];
  const golden = expected && (await pngOf(expected));
  let failure = '';
  const comparing = {
    file: 'deep/a.yaml',
    golden: {
      read: (name: string, from: string) => ok(name === 'g.png' && from === 'deep/a.yaml' ? golden : null),
      ...(updates ? { write: (name: string, from: string) => (written.push(`${from} ${name}`), ok(name)) } : {}),
    },
    keep(file: string, png: Uint8Array) {
      kept.set(file, png);
      return ok(`kept/${file}`);
    },
    fail(message: string): never {
      failure = message;
      throw new Error(message);
    },
  };
  const value = { file: 'a.png', golden: 'g.png', tolerance: 0, mask: [], ...step };
  await compareGolden(comparing, value, await pngOf(actual)).catch(() => {});
  return { failure, kept, written };
}

test('[scenario] accepts the same picture, even with a channel slightly off', async (t) => {
  t.like(await compare(frame([[1, 1]]), frame([[1, 1]])), { failure: '', written: [] });
  t.is((await compare(frame(), frame([], 4, 60 + 32))).failure, '');
  t.not((await compare(frame(), frame([], 4, 60 + 33))).failure, '');
});

test('[scenario] reports the count and first place of differing pixels and saves the difference', async (t) => {
  const { failure, kept } = await compare(frame(), frame([[5, 1], [2, 3]])); // oxfmt-ignore
  t.is(failure, '2 pixels differ from g.png, the first at x 5, y 1; see kept/a-difference.png');
  const difference = await readFrame(kept.get('a-difference.png') ?? new Uint8Array());
  const at = (x: number, y: number) => [...difference.pixels.subarray((y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3)];
  t.deepEqual([at(5, 1), at(2, 3), at(0, 0)], [[255, 0, 255], [255, 0, 255], [15, 15, 15]]); // oxfmt-ignore
  t.is((await compare(frame(), frame([[7, 0]]))).failure, '1 pixel differs from g.png, the first at x 7, y 0; see kept/a-difference.png'); // oxfmt-ignore
  t.is((await compare(frame(), frame([], 5))).failure, 'the screen has 8 × 5 pixels, but g.png has 8 × 4');
});

test('[scenario] allows as many differing pixels as the tolerance, and any under a mask', async (t) => {
  const actual = frame([[5, 1], [2, 3]]); // oxfmt-ignore
  t.is((await compare(frame(), actual, { tolerance: 2 })).failure, '');
  t.regex((await compare(frame(), actual, { tolerance: 1 })).failure, /^2 pixels differ/);
  t.regex(
    (await compare(frame(), actual, { mask: [{ x: 5, y: 0, w: 1, h: 2 }] })).failure,
    /^1 pixel differs .* x 2, y 3;/,
  );
  t.regex((await compare(frame(), actual, { mask: [{ x: 4, y: 0, w: 1, h: 2 }, { x: 5, y: 2, w: 1, h: 2 }] })).failure, /^2 pixels/); // oxfmt-ignore
});

test('[scenario] fails without a golden picture, says how to make it, writes it on request only', async (t) => {
  const missing = await compare(null, frame());
  t.is(missing.failure, 'golden picture g.png not found; create it with tapin test --update-golden and review it');
  t.deepEqual((await compare(null, frame(), {}, true)).written, ['deep/a.yaml g.png']);
  t.deepEqual(await compare(frame(), frame([[1, 1]]), {}, true), { failure: '', kept: new Map(), written: ['deep/a.yaml g.png'] }); // oxfmt-ignore
  t.deepEqual((await compare(frame(), frame(), {}, true)).written, []);
});
