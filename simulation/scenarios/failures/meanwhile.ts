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
  const all_lanes = laneSpans(events);
  const lanes = changed(all_lanes);
  const entries = [
    ...steadyEntries(all_lanes, lanes, condition),
    ...textEntries(changed(lineSpans(events)), wait, wantedLabels(condition)),
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
  return wantedLabels({ text, line, figures }).includes(label.toLowerCase());
}

const wantedLabels = ({ text, line, figures }: Pick<Condition, 'text' | 'line' | 'figures'>): readonly string[] =>
  [...text, ...line, ...Object.keys(figures)].map((each) => labelOf(each).toLowerCase());

/** Returns the part of a line before its value: `Verdict` of `Verdict: Short`. */
const labelOf = (line: string): string => line.replace(/^> /, '').split(':', 1)[0]?.replaceAll('_', ' ').trim() ?? '';

/** Labels of lines that change with every putt and page, and explain little. */
const NOISE = /^(?:Keys|Club speed|Face|Face open|Face closed|Face square|Rotation|Attack|Ball rolls)$/;

const textEntries = (spans: readonly Span[], wait: Wait, wanted: readonly string[]): readonly Entry[] =>
  grouped(spans, ({ value }) => labelOf(value))
    .filter(([label]) => !NOISE.test(label) || wanted.includes(label.toLowerCase()))
    .map(([label, all]) => ({
      label,
      text: listed(all, (span) => `${JSON.stringify(span.value)} ${whenText(span, wait)}`),
    }));

const laneEntries = (spans: readonly Span[], wait: Wait): readonly Entry[] =>
  grouped(spans, ({ label }) => label).map(([label, all]) => ({
    label,
    text: `${label === PAGE ? 'page' : label}: ${listed(merged(all), (span) => `${valueText(span)} ${whenText(span, wait)}`)}`,
  }));

/** Joins neighbours with the same value, such as an LED that is set again. */
function merged(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && valueText(last) === valueText(span) && last.to_ms === span.from_ms)
      all[all.length - 1] = { ...last, to_ms: span.to_ms }; // oxfmt-ignore
    else all.push(span);
  }
  return all;
}

/** LEDs are recorded by their code, and named in conditions. */
const valueText = ({ label, value }: Span): string => (label.startsWith('LED ') ? colorName(value) : value);

/** Lists the expected page, states and LEDs that did not change, since that is what was wrong. */
function steadyEntries(all: readonly Span[], changed: readonly Span[], condition: Condition): readonly Entry[] {
  const wanted = [
    ...(condition.page === undefined ? [] : [PAGE]),
    ...Object.keys(condition.state).map((machine) => `${MACHINE}${machine}`),
    ...Object.keys(condition.led).map((led) => `LED ${led}`),
  ];
  return wanted
    .filter((label) => !changed.some((span) => span.label === label))
    .map((label) => {
      const last = all.findLast((span) => span.label === label && span.to_ms === Infinity);
      const value = last ? valueText(last) : label.startsWith('LED ') ? 'off' : 'not running';
      return { label, text: `${label === PAGE ? 'page' : label}: ${value} throughout` };
    });
}

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
 * Returns for each expected text that is not on the screen the line that resembles it most now, and when the text
 * itself was shown. `events`: of one device. `lines`: the screen at the failure.
 */
export function nearestTexts(
  events: readonly StoryEvent[],
  { text, line }: Pick<Condition, 'text' | 'line'>,
  lines: readonly string[],
  until_ms: number,
): readonly string[] {
  const spans = lineSpans(events);
  const isShown = (wanted: string, shown: string): boolean => (line.includes(wanted) ? shown === wanted : shown.includes(wanted)); // oxfmt-ignore
  const missing = [...text, ...line].filter((wanted) => !lines.some((each) => isShown(wanted, each)));
  return missing.flatMap((wanted) => {
    const now = nearestLine(wanted, lines);
    const itself = spans.findLast(({ value }) => isShown(wanted, value));
    const seen = itself ?? (now === null ? nearestSpan(wanted, spans) : undefined);
    return [
      ...(now === null ? [] : [`${JSON.stringify(now)} is on the screen`]),
      ...(seen ? [`${JSON.stringify(seen.value)} was on the screen ${spanText(seen.from_ms, Math.min(seen.to_ms, until_ms))}`] : []), // oxfmt-ignore
    ];
  });
}

function nearestSpan(text: string, spans: readonly Span[]): Span | undefined {
  const near = nearestLine(
    text,
    spans.toReversed().map(({ value }) => value),
  );
  return near === null ? undefined : spans.findLast(({ value }) => value === near);
}

/** Returns the line with the same label as a text, or else the one that resembles it most; null if none does. */
function nearestLine(text: string, lines: readonly string[]): string | null {
  const label = text.includes(': ') ? labelOf(text) : null;
  const labelled = label === null ? [] : lines.filter((line) => line.includes(': ') && labelOf(line) === label);
  const far = labelled.length > 0 ? Infinity : text.length * DIFFERS_MAX;
  let [nearest, fewest]: [string | null, number] = [null, far];
  for (const line of new Set(labelled.length > 0 ? labelled : lines)) {
    const steps = stepsToPart(text, line);
    if (steps < fewest || (nearest === null && steps <= fewest)) [nearest, fewest] = [line, steps];
  }
  return nearest;
}
