// Describes what a device showed and did while a step waited, and where an expected text was instead.

import { colorName } from '../../../hal/leds/color-name.ts';
import { stepsToPart } from '../../../wire/nearest-word.ts';
import type { StoryEvent } from '../../timeline/story.ts';
import type { Condition } from '../reading/shapes.ts';
import { laneSpans, lineSpans, type Span } from './spans.ts';

/** Interval of a step, on the recording's clock. */
interface Wait {
  readonly from_ms: number;
  readonly to_ms: number;
}

/** Limits of what is listed, so that the reader sees the whole at once. */
const ENTRIES_MAX = 14;
const VALUES_MAX = 5;

const MACHINE = 'machine ';
const PAGE = `${MACHINE}navigation`;

/** Formats a time as `7.13 s`. */
export const secondsText = (ms: number): string => `${Number((ms / 1000).toFixed(2))} s`;

/**
 * Lists what changed during a wait: texts of the screen, pages, states, LEDs and sounds, each with its times. Entries
 * that the condition names come first. `events`: of one device, up to the end of the wait.
 */
export function meanwhileOf(events: readonly StoryEvent[], condition: Condition, wait: Wait): readonly string[] {
  const changed = (spans: readonly Span[]): readonly Span[] =>
    spans.filter(({ from_ms, to_ms }) => to_ms > wait.from_ms && (from_ms > wait.from_ms || to_ms <= wait.to_ms));
  const lanes = changed(laneSpans(events));
  const entries = [
    ...textEntries(changed(lineSpans(events)), wait),
    ...laneEntries(lanes, wait),
    ...soundEntries(events, wait),
  ];
  const wanted = entries.filter((entry) => isWanted(entry, condition));
  const all = [...wanted, ...entries.filter((entry) => !wanted.includes(entry))].map(({ text }) => text);
  return all.length > ENTRIES_MAX ? [...all.slice(0, ENTRIES_MAX), `and ${all.length - ENTRIES_MAX} more`] : all;
}

interface Entry {
  readonly label: string;
  readonly text: string;
}

function isWanted({ label }: Entry, { text, line, page, state, led, sound, figures }: Condition): boolean {
  if (label === PAGE) return page !== undefined;
  if (label === 'sound') return sound !== undefined;
  if (label.startsWith(MACHINE)) return label.slice(MACHINE.length) in state;
  if (label.startsWith('LED ')) return label.slice(4) in led;
  const labels = [...text, ...line, ...Object.keys(figures)].map((each) => labelOf(each).toLowerCase());
  return labels.includes(label.toLowerCase());
}

/** Returns the part of a line before its value: `Verdict` of `Verdict: Short`. */
const labelOf = (line: string): string => line.replace(/^> /, '').split(':', 1)[0]?.replaceAll('_', ' ').trim() ?? '';

/** Label of the line that lists the keys of a page. */
const HINTS = 'Keys';

const textEntries = (spans: readonly Span[], wait: Wait): readonly Entry[] =>
  grouped(spans, ({ value }) => labelOf(value))
    .filter(([label]) => label !== HINTS)
    .map(([label, all]) => ({
      label,
      text: listed(all, (span) => `${JSON.stringify(span.value)} ${whenText(span, wait)}`),
    }));

const laneEntries = (spans: readonly Span[], wait: Wait): readonly Entry[] =>
  grouped(spans, ({ label }) => label).map(([label, all]) => ({
    label,
    text: `${label === PAGE ? 'page' : label}: ${listed(all, (span) => `${valueText(span)} ${whenText(span, wait)}`)}`,
  }));

/** LEDs are recorded by their code, and named in conditions. */
const valueText = ({ label, value }: Span): string => (label.startsWith('LED ') ? colorName(value) : value);

function soundEntries(events: readonly StoryEvent[], { from_ms }: Wait): readonly Entry[] {
  const played = events.filter(({ lane, at_ms }) => lane === 'sounds' && at_ms > from_ms);
  return grouped(played, () => 'sound').map(([label, all]) => ({
    label,
    text: `sounds: ${listed(all, ({ name, at_ms }) => `${name ?? ''} ${secondsText(at_ms)}`)}`,
  }));
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): readonly (readonly [string, readonly T[]])[] {
  return [...Map.groupBy(all, keyOf)];
}

function listed<T>(all: readonly T[], format: (each: T) => string): string {
  const shown = all.slice(0, VALUES_MAX).map(format);
  return [...shown, ...(all.length > VALUES_MAX ? [`and ${all.length - VALUES_MAX} more`] : [])].join(', ');
}

/** Formats the part of a span inside the wait. */
function whenText({ from_ms, to_ms }: Span, wait: Wait): string {
  if (to_ms === from_ms) return `at ${secondsText(from_ms)}`;
  if (from_ms <= wait.from_ms) return `until ${secondsText(to_ms)}`;
  return to_ms > wait.to_ms ? `from ${secondsText(from_ms)}` : spanText(from_ms, to_ms);
}

/** Formats an interval as `5.56–15.56 s`. */
export const spanText = (from_ms: number, to_ms: number): string =>
  `${secondsText(from_ms).replace(' s', '')}–${secondsText(to_ms)}`;

/** Largest share of a text that may differ in a line that resembles it. */
const DIFFERS_MAX = 0.5;

/**
 * Returns for each expected text that is not on the screen where it was shown at another time, or else the line that
 * resembles it most. `lines`: the screen at the failure.
 */
export function nearestTexts(
  events: readonly StoryEvent[],
  { text, line }: Pick<Condition, 'text' | 'line'>,
  lines: readonly string[],
  until_ms: number,
): readonly string[] {
  const spans = lineSpans(events);
  return [
    ...text.filter((wanted) => !lines.some((each) => each.includes(wanted))),
    ...line.filter((wanted) => !lines.includes(wanted)),
  ].flatMap((wanted) => {
    const shown = spans.findLast(({ value }) => (line.includes(wanted) ? value === wanted : value.includes(wanted)));
    if (shown) return [`${JSON.stringify(shown.value)} was on the screen ${spanText(shown.from_ms, Math.min(shown.to_ms, until_ms))}`]; // oxfmt-ignore
    const near = nearestLine(wanted, [...lines, ...spans.toReversed().map(({ value }) => value)]);
    if (near === null) return [];
    const at = lines.includes(near) ? 'is on the screen' : `was on the screen ${whenShown(spans, near)}`;
    return [`${JSON.stringify(near)} ${at}`];
  });
}

function whenShown(spans: readonly Span[], line: string): string {
  const span = spans.findLast(({ value }) => value === line);
  return span ? spanText(span.from_ms, span.to_ms) : '';
}

/** Returns the line that resembles a text most; null if none does. */
function nearestLine(text: string, lines: readonly string[]): string | null {
  let [nearest, fewest]: [string | null, number] = [null, text.length * DIFFERS_MAX];
  for (const line of new Set(lines)) {
    const steps = stepsToPart(text, line);
    if (steps < fewest || (nearest === null && steps === fewest)) [nearest, fewest] = [line, steps];
  }
  return nearest;
}
