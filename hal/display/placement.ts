// Where the screen of 480 × 320 lies on a display of another size, turned or not. Pure.

import { composed, type Affine } from '../../wire/affine.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../screen/screen.ts';

/** How the picture is turned on the display, clockwise: by 90 its upper edge lies along the display's right one. */
export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

/** `whole`: 1, 2, 3 times as large, and a border around it; `fit`: as large as it goes. */
export const SCALES = ['whole', 'fit'] as const;
type Scale = (typeof SCALES)[number];

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

/** From the glass as it is built in to the display as people see it, both from 0 to 1. */
const SEEN: Readonly<Record<Rotation, Affine>> = {
  0: [1, 0, 0, 0, 1, 0],
  90: [0, 1, 0, -1, 0, 1],
  180: [-1, 0, 1, 0, -1, 1],
  270: [0, -1, 1, 1, 0, 0],
};

/** From the display's glass (0 to 1 from its own upper left corner, however it is turned) to pixels of the screen, beside it too. */
export const glassToScreen = ({ x, y, scale, width, height }: Placement, rotation: Rotation): Affine =>
  composed([width / scale, 0, -x / scale, 0, height / scale, -y / scale], SEEN[rotation]);
