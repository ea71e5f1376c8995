// All events of a recording on one clock, in order: the timeline of each device, merged.

import type { TimelineEvent } from '../../sims/panel/page/timeline/timeline-event.ts';
import { readTurn, startOf, type Recording } from '../recordings/recording.ts';
import { createLiveTimeline } from './live-timeline.ts';

export interface StoryEvent extends TimelineEvent {
  readonly device: string;
  /** Index of its batch in the recording. */
  readonly batch: number;
}

const UNLIMITED = { ms: Infinity, events: Infinity };

/** Returns the events, oldest first; skips unreadable batches. Times count from the start of the recording. */
export function storyOf(recording: Pick<Recording, 'turns'>): readonly StoryEvent[] {
  const from_ms = startOf(recording);
  const live = createLiveTimeline(UNLIMITED);
  const followed = new Set<string>();
  const story: StoryEvent[] = [];
  let batch = 0;
  for (const [index, line] of recording.turns.entries()) {
    const turn = readTurn(line);
    if (!turn.ok) continue;
    const { device } = turn.value;
    batch = index;
    if (!followed.has(device))
      live.of(device).follow((events) => {
        for (const event of events) story.push({ ...event, at_ms: event.at_ms - from_ms, device, batch });
      });
    followed.add(device);
    live.take(turn.value);
  }
  return story;
}
