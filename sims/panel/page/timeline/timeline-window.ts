// Computes which time span the timeline shows: zoom, pan and axis ticks.

export interface TimeWindow {
  /** null follows the newest event. */
  readonly end_ms: number | null;
  readonly span_ms: number;
}

export interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

const SPAN_MS_MIN = 100;
/** One hour. */
const SPAN_MS_MAX = 3_600_000;

/** Returns the visible span; a recording shorter than the window leaves empty room at the end. */
export function spanOf({ end_ms, span_ms }: TimeWindow, whole: Span): Span {
  const to_ms = Math.max(end_ms ?? whole.to_ms, whole.from_ms + span_ms);
  return { from_ms: to_ms - span_ms, to_ms };
}

/** Zooms around `around_ms`, which keeps its position. A `factor` above 1 zooms out. */
export function zoomed(window: TimeWindow, whole: Span, factor: number, around_ms: number): TimeWindow {
  const { from_ms, to_ms } = spanOf(window, whole);
  const span_ms = Math.min(Math.max(window.span_ms * factor, SPAN_MS_MIN), SPAN_MS_MAX);
  const share = (around_ms - from_ms) / (to_ms - from_ms);
  return within({ end_ms: around_ms + span_ms * (1 - share), span_ms }, whole);
}

export const panned = (window: TimeWindow, whole: Span, by_ms: number): TimeWindow =>
  within({ ...window, end_ms: spanOf(window, whole).to_ms + by_ms }, whole);

/** Moves the window, if necessary, so that it contains `at_ms`. */
export function showing(window: TimeWindow, whole: Span, at_ms: number): TimeWindow {
  const { from_ms, to_ms } = spanOf(window, whole);
  if (at_ms >= from_ms && at_ms <= to_ms) return window;
  return within({ ...window, end_ms: at_ms + window.span_ms / 2 }, whole);
}

/** Clamps the window to the recording. At its end the window follows the newest event again. */
function within({ end_ms, span_ms }: TimeWindow, whole: Span): TimeWindow {
  if (end_ms === null || end_ms >= whole.to_ms) return { end_ms: null, span_ms };
  return { end_ms: Math.min(Math.max(end_ms, whole.from_ms + span_ms), whole.to_ms), span_ms };
}

/** Returns about `count` axis ticks at round values. */
export function axisTicks({ from_ms, to_ms }: Span, count: number): readonly number[] {
  const raw_ms = (to_ms - from_ms) / count;
  const power = 10 ** Math.floor(Math.log10(raw_ms));
  const step_ms = power * (ROUND.find((round) => round * power >= raw_ms) ?? 10);
  const first = Math.ceil(from_ms / step_ms);
  const ticks = Math.floor(to_ms / step_ms) - first + 1;
  return Array.from({ length: Math.max(0, ticks) }, (_, index) => (first + index) * step_ms);
}

const ROUND = [1, 2, 5, 10];
