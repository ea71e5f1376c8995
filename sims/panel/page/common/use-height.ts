// Publishes an element's height as a CSS variable, so that sticky elements can leave room for it.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Tracks the height of the element with this `ref` in the variable of this name. */
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
