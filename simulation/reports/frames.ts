// Reads and writes frames as PNG files, and compares two frames.

/** Loads the canvas library at the first picture: most runs have none. */
const canvasLibrary = () => import('@napi-rs/canvas');

export interface PixelFrame {
  readonly width: number;
  readonly height: number;
  /** RGBA pixels. */
  readonly pixels: Uint8Array;
}

export async function readFrame(png: Uint8Array): Promise<PixelFrame> {
  const { createCanvas, loadImage } = await canvasLibrary();
  const image = await loadImage(Buffer.from(png));
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return { width: image.width, height: image.height, pixels: new Uint8Array(canvas.data()) };
}

export async function pngOf({ width, height, pixels }: PixelFrame): Promise<Uint8Array> {
  const { createCanvas } = await canvasLibrary();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const data = context.createImageData(width, height);
  data.data.set(pixels);
  context.putImageData(data, 0, 0);
  return new Uint8Array(await canvas.encode('png'));
}

/** Tolerance per channel: rasterisers on other processors round anti-aliased edges slightly differently. */
const CHANNEL_TOLERANCE = 32;

interface Difference {
  /** Number of pixels with a channel beyond the tolerance. */
  readonly count: number;
  /** Description of the first one; '' if none. */
  readonly first: string;
  /** Frame in grey, with the differing pixels in magenta. */
  readonly picture: PixelFrame;
}

interface Mask {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Compares two frames of the same size, ignoring masked areas. */
export function differenceOf(expected: PixelFrame, actual: PixelFrame, masks: readonly Mask[] = []): Difference {
  const pixels = actual.pixels.map((value, i) => (i % 4 === 3 ? 255 : value >> 2));
  let count = 0;
  let first = '';
  for (let at = 0; at < actual.pixels.length; at += 4) {
    const differs = [0, 1, 2].some(
      (channel) =>
        Math.abs((actual.pixels[at + channel] ?? 0) - (expected.pixels[at + channel] ?? 0)) > CHANNEL_TOLERANCE,
    );
    const [column, row] = [(at / 4) % actual.width, Math.floor(at / 4 / actual.width)];
    if (!differs || masks.some(({ x, y, w, h }) => column >= x && column < x + w && row >= y && row < y + h)) continue;
    count++;
    first ||= `x ${column}, y ${row}`;
    pixels.set([255, 0, 255, 255], at);
  }
  return { count, first, picture: { ...actual, pixels } };
}
