// Screen in memory: draws when it is read, and notifies watchers of changes.

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
    pixels: () => drawn().pixels(),
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
