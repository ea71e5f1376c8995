// Extension paths: our parser against the canvas's own, and frames of 40 icons drawn through the display list, directly
// on the canvas, and as an SVG by resvg.

import { Path2D, createCanvas } from '@napi-rs/canvas';
import { parsePath } from '../firmware/extension-runtime/path/parse-path.ts';
import { pathItem } from '../firmware/extension-runtime/path/path-item.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createRaster } from '../hal/screen/raster.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayItem } from '../hal/screen/screen.ts';
import { createResvg, resvgMissing } from './resvg.ts';
import { median, ms, thousands, type BenchFigure, type BenchSize } from './figures.ts';
import { keysOf } from '../wire/keys-of.ts';

const ICONS = 40;
const SEGMENTS = 30;
const COUNTS = { whole: { rounds: 50, frames: 60 }, tiny: { rounds: 1, frames: 1 } } as const;
const ARGUMENTS = { l: 2, h: 1, c: 6, s: 4, q: 4, t: 2 } as const;
const LETTERS = keysOf(ARGUMENTS);

const random = createSeededRandom(42);
const number = (most: number): string => String(Math.round((random.float() * 2 - 1) * most * 100) / 100);
const place = (n: number) => ({ x: 30 + (n % 8) * 60, y: 30 + Math.floor(n / 8) * 60 });

/** Returns an icon of 30 segments, every fifth an arc. */
function icon(): string {
  let d = 'M0 0';
  for (let n = 1; n < SEGMENTS; n++) {
    const letter = LETTERS[n % LETTERS.length] ?? 'l';
    if (n % 5 === 0) d += `a${number(9)} ${number(9)} ${number(90)} 01${number(9)} ${number(9)}`;
    else d += letter + Array.from({ length: ARGUMENTS[letter] }, () => number(12)).join(' ');
  }
  return `${d}z`;
}

export async function benchPaths(size: BenchSize): Promise<readonly BenchFigure[]> {
  const { rounds, frames } = COUNTS[size];
  const icons = Array.from({ length: ICONS }, icon);
  const [ours, native] = [parsedASecond(icons, rounds, parsePath), parsedASecond(icons, rounds, (d) => new Path2D(d))];
  return [
    { what: 'paths of 30 segments parsed a second', value: thousands(ours), beside: `Path2D ${thousands(native)}` },
    ...(await frameFigures('the same each frame', frames, () => icons)),
    ...(await frameFigures('new each frame', frames, () => Array.from({ length: ICONS }, icon))),
  ];
}

function parsedASecond(icons: readonly string[], rounds: number, parse: (d: string) => unknown): number {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (const d of icons) parse(d);
    seconds.push((performance.now() - start) / 1000);
  }
  return icons.length / median(seconds);
}

/** Draws each frame with every renderer in turn, so that other load on the machine affects them equally. */
async function frameFigures(
  what: string,
  frames: number,
  iconsOf: () => readonly string[],
): Promise<readonly BenchFigure[]> {
  const renderers = [drawByList(), drawStraight(), ...(resvgMissing() === '' ? [drawByResvg()] : [])].map((draw) => ({
    draw,
    taken_ms: Array<number>(),
  }));
  for (let frame = 0; frame < frames; frame++) {
    const icons = iconsOf();
    for (const { draw, taken_ms } of renderers) {
      const start = performance.now();
      draw(icons);
      taken_ms.push(performance.now() - start);
      await new Promise((resolve) => setImmediate(resolve)); // buffers are freed only when the event loop turns
    }
  }
  const [value = 0, peer = 0, resvg] = renderers.map(({ taken_ms }) => median(taken_ms));
  const other = resvg === undefined ? `NOT MEASURED: ${resvgMissing()}` : `resvg-js ${ms(resvg)}`;
  const beside = `straight on the canvas ${ms(peer)}, ${(peer / value).toFixed(2)} of its pace; aim 0.90; ${other}`;
  return [{ what: `frame of 40 paths, ${what}`, value: ms(value), beside }];
}

type Draw = (icons: readonly string[]) => void;

function drawByList(): Draw {
  const raster = createRaster(SCREEN_WIDTH, SCREEN_HEIGHT);
  return (icons) => {
    const list: DisplayItem[] = [];
    for (const [n, d] of icons.entries()) {
      const drawing = pathItem(d, { fill: 0x2288ff, stroke: '#fff', width: 1.5, ...place(n) });
      if (drawing.ok) list.push(drawing.item);
    }
    raster.draw(list);
    raster.pixels();
  };
}

function drawStraight(): Draw {
  const canvas = createCanvas(SCREEN_WIDTH, SCREEN_HEIGHT);
  const context = canvas.getContext('2d');
  const paths = new Map<string, Path2D>();
  return (icons) => {
    context.fillStyle = '#000000';
    context.fillRect(0, 0, SCREEN_WIDTH, SCREEN_HEIGHT);
    for (const [n, d] of icons.entries()) {
      const path = paths.get(d) ?? new Path2D(d);
      paths.set(d, path);
      context.save();
      context.translate(place(n).x, place(n).y);
      [context.fillStyle, context.strokeStyle, context.lineWidth, context.miterLimit] = ['#2288ff', '#ffffff', 1.5, 4];
      context.fill(path);
      context.stroke(path);
      context.restore();
    }
    canvas.data();
  };
}

function drawByResvg(): Draw {
  const draw = createResvg();
  return (icons) => {
    const elements = icons.map((d, n) => {
      const { x, y } = place(n);
      return `<path d="${d}" transform="translate(${x} ${y})" fill="#28f" stroke="#fff" stroke-width="1.5"/>`;
    });
    draw(elements.join(''));
  };
}
