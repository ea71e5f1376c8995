// Splash screen: shows the device's boot page on its display while the program loads.

import type { Display } from '../../hal/display/display.ts';
import type { Placing } from '../../hal/display/placement.ts';
import type { Result } from '../../wire/errors.ts';

export interface Splash {
  /** Hands over the display that shows the splash, once; null if there is none. */
  take(): Display | null;
  /** Closes the display unless it has been taken. */
  close(): void;
}

export const NO_SPLASH: Splash = { take: () => null, close: () => {} };

/**
 * Shows the splash. Does nothing without a display, since the code that keeps the display reports the reason later.
 * Loads the painter only if there is a display.
 */
export async function showSplash(opened: Result<Display>, placing: Placing): Promise<Splash> {
  if (!opened.ok) return NO_SPLASH;
  const display = opened.value;
  const { createPainter } = await import('../../hal/display/painter.ts');
  const { firstPage } = await import('../../firmware/pages/settings/boot-page.ts');
  try {
    await createPainter({ ...placing, display, picture: firstPage }).draw(() => {});
  } catch {
    display.close();
    return NO_SPLASH;
  }
  let kept: Display | null = display;
  const take = (): Display | null => {
    const taken = kept;
    kept = null;
    return taken;
  };
  return { take, close: () => take()?.close() };
}
