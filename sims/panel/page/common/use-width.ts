// How wide an element is at the moment, for what is drawn into it.

import { useLayoutEffect, useState } from 'preact/hooks';

/** What an element has as its `ref`, and its width in pixels; 0 before it is there. */
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
