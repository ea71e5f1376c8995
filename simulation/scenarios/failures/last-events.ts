// The last events of a device before a failure, in words.

import { eventText } from '../../../sims/panel/page/timeline/event-words.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import { secondsText } from './meanwhile.ts';

const EVENTS_MAX = 5;

/** Lanes that happen all the time and explain little. */
const NOISE = /^(storage|firmware images)$/;

/** Inputs: what was done to the device. */
const INPUT = /^(?:power|keys and touch|putter|fault of .*|network)$/;

interface Told {
  readonly at_ms: number;
  readonly texts: readonly string[];
  readonly is_input: boolean;
}

/**
 * Returns the last five moments at which something happened, each on one line, and the last input if it came before
 * them. `several`: names the device of each.
 */
export function lastEvents(events: readonly StoryEvent[], several: boolean): readonly string[] {
  const told: Told[] = [];
  let has_input = false;
  for (let at = events.length - 1; at >= 0 && (told.length <= EVENTS_MAX || !has_input); at--) {
    const event = events[at];
    const words = event && !NOISE.test(event.lane) ? eventText(events, at) : '';
    if (!event || words === '') continue;
    const text = several ? `${event.device} ${words}` : words;
    const is_input = INPUT.test(event.lane);
    has_input ||= is_input;
    const first = told[0];
    if (first?.at_ms === event.at_ms)
      told[0] = { ...first, texts: [text, ...first.texts], is_input: first.is_input || is_input }; // oxfmt-ignore
    else told.unshift({ at_ms: event.at_ms, texts: [text], is_input });
  }
  const newest = told.slice(-EVENTS_MAX);
  const input = newest.some(({ is_input }) => is_input) ? undefined : told.findLast(({ is_input }) => is_input);
  return [...(input ? [input] : []), ...newest].map(({ at_ms, texts }) => `${secondsText(at_ms)}  ${joined(texts)}`);
}

/** Maximum events of one moment. */
const TEXTS_MAX = 4;

const joined = (texts: readonly string[]): string =>
  [...texts.slice(0, TEXTS_MAX), ...(texts.length > TEXTS_MAX ? [`and ${texts.length - TEXTS_MAX} more`] : [])].join('; '); // oxfmt-ignore
