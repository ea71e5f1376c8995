// Material of the report page for one scenario: its steps, frames and events, on the recording's clock.

import { eventText } from '../../../sims/panel/page/timeline/event-words.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import type { EventKind, ReportEvent, ReportFilm } from '../report-page/report-data.ts';
import { placeText } from '../scenario.ts';
import { codeOf } from './code-of.ts';
import type { Failure } from './failure.ts';
import { filmOf, type FilmSource } from './film.ts';

/** Film of a scenario with its packed recording. */
export interface Filmed {
  readonly film: ReportFilm;
  readonly recording: Uint8Array;
}

/** Newest events that are kept. */
const EVENTS_MAX = 400;
const TEXT_CHARS_MAX = 300;

export async function reportFilm(source: FilmSource, failures: readonly Failure[]): Promise<ReportFilm> {
  const { events, journal, start_ms } = source;
  return {
    steps: journal.map(({ action, at, device, began_ms, ended_ms, failed }) => ({
      action,
      place: placeText(at),
      device,
      began_ms: began_ms + start_ms,
      ended_ms: ended_ms + start_ms,
      failed,
    })),
    frames: await filmOf(source),
    events: shownEvents(events),
    code: [...new Set(failures.flatMap((failure) => codeOf(failure, events)))],
  };
}

function shownEvents(events: readonly StoryEvent[]): readonly ReportEvent[] {
  const all: ReportEvent[] = [];
  for (let at = events.length - 1; at >= 0 && all.length < EVENTS_MAX; at--) {
    const event = events[at];
    const text = eventText(events, at).slice(0, TEXT_CHARS_MAX);
    if (event && text !== '') all.unshift({ at_ms: event.at_ms, device: event.device, kind: kindOf(event.lane), text });
  }
  return all;
}

const KINDS: Readonly<Record<string, EventKind>> = {
  power: 'input',
  'keys and touch': 'input',
  'frames from the board': 'input',
  putter: 'input',
  screen: 'screen',
  sounds: 'sound',
  storage: 'storage',
  'firmware images': 'storage',
  HTTP: 'request',
  TCP: 'request',
  log: 'log',
};

function kindOf(lane: string): EventKind {
  if (lane.startsWith('machine ')) return 'state';
  if (lane.startsWith('LED ')) return 'led';
  return lane.startsWith('fault ') ? 'input' : (KINDS[lane] ?? 'other');
}
