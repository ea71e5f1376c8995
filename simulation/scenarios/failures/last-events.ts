// The last events of a device before a failure, in words.

import { colorName } from '../../../hal/leds/color-name.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import { secondsText } from './meanwhile.ts';
import { linesOf } from './spans.ts';

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

/** Maximum lines of a picture that are quoted. */
const LINES_MAX = 3;

/** Quotes the lines of a picture that the one before did not have. */
function screenText(lines: readonly string[], before: readonly string[]): string {
  const fresh = lines.filter((line) => !before.includes(line));
  const shown = fresh.slice(0, LINES_MAX).map((line) => JSON.stringify(line));
  return fresh.length === 0 ? '' : `screen ${shown.join(', ')}${fresh.length > LINES_MAX ? ', …' : ''}`;
}

/** Returns the lines of the picture before an event. */
function screenBefore(events: readonly StoryEvent[], at: number): readonly string[] {
  const device = events[at]?.device;
  const before = events.findLast((event, index) => index < at && event.lane === 'screen' && event.device === device);
  return before ? linesOf(before) : [];
}

/** Frames that report a swing or an error; the others are heartbeats and greetings. */
const TELLING_FRAME = /SWING|ERROR|TEST|damaged|closed|opened|plugged/;

/** Describes an event of a story; '' if it says nothing to a reader. */
export function eventText(events: readonly StoryEvent[], at: number): string {
  const event = events[at];
  if (!event || !['moment', 'show'].includes(event.what)) return '';
  const { lane, name } = event;
  if (lane === 'alarms' || lane === 'frames to the board') return '';
  if (lane === 'frames from the board') return TELLING_FRAME.test(name ?? '') ? `frame ${name}` : '';
  if (lane === 'keys and touch') return name?.endsWith(' release') ? '' : `key ${name}`;
  if (lane === 'screen') return screenText(linesOf(event), screenBefore(events, at));
  if (lane === 'sounds') return `sound ${name}`;
  if (lane.startsWith('LED ')) return `${lane} ${name === null ? 'off' : colorName(name)}`;
  return lane.startsWith('machine ') ? stepText(event) : `${lane} ${name ?? 'ends'}`;
}

function stepText({ lane, name, args: { event, source } }: StoryEvent): string {
  const cause = typeof event === 'string' ? ` on ${event}` : '';
  const from = typeof source === 'string' && source !== '' ? `${source} → ` : '';
  return `${lane}: ${from}${name ?? 'ended'}${cause}`;
}
