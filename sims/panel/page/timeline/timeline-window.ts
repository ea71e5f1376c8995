// Which part of the time the timeline shows.

export interface TimeWindow {
  /** Null follows the newest. */
  readonly end_ms: number | null;
  readonly span_ms: number;
}

export interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

const SPAN_MS_MIN = 100;
/** An hour. */
const SPAN_MS_MAX = 3_600_000;

/** What is shown of what there is; what there is not yet has its room at the end. */
export function spanOf({ end_ms, span_ms }: TimeWindow, whole: Span): Span {
  const to_ms = Math.max(end_ms ?? whole.to_ms, whole.from_ms + span_ms);
  return { from_ms: to_ms - span_ms, to_ms };
}

/** `around_ms` stays where it is. `factor` above 1 shows more. */
export function zoomed(window: TimeWindow, whole: Span, factor: number, around_ms: number): TimeWindow {
  const { from_ms, to_ms } = spanOf(window, whole);
  const span_ms = Math.min(Math.max(window.span_ms * factor, SPAN_MS_MIN), SPAN_MS_MAX);
  const share = (around_ms - from_ms) / (to_ms - from_ms);
  return within({ end_ms: around_ms + span_ms * (1 - share), span_ms }, whole);
}

export const panned = (window: TimeWindow, whole: Span, by_ms: number): TimeWindow =>
  within({ ...window, end_ms: spanOf(window, whole).to_ms + by_ms }, whole);

/** Moved, where it must be, so that this moment is in it. */
export function showing(window: TimeWindow, whole: Span, at_ms: number): TimeWindow {
  const { from_ms, to_ms } = spanOf(window, whole);
  if (at_ms >= from_ms && at_ms <= to_ms) return window;
  return within({ ...window, end_ms: at_ms + window.span_ms / 2 }, whole);
}

/** Neither before the oldest nor behind the newest. At the end it follows again. */
function within({ end_ms, span_ms }: TimeWindow, whole: Span): TimeWindow {
  if (end_ms === null || end_ms >= whole.to_ms) return { end_ms: null, span_ms };
  return { end_ms: Math.min(Math.max(end_ms, whole.from_ms + span_ms), whole.to_ms), span_ms };
}

/** Where the axis has its lines: about `count` of them, at round figures. */
export function axisTicks({ from_ms, to_ms }: Span, count: number): readonly number[] {
  const raw_ms = (to_ms - from_ms) / count;
  const power = 10 ** Math.floor(Math.log10(raw_ms));
  const step_ms = power * (ROUND.find((round) => round * power >= raw_ms) ?? 10);
  const first = Math.ceil(from_ms / step_ms);
  const ticks = Math.floor(to_ms / step_ms) - first + 1;
  return Array.from({ length: Math.max(0, ticks) }, (_, index) => (first + index) * step_ms);
}

const ROUND = [1, 2, 5, 10];
