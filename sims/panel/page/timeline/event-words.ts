// Describes events of the timeline in words, for breakpoints, steps and reports.

import { colorName } from '../../../../hal/leds/color-name.ts';
import type { TimelineEvent } from './timeline-event.ts';

/** Event with its device, if several are mixed. */
interface DeviceEvent extends TimelineEvent {
  readonly device?: string;
}

/** Returns the lines of a picture; empty for another event. */
export const linesOf = ({ args: { lines } }: Pick<TimelineEvent, 'args'>): readonly string[] =>
  Array.isArray(lines) ? lines.map(String) : [];

/** Maximum lines of a picture that are quoted. */
const LINES_MAX = 3;

/** Quotes the lines of a picture that the one before did not have. */
function screenText(lines: readonly string[], before: readonly string[]): string {
  const fresh = lines.filter((line) => !before.includes(line));
  const shown = fresh.slice(0, LINES_MAX).map((line) => JSON.stringify(line));
  return fresh.length === 0 ? '' : `screen ${shown.join(', ')}${fresh.length > LINES_MAX ? ', …' : ''}`;
}

/** Returns the lines of the picture before an event. */
function screenBefore(events: readonly DeviceEvent[], at: number): readonly string[] {
  const device = events[at]?.device;
  const isBefore = (event: DeviceEvent, index: number): boolean =>
    index < at && event.lane === 'screen' && 'lines' in event.args && event.device === device;
  const before = events.findLast(isBefore);
  return before ? linesOf(before) : [];
}

/** Frames that report a swing or an error; the others are heartbeats and greetings. */
const TELLING_FRAME = /SWING|ERROR|TEST|damaged|closed|opened|plugged/;

/** Describes an event of a story; '' if it says nothing to a reader. */
export function eventText(events: readonly DeviceEvent[], at: number): string {
  const event = events[at];
  if (!event || !['moment', 'show'].includes(event.what)) return '';
  const { lane, name } = event;
  if (lane === 'alarms' || lane === 'frames to the board') return '';
  if (lane === 'frames from the board') return TELLING_FRAME.test(name ?? '') ? `frame ${name}` : '';
  if (lane === 'keys and touch') return name?.endsWith(' release') ? '' : `key ${name}`;
  if (lane === 'screen') return 'lines' in event.args ? screenText(linesOf(event), screenBefore(events, at)) : `screen ${name}`; // oxfmt-ignore
  if (lane === 'sounds') return `sound ${name}`;
  if (lane.startsWith('LED ')) return `${lane} ${name === null ? 'off' : colorName(name)}`;
  return lane.startsWith('machine ') ? stepText(event) : `${lane} ${name ?? 'ends'}`;
}

function stepText({ lane, name, args: { event, source } }: DeviceEvent): string {
  const cause = typeof event === 'string' ? ` on ${event}` : '';
  const from = typeof source === 'string' && source !== '' ? `${source} → ` : '';
  return `${lane}: ${from}${name ?? 'ended'}${cause}`;
}
