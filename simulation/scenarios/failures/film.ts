// Film strip of a scenario: the screen at its steps, restored by replaying its recording.

import { linesOf } from '../../../sims/panel/page/timeline/event-words.ts';
import { startOf, type Recording } from '../../recordings/recording.ts';
import { createReplay } from '../../recordings/replay.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import type { ReportFrame } from '../report-page/report-data.ts';
import type { PlayedStep } from './failure.ts';

/** Maximum frames of a film; the newest are kept. */
const FRAMES_MAX = 24;
/** Maximum frames within one step that lets time pass. */
const STEP_FRAMES_MAX = 4;

interface Moment {
  /** Time since the recording's start, and number of batches before it. */
  readonly at_ms: number;
  readonly batches: number;
  readonly step: number;
  readonly device: string;
}

export interface FilmSource {
  readonly recording: Recording;
  /** Events of the recording. */
  readonly events: readonly StoryEvent[];
  readonly journal: readonly PlayedStep[];
  /** Start of the scenario, since the recording's start. */
  readonly start_ms: number;
}

/** Returns the frames in order: one at the end of each step, and those that differ while a step waits. */
export async function filmOf(source: FilmSource): Promise<readonly ReportFrame[]> {
  const { recording } = source;
  const first_ms = startOf(recording);
  const replay = createReplay(recording);
  const frames: ReportFrame[] = [];
  for (const { batches, at_ms, step, device } of momentsOf(source).slice(-FRAMES_MAX)) {
    const played = await replay.playTo(at_ms + first_ms, false, batches);
    if (!played.ok || played.value) break;
    const picture = replay.devices().get(device)?.screen.picture();
    if (picture) frames.push({ at_ms, device, step, lines: picture.lines, list: picture.list });
  }
  return frames;
}

function momentsOf({ events, journal, start_ms }: FilmSource): readonly Moment[] {
  const screens = events.filter(({ lane, what }) => lane === 'screen' && what === 'moment');
  let shown = '';
  return journal.flatMap(({ device, began_ms, ended_ms, batches }, step) => {
    const before = journal[step - 1]?.batches ?? 0;
    const isInside = ({ at_ms, batch }: StoryEvent): boolean =>
      batches === null
        ? at_ms > start_ms + began_ms && at_ms <= start_ms + ended_ms
        : batch >= before && batch < batches;
    const different = screens.filter((event) => {
      if (event.device !== device || !isInside(event)) return false;
      const text = linesOf(event).join('\n');
      const differs = text !== shown;
      shown = text;
      return differs;
    });
    const passing = different.map((event) => ({ at_ms: event.at_ms, batches: event.batch + 1, step, device }));
    const last = { at_ms: start_ms + ended_ms, batches: batches ?? Infinity, step, device };
    // The last picture is the one at the end of the step.
    return different.length === 0 ? [] : [...thinned(passing.slice(0, -1)), last];
  });
}

/** Returns at most `STEP_FRAMES_MAX` of them, evenly spread. */
const thinned = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, at) => all.length <= STEP_FRAMES_MAX || at % Math.ceil(all.length / STEP_FRAMES_MAX) === 0);
