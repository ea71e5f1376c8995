// Size of the shown screen: as large as fits, with device pixels on whole display pixels.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { ScreenView } from './screen-view.ts';

interface ScreenScale {
  readonly width_css_px: number;
  /** Whether each device pixel covers whole display pixels. */
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
  // Below its natural size, or the width of a narrow page, a smooth picture is better than a tiny crisp one.
  if (crisp_css_px >= natural_css_px) return { width_css_px: crisp_css_px, crisp: true };
  return { width_css_px: natural_css_px, crisp: false };
}

/** Tracks the display's zoom and the width of an element whose size the layout decides, not the screen inside it. */
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
