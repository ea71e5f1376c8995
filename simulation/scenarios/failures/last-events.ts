// The last events of a device before a failure, in words.

import { eventText } from '../../../sims/panel/page/timeline/event-words.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import { secondsText } from './meanwhile.ts';

const EVENTS_MAX = 5;

/** Lanes that happen all the time and explain little. */
const NOISE = /^(storage|firmware images)$/;

/** Returns the last five events. `several`: names the device of each. */
export function lastEvents(events: readonly StoryEvent[], several: boolean): readonly string[] {
  const all: string[] = [];
  for (let at = events.length - 1; at >= 0 && all.length < EVENTS_MAX; at--) {
    const event = events[at];
    const text = event && !NOISE.test(event.lane) ? eventText(events, at) : '';
    if (event && text !== '') all.unshift(`${secondsText(event.at_ms)}  ${several ? `${event.device} ` : ''}${text}`);
  }
  return all;
}
