// A screen in memory: draws when it is looked at, and tells its watchers when to look.

import type { Clock } from '../clock/clock.ts';
import { createRaster, type Raster } from './raster.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type Picture, type Scene, type Screen } from './screen.ts';

export interface MemoryScreen extends Screen {
  /** The scene as it is now, not drawn. */
  picture(): Picture;
  /** The scene as it is now, drawn: RGBA, width × height × 4 bytes. */
  pixels(): Uint8Array;
  png(): Promise<Uint8Array>;
  brightness(): number;
  /** Whether the scene is animated at this moment. */
  animates(): boolean;
  /** Milliseconds until the scene is at rest; 0 where it is. */
  rests_in_ms(): number;
  /** Milliseconds until a scene at rest looks different by time alone; Infinity for never. */
  changes_in_ms(): number;
  /** The power goes: the screen is black. */
  powerOff(): void;
  /** Called when there is a new scene or a new brightness; never by time alone, a watcher of an animated scene samples it. */
  onChange(listener: () => void): () => void;
}

const EMPTY: Scene = { at: () => ({ list: [], lines: [] }), animates_until_ms: 0, changesAfter: () => Infinity };

/** Watchers who look within this time, and the same turn, see the same frame. */
const SAME_FRAME_MS = 5;

/** What is drawn is read at once, so all screens of a size have one canvas and its paths: 600 kB less for each device. */
const rasters = new Map<string, Raster>();

function rasterOf(width: number, height: number): Raster {
  const size = `${width} × ${height}`;
  const raster = rasters.get(size) ?? createRaster(width, height);
  rasters.set(size, raster);
  return raster;
}

export function createMemoryScreen(clock: Clock, width = SCREEN_WIDTH, height = SCREEN_HEIGHT): MemoryScreen {
  let scene = EMPTY;
  let brightness = 100;
  /** The frame of this turn of the event loop: several watchers share one drawing. */
  let frame: { readonly scene: Scene; readonly at_ms: number; readonly pixels: Uint8Array } | null = null;
  const listeners = new Set<() => void>();
  const animates = (): boolean => clock.now_ms() < scene.animates_until_ms;
  const changed = (): void => listeners.forEach((listener) => listener());
  const picture = (): Picture => scene.at(clock.now_ms());
  const drawn = (): Raster => {
    const raster = rasterOf(width, height);
    raster.draw(picture().list);
    return raster;
  };
  return {
    width,
    height,
    show(next) {
      scene = next;
      changed();
    },
    setBrightness(percent) {
      if (percent === brightness) return;
      brightness = percent;
      changed();
    },
    picture,
    pixels() {
      const at_ms = clock.now_ms();
      if (frame?.scene === scene && at_ms - frame.at_ms < SAME_FRAME_MS) return frame.pixels;
      frame = { scene, at_ms, pixels: drawn().pixels() };
      setImmediate(() => (frame = null));
      return frame.pixels;
    },
    png: () => drawn().png(),
    brightness: () => brightness,
    animates,
    rests_in_ms: () => Math.max(0, scene.animates_until_ms - clock.now_ms()),
    changes_in_ms: () => scene.changesAfter(clock.now_ms()) - clock.now_ms(),
    powerOff() {
      scene = EMPTY;
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
