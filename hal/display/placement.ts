// Places the 480 × 320 screen on a display of another size, rotated or not. Pure.

import { composed, type Affine } from '../../wire/affine.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../screen/screen.ts';

/**
 * Clockwise rotation of the picture on the display: at 90 the picture's upper edge lies along the display's right edge.
 */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** `whole`: integer scale with a border; `fit`: as large as possible. */
export const SCALES = ['whole', 'fit'] as const;
type Scale = (typeof SCALES)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Position and scale of the screen on the upright display. */
export interface Placement extends Size {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Placing {
  readonly rotation: Rotation;
  readonly scale: Scale;
}

/** Returns the upright size: a display mounted on its side is taller than wide. */
const uprightSize = ({ width, height }: Size, rotation: Rotation): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

/** Centers the screen. On a display smaller than the screen, scales it to fit. */
export function placeScreen(display: Size, { rotation, scale }: Placing): Placement {
  const upright = uprightSize(display, rotation);
  const largest = Math.min(upright.width / SCREEN_WIDTH, upright.height / SCREEN_HEIGHT);
  const times = scale === 'whole' && largest >= 1 ? Math.floor(largest) : largest;
  return {
    ...upright,
    scale: times,
    x: Math.floor((upright.width - SCREEN_WIDTH * times) / 2),
    y: Math.floor((upright.height - SCREEN_HEIGHT * times) / 2),
  };
}

/** Maps from the glass as mounted to the upright display, both from 0 to 1. */
const TO_UPRIGHT: Readonly<Record<Rotation, Affine>> = {
  0: [1, 0, 0, 0, 1, 0],
  90: [0, 1, 0, -1, 0, 1],
  180: [-1, 0, 1, 0, -1, 1],
  270: [0, -1, 1, 1, 0, 0],
};

/**
 * Returns the map from the display's glass (0 to 1 from its own upper left corner, before rotation) to screen pixels;
 * points outside the screen map to pixels outside it.
 */
export const glassToScreen = ({ x, y, scale, width, height }: Placement, rotation: Rotation): Affine =>
  composed([width / scale, 0, -x / scale, 0, height / scale, -y / scale], TO_UPRIGHT[rotation]);
