// Said in the place of what only a recording knows.

import type { Panel } from '../connection/panel.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** Null where the device is recorded. */
export function NoTimeline({ hello }: Pick<Panel, 'hello'>) {
  if (hello === null || hello.timeline) return null;
  return <p class="empty">This device is not recorded: start tapin with --record FILE.</p>;
}

/** Said of an empty list: what is kept of a device may not be all. */
export const emptyText = (events: readonly TimelineEvent[], never: string): string =>
  events.some(({ carried }) => carried) ? 'None in the last ten minutes.' : never;

/** Seconds of the device's clock. */
export const secondsText = (ms: number): string => (ms / 1000).toFixed(3);
