// Tracks the current width of an element, for drawing into it.

import { useLayoutEffect, useState } from 'preact/hooks';

/** Returns the `ref` for an element and its width in pixels; 0 before it is mounted. */
export function useWidth(): readonly [(element: Element | null) => void, number] {
  const [element, setElement] = useState<Element | null>(null);
  const [width_px, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width_px];
}
