// Display options for a device's screen on this page: rotation, size, and pixel inspection.

import { isFields } from '../../../../wire/json-fields.ts';
import { useStoredChoice } from '../connection/remembered.ts';

/** Rotation in degrees, clockwise. */
export const TURNS = [0, 90, 180, 270] as const;
type Turn = (typeof TURNS)[number];
/** Size as a multiple of its own pixels; `fit`: as large as fits. */
export const SIZES = ['fit', 1, 1.5, 2] as const;
type Size = (typeof SIZES)[number];

export interface ScreenView {
  readonly turn: Turn;
  readonly size: Size;
  /** Whether device pixels are aligned to whole display pixels. */
  readonly whole: boolean;
  /** Whether to show a grid and a magnifier under the pointer. */
  readonly pixels: boolean;
}

export const PLAIN_VIEW: ScreenView = { turn: 0, size: 'fit', whole: true, pixels: false };

/** Reads a stored view, with defaults for invalid parts. */
export function readView(value: unknown): ScreenView {
  const { turn, size, whole, pixels } = isFields(value) ? value : {};
  return {
    turn: TURNS.find((each) => each === turn) ?? PLAIN_VIEW.turn,
    size: SIZES.find((each) => each === size) ?? PLAIN_VIEW.size,
    whole: typeof whole === 'boolean' ? whole : PLAIN_VIEW.whole,
    pixels: typeof pixels === 'boolean' ? pixels : PLAIN_VIEW.pixels,
  };
}

export const useScreenView = (): [ScreenView, (view: ScreenView) => void] => useStoredChoice('view', readView);

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Maps a point of the rotated picture, as fractions from 0 to 1 of its width and height, to a pixel of the device's
 * screen.
 */
export function pixelAt(
  { width, height }: ScreenSize,
  turn: Turn,
  right: number,
  down: number,
): { x: number; y: number } {
  const [across, along] = UNTURNED[turn](right, down);
  return { x: inside(across, width), y: inside(along, height) };
}

const UNTURNED: Readonly<Record<Turn, (right: number, down: number) => readonly [number, number]>> = {
  0: (right, down) => [right, down],
  90: (right, down) => [down, 1 - right],
  180: (right, down) => [1 - right, 1 - down],
  270: (right, down) => [1 - down, right],
};

const inside = (share: number, pixels: number): number => Math.min(Math.max(Math.floor(share * pixels), 0), pixels - 1);
