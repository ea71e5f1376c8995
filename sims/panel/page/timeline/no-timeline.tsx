// Placeholders for content that needs a recording.

import type { PanelState } from '../connection/panel.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** Renders a note; null if the device is recorded. */
export function NoTimeline({ hello }: Pick<PanelState, 'hello'>) {
  if (hello === null || hello.timeline) return null;
  return <p class="empty">This device is not recorded: start tapin with --record FILE.</p>;
}

/** Returns the message for an empty list; older events may have been dropped. */
export const emptyText = (events: readonly TimelineEvent[], never: string): string =>
  events.some(({ carried }) => carried) ? 'None in the last ten minutes.' : never;

/** Formats a device time in seconds. */
export const secondsText = (ms: number): string => (ms / 1000).toFixed(3);
