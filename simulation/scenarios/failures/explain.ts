// Explains the failures of a scenario from its recording: what the device did meanwhile, and the command that shows the
// moment again.

import type { StoryEvent } from '../../timeline/story.ts';
import type { Explanation } from './explanation.ts';
import type { Failure } from './failure.ts';
import { lastEvents } from './last-events.ts';
import { meanwhileOf, nearestTexts, spanText } from './meanwhile.ts';
import { quoteOf } from './quote.ts';

interface Evidence {
  /** All events of the recording; empty without one. */
  readonly events: readonly StoryEvent[];
  /** Start of the scenario, on the recording's clock. */
  readonly start_ms: number;
  /** Path of the recording; '' if there is none. */
  readonly recording: string;
  /** Lines about the first difference from the last good run. */
  readonly last_pass: readonly string[];
  /** Returns the text of a scenario file; null if it can't be read. */
  textOf(file: string): string | null;
}

export function explain(failure: Failure, evidence: Evidence): Failure {
  const { start_ms, recording, last_pass, textOf } = evidence;
  const { at, device, condition, lines, batches } = failure;
  const wait = { from_ms: start_ms + failure.began_ms, to_ms: start_ms + failure.at_ms };
  const events = evidence.events.filter(({ batch, at_ms }) => (batches === null ? at_ms <= wait.to_ms : batch < batches)); // oxfmt-ignore
  const text = at ? textOf(at.file) : null;
  const own = events.filter((event) => event.device === device);
  const several = new Set(events.map((event) => event.device)).size > 1;
  const explanation: Explanation = {
    quote: at && text !== null ? quoteOf(text, at) : [],
    step: isFilledIn(failure, text) ? failure.step : '',
    nearest: condition ? nearestTexts(own, condition, lines, wait.to_ms) : [],
    meanwhile: condition && wait.to_ms > wait.from_ms ? meanwhileOf(own, condition, wait) : [],
    waited: wait.to_ms > wait.from_ms ? spanText(wait.from_ms, wait.to_ms) : '',
    before: lastEvents(events, several),
    last_pass,
    changed: [],
    replay: recording === '' ? '' : replayCommand(recording, wait.to_ms),
  };
  return { ...failure, explanation };
}

/** Whether the step in the file does not say all: it has `${name}`, or is repeated. */
function isFilledIn({ step, at }: Failure, text: string | null): boolean {
  const line = text?.split('\n')[(at?.line ?? 0) - 1] ?? '';
  return line.includes('${') || / \(pass \d+ of \d+\)$/.test(step);
}

/** Returns a command for a POSIX shell. */
const replayCommand = (recording: string, at_ms: number): string =>
  `tapin replay ${quoted(recording)} --at ${Number((at_ms / 1000).toFixed(3))} --serve`;

const quoted = (path: string): string =>
  /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
