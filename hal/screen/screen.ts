// The screen port: takes a scene, which is data that can be sampled at any time.
//
// Contract
// - `show` replaces the scene; it costs nothing until somebody looks.
// - A look samples `scene.at(now)` and turns its list into pixels. While `animates_until_ms` lies ahead, a watcher
//   looks again and again, and at rest again when `changesAfter` says so; otherwise only when a new scene is shown. Nobody looking:
//   nothing is sampled.
// - `setBrightness` dims the backlight, 10..100 %. The pixels of a picture are those of full brightness.

type Color = string; // '#rrggbb', or '#rrggbbaa'

export type DisplayItem =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly radius?: number;
      readonly fill?: Color;
      readonly stroke?: Color;
      readonly width?: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** The baseline. */
      readonly y: number;
      readonly text: string;
      readonly size: number;
      readonly color: Color;
      readonly align?: 'left' | 'center' | 'right';
    }
  | {
      readonly kind: 'path';
      /** SVG path data. */
      readonly d: string;
      readonly x?: number;
      readonly y?: number;
      readonly scale?: number;
      /** Clockwise, around x and y; the path is moved, turned and scaled, its stroke too. */
      readonly angle_deg?: number;
      readonly fill?: Color;
      readonly stroke?: Color;
      readonly width?: number;
      /** Ends and corners of the stroke: round if nothing is said; sharp: cut off at the ends, pointed at the corners. */
      readonly pen?: 'round' | 'sharp';
    }
  | {
      /** What follows shows only inside of the area; null: everywhere again. */
      readonly kind: 'clip';
      readonly area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | null;
    };

export type DisplayList = readonly DisplayItem[];

export interface Picture {
  readonly list: DisplayList;
  /** The same page as text, top to bottom; the focused line begins with `> `. */
  readonly lines: readonly string[];
  /** Somebody types a secret on it: a recording has neither its drawing nor its lines. */
  readonly secret?: boolean;
}

export interface Scene {
  /** What is seen at this time of the board's clock. */
  at(now_ms: number): Picture;
  /** Until then it looks different at every look. */
  readonly animates_until_ms: number;
  /** The next moment after `now_ms` at which a scene at rest looks different by time alone; Infinity for never. */
  changesAfter(now_ms: number): number;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Costs nothing until somebody looks. */
  show(scene: Scene): void;
  /** @param percent 10..100, of the backlight; the pixels of a picture stay those of full brightness. */
  setBrightness(percent: number): void;
}

export const SCREEN_WIDTH = 480;
export const SCREEN_HEIGHT = 320;
