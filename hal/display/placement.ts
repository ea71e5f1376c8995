// Where the screen of 480 × 320 lies on a display of another size, turned or not. Pure.

import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../screen/screen.ts';

/** How the picture is turned on the display, clockwise: by 90 its upper edge lies along the display's right one. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** `whole`: 1, 2, 3 times as large, and a border around it; `fit`: as large as it goes. */
export const SCALES = ['whole', 'fit'] as const;
export type Scale = (typeof SCALES)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of the screen on the display as people see it. */
export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Placing {
  readonly rotation: Rotation;
  readonly scale: Scale;
}

/** As people see it: a display that stands on its side is higher than wide. */
const seenSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** In the middle. A display that is smaller than the screen gets it as large as it goes. */
export function placeScreen(display: Size, { rotation, scale }: Placing): Placement {
  const seen = seenSize(display, rotation);
  const largest = Math.min(seen.width / SCREEN_WIDTH, seen.height / SCREEN_HEIGHT);
  const times = scale === 'whole' && largest >= 1 ? Math.floor(largest) : largest;
  return {
    ...seen,
    scale: times,
    x: Math.floor((seen.width - SCREEN_WIDTH * times) / 2),
    y: Math.floor((seen.height - SCREEN_HEIGHT * times) / 2),
  };
}

/**
 * A point of the display's glass as a pixel of the screen.
 * @param u 0 at the display's own left edge, 1 at its right one, however it is turned; `v` downwards.
 * @returns Null on the border.
 */
export function screenPointAt(
  { x, y, scale, width, height }: Placement,
  rotation: Rotation,
  { u, v }: { readonly u: number; readonly v: number },
): { readonly x: number; readonly y: number } | null {
  const [seen_u, seen_v] = ({ 0: [u, v], 90: [v, 1 - u], 180: [1 - u, 1 - v], 270: [1 - v, u] } as const)[rotation];
  const point = { x: (seen_u * width - x) / scale, y: (seen_v * height - y) / scale };
  return point.x >= 0 && point.x < SCREEN_WIDTH && point.y >= 0 && point.y < SCREEN_HEIGHT ? point : null;
}
