// How high an element is, as a variable of the stylesheets: what sticks beside it or above it leaves it its room.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Follows the height of the element with this `ref`, in the variable of this name. */
export function useHeightVariable<Kind extends Element>(name: `--${string}`): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => style.setProperty(name, `${current.getBoundingClientRect().height}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name]);
  return element;
}
