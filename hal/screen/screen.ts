// Screen port: takes a scene, which is data that can be sampled at any time. Contract: `show` replaces the scene; it
// costs nothing until a watcher reads it. A watcher samples `scene.at(now)` and draws its list. It samples repeatedly
// until `animates_until_ms`, and at rest again at the time that `changesAfter` returns; otherwise only when a new scene
// is shown. Without watchers nothing is sampled. `setBrightness` dims the backlight, 10..100 %. The pixels of a picture
// are always as at full brightness.

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
      /** Baseline of the text. */
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
      /** Clockwise rotation around x and y; the path and its stroke are moved, rotated and scaled. */
      readonly angle_deg?: number;
      readonly fill?: Color;
      readonly stroke?: Color;
      readonly width?: number;
      /** Ends and corners of the stroke. Default: round; sharp: cut off at the ends, pointed at the corners. */
      readonly pen?: 'round' | 'sharp';
    }
  | {
      /** QR code of a text, dark on white, with its margin. */
      readonly kind: 'qr';
      readonly x: number;
      readonly y: number;
      /** Side, with the margin; the modules have the largest whole number of pixels that fits. */
      readonly side: number;
      /** Up to 200 characters. */
      readonly text: string;
    }
  | {
      /** Clips the following items to the area; null ends the clipping. */
      readonly kind: 'clip';
      readonly area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | null;
    };

export type DisplayList = readonly DisplayItem[];

export interface Picture {
  readonly list: DisplayList;
  /** The same page as text, top to bottom; the focused line starts with `> `. */
  readonly lines: readonly string[];
  /** Whether a secret is being typed; a recording then omits both the drawing and the lines. */
  readonly secret?: boolean;
}

export interface Scene {
  /** Returns the picture at this time of the board's clock. */
  at(now_ms: number): Picture;
  /** End of the animation; until then every sample differs. */
  readonly animates_until_ms: number;
  /**
   * Returns the next time after `now_ms` at which a scene at rest changes just because time passes; Infinity for never.
   */
  changesAfter(now_ms: number): number;
}

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Replaces the scene; costs nothing until a watcher reads it. */
  show(scene: Scene): void;
  /** @param percent Brightness of the backlight, 10..100; it does not change the pixels of a picture. */
  setBrightness(percent: number): void;
}

export const SCREEN_WIDTH = 480;
export const SCREEN_HEIGHT = 320;
