// The first picture of a device, which stands on its display while the program is loaded: the boot page as the device itself begins with it.

import type { Display } from '../../hal/display/display.ts';
import type { Placing } from '../../hal/display/placement.ts';
import type { Result } from '../../wire/errors.ts';

export interface Splash {
  /** The display that shows it, for whoever shows what follows, once; null where there is none. */
  take(): Display | null;
  /** Gives the display back, unless somebody has taken it. */
  close(): void;
}

export const NO_SPLASH: Splash = { take: () => null, close: () => {} };

/** Without a display there is no splash: whoever keeps the display later says why. What paints is loaded only where there is one. */
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
