// Screen in memory: draws when it is read, and notifies watchers of changes.

import { nextMacrotask } from '#macrotask';
import type { Clock } from '../clock/clock.ts';
import { createRaster, type Raster } from './raster.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type Picture, type Scene, type Screen } from './screen.ts';

export interface MemoryScreen extends Screen {
  /** Returns the current scene, not drawn. */
  picture(): Picture;
  /** Draws the current scene: RGBA, width × height × 4 bytes. */
  pixels(): Uint8Array;
  png(): Promise<Uint8Array>;
  brightness(): number;
  /** Whether the scene is animated now. */
  animates(): boolean;
  /** Milliseconds until the scene is at rest; 0 if it is. */
  rests_in_ms(): number;
  /** Milliseconds until a scene at rest changes just because time passes; Infinity for never. */
  changes_in_ms(): number;
  /** Blanks the screen, as when the power is cut. */
  powerOff(): void;
  /**
   * Subscribes to new scenes and brightness, not to the passage of time: a watcher of an animated scene samples it.
   * @returns Unsubscribes.
   */
  onChange(listener: () => void): () => void;
}

const EMPTY: Scene = { at: () => ({ list: [], lines: [] }), animates_until_ms: 0, changesAfter: () => Infinity };

/** Watchers that read within this time, in the same turn of the event loop, share a frame. */
const SAME_FRAME_MS = 5;

/**
 * A drawing is read immediately, so all screens of a size share one canvas and its paths, which saves 600 kB per
 * device.
 */
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
  /** Frame of this turn of the event loop; several watchers share it. */
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
      nextMacrotask(() => (frame = null));
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
