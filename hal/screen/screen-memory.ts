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
  /** Whether the scene moves by itself at this moment. */
  animates(): boolean;
  /** Called when there is a new scene or a new brightness; never by time alone. */
  on_change(listener: () => void): () => void;
}

const EMPTY: Scene = { at: () => ({ list: [], lines: [] }), animates_until_ms: 0 };

export function createMemoryScreen(clock: Clock, width = SCREEN_WIDTH, height = SCREEN_HEIGHT): MemoryScreen {
  let scene = EMPTY;
  let brightness = 100;
  let raster: Raster | null = null;
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const picture = (): Picture => scene.at(clock.now_ms());
  const drawn = (): Raster => {
    raster ??= createRaster(width, height);
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
    set_brightness(percent) {
      if (percent === brightness) return;
      brightness = percent;
      changed();
    },
    picture,
    pixels: () => drawn().pixels(),
    png: () => drawn().png(),
    brightness: () => brightness,
    animates: () => clock.now_ms() < scene.animates_until_ms,
    on_change(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
