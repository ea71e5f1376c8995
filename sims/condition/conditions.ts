// Checks whether a device meets a condition, and describes in sentences what it shows instead.

import type { VisibleState, VisibleCondition } from './condition.ts';
import { figureIn, figureText, meets, type ExpectedFigure } from './quantities.ts';

/** Returns the unmet parts of a condition as sentences; empty if all hold. `heard`: sounds since the previous check. */
export function unseen(
  condition: VisibleCondition,
  { lines, states, leds }: VisibleState,
  sounds: readonly string[],
): readonly string[] {
  return [
    ...condition.text.flatMap((text) =>
      lines.some((line) => line.includes(text)) ? [] : [`no screen line contains ${JSON.stringify(text)}`],
    ),
    ...condition.line.flatMap((text) => (lines.includes(text) ? [] : [`no screen line is ${JSON.stringify(text)}`])),
    ...differing('the page', condition.page, states['navigation']),
    ...Object.entries(condition.state).flatMap(([machine, state]) => differing(machine, state, states[machine])),
    ...Object.entries(condition.led).flatMap(([led, color]) =>
      differing(`LED ${led}`, color, leds[Number(led) - 1] ?? 'off'),
    ),
    ...missing('sound', condition.sound, sounds),
    ...Object.entries(condition.figures).flatMap(([label, figure]) => figureUnmet(label, figure, lines)),
  ];
}

const differing = (what: string, wanted: string | undefined, actual: unknown): readonly string[] => {
  const shown = typeof actual === 'string' ? actual : JSON.stringify(actual ?? null);
  return wanted === undefined || wanted === shown ? [] : [`${what} is ${shown}, not ${wanted}`];
};

export const missing = (what: string, wanted: string | undefined, found: readonly string[]): readonly string[] =>
  wanted === undefined || found.includes(wanted)
    ? []
    : [`expected ${what} ${wanted}, got ${countedText(found) || 'none'}`];

/** Newest groups of equal neighbours that are listed. */
const GROUPS_MAX = 6;

/** Lists values with the number of equal neighbours: `click × 15, strike`. */
function countedText(all: readonly string[]): string {
  const groups: { readonly value: string; count: number }[] = [];
  for (const value of all) {
    const last = groups.at(-1);
    if (last?.value === value) last.count++;
    else groups.push({ value, count: 1 });
  }
  const shown = groups.slice(-GROUPS_MAX).map(({ value, count }) => (count > 1 ? `${value} × ${count}` : value));
  return [...(groups.length > GROUPS_MAX ? ['…'] : []), ...shown].join(', ');
}

/** Normalises a label: `club_speed` matches `Club speed`. */
const labelOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

const lineOf = (label: string, lines: readonly string[]): string | undefined =>
  lines.find((each) => labelOf(each.split(':', 1)[0] ?? '') === labelOf(label) && each.includes(':'));

/**
 * Returns why figures on the screen can't be compared with the required ones, as sentences: missing, or in another
 * unit.
 */
export const incomparable = ({ figures }: Pick<VisibleCondition, 'figures'>, { lines }: Pick<VisibleState, 'lines'>) =>
  Object.entries(figures).flatMap(([label, { unit }]) => {
    const line = lineOf(label, lines);
    if (line === undefined) return [noLine(label)];
    const shown = shownIn(line);
    if (shown === null) return [`${JSON.stringify(line)} has no figure`];
    if (unit === '' || shown.unit === unit) return [];
    return [`${JSON.stringify(line)} ${shown.unit === '' ? 'has no unit' : `is in ${shown.unit}`}, expected ${unit}`];
  });

/** Returns the figure that the screen shows with this label; null if there is none. */
export function shownFigure(label: string, lines: readonly string[]): ExpectedFigure | null {
  const line = lineOf(label, lines);
  return line === undefined ? null : shownIn(line);
}

const shownIn = (line: string): ExpectedFigure | null => figureIn(line.slice(line.indexOf(':') + 1).trim());

const noLine = (label: string): string => `no screen line starts with ${JSON.stringify(`${label}:`)}`;

function figureUnmet(label: string, wanted: ExpectedFigure, lines: readonly string[]): readonly string[] {
  const line = lineOf(label, lines);
  if (line === undefined) return [noLine(label)];
  const shown = shownIn(line);
  return shown && meets(shown, wanted) ? [] : [`${JSON.stringify(line)} is not ${figureText(wanted)}`];
}

/** Returns the first part of an unwanted condition that holds, as a sentence; '' if none does. */
export function firstMet(
  condition: VisibleCondition,
  { lines, states, leds }: VisibleState,
  sounds: readonly string[],
): string {
  const { text, line, page, state, led, sound } = condition;
  const inLine = text.find((each) => lines.some((shown) => shown.includes(each)));
  if (inLine !== undefined) return `a screen line contains ${JSON.stringify(inLine)}`;
  const whole = line.find((each) => lines.includes(each));
  if (whole !== undefined) return `a screen line is ${JSON.stringify(whole)}`;
  if (page !== undefined && states['navigation'] === page) return `the page is ${page}`;
  const machine = Object.entries(state).find(([name, value]) => states[name] === value);
  if (machine) return `${machine[0]} is ${machine[1]}`;
  const lit = Object.entries(led).find(([number, color]) => (leds[Number(number) - 1] ?? 'off') === color);
  if (lit) return `LED ${lit[0]} is ${lit[1]}`;
  if (sound !== undefined && sounds.includes(sound)) return `the sound ${sound} was heard`;
  const figures = Object.entries(condition.figures).find(
    ([label, each]) => figureUnmet(label, each, lines).length === 0,
  );
  return figures ? `${figures[0]} is ${figureText(figures[1])}` : '';
}
