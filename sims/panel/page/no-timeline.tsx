// Said in the place of what only a recording knows.

import type { Panel } from './panel.ts';

/** Null where the device is recorded. */
export function NoTimeline({ hello }: Pick<Panel, 'hello'>) {
  if (hello === null || hello.timeline) return null;
  return <p class="empty">Nobody records this device: tapin run does.</p>;
}

/** Seconds of the device's clock. */
export const secondsText = (ms: number): string => (ms / 1000).toFixed(3);
