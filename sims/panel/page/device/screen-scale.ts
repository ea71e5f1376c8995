// How large the screen is shown: pixels of the device on whole pixels of the display, as large as it fits.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { ScreenView } from './screen-view.ts';

interface ScreenScale {
  readonly width_css_px: number;
  /** Whether each pixel of the device covers whole pixels of the display. */
  readonly crisp: boolean;
}

function scaleFor(
  screen_width: number,
  room: { readonly css_px: number; readonly ratio: number },
  { size, whole }: Pick<ScreenView, 'size' | 'whole'>,
): ScreenScale {
  const display_ratio = room.ratio;
  const available_css_px = size === 'fit' ? room.css_px : Math.min(room.css_px, screen_width * size);
  if (!whole) return { width_css_px: available_css_px, crisp: false };
  const times = Math.floor((available_css_px * display_ratio) / screen_width);
  const crisp_css_px = (screen_width * times) / display_ratio;
  const natural_css_px = Math.min(available_css_px, screen_width);
  // Crisp but tiny helps nobody: below its natural size, or below the width of a narrow page, smooth is better.
  if (crisp_css_px >= natural_css_px) return { width_css_px: crisp_css_px, crisp: true };
  return { width_css_px: natural_css_px, crisp: false };
}

/** Follows the width of an element that the layout, not the screen inside it, decides, and the display's zoom. */
export function useScreenScale(
  stage: RefObject<HTMLElement | null>,
  screen_width: number,
  view: Pick<ScreenView, 'size' | 'whole'>,
): ScreenScale {
  const [room, setRoom] = useState({ css_px: screen_width, ratio: 1 });
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const measure = (): void => setRoom({ css_px: element.clientWidth, ratio: globalThis.devicePixelRatio });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    globalThis.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener('resize', measure);
    };
  }, [stage]);
  return scaleFor(screen_width, room, view);
}
