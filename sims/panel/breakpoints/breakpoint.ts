// Breakpoints as data: the event at which time pauses, and conditions on the figures of the screen.

import { shownFigure } from '../../condition/conditions.ts';
import { compares, comparisonIn, figure, meets, type ComparedFigure, type ExpectedFigure } from '../../condition/quantities.ts'; // oxfmt-ignore
import * as v from 'valibot';
import { linesOf } from '../page/timeline/event-words.ts';
import type { TimelineEvent } from '../page/timeline/timeline-event.ts';

/** Kinds of events, each with the text that describes it to a caller. */
export const BREAK_KINDS = {
  state: 'Machine and the state that it enters, such as set:rolling.',
  page: 'Page that is shown, such as playing.',
  frame: 'Type of a frame of the sensor, in either direction, such as SWING.',
  record: 'Record of the storage that is written or removed, such as settings.',
  request: 'Part of the method and path of a request that is sent, such as POST /v1.',
  answer: 'Part of the status, method and path of an answer, such as 409.',
  log: 'Part of a line of the log; letter case does not matter.',
  text: 'Part of a line that appears on the screen.',
  sound: 'Sound that is played, such as holed.',
} as const;
export type BreakKind = keyof typeof BREAK_KINDS;

export interface BreakSpec {
  readonly kind: BreakKind;
  readonly value: string;
  /** Index of the device; null for any. */
  readonly device: number | null;
  /** Condition on a figure of the screen at that moment: `club_speed:>= 5 mph`; '' for none. */
  readonly when: string;
}

type FigureCondition = (lines: readonly string[]) => boolean;

/** Parses the condition on a figure; null if it is invalid. */
export function readWhen(when: string): FigureCondition | null {
  if (when === '') return () => true;
  const at = when.indexOf(':');
  const [label, text] = [when.slice(0, at), when.slice(at + 1).trim()];
  if (at < 1) return null;
  const compared = comparisonIn(text);
  if (compared) return (lines) => holds(shownFigure(label, lines), compared);
  const exact = v.safeParse(figure, text);
  return exact.success ? (lines) => isMet(shownFigure(label, lines), exact.output) : null;
}

const holds = (shown: ExpectedFigure | null, wanted: ComparedFigure): boolean =>
  shown !== null && compares(shown, wanted);
const isMet = (shown: ExpectedFigure | null, wanted: ExpectedFigure): boolean => shown !== null && meets(shown, wanted);

/** Whether an event is the one of a breakpoint. `before`: lines of the screen before the event. */
export function isHit({ kind, value }: BreakSpec, event: TimelineEvent, before: readonly string[]): boolean {
  const { lane, what, name } = event;
  const called = name ?? '';
  switch (kind) {
    case 'state':
      return what === 'show' && lane.startsWith('machine ') && `${lane.slice(8)}:${called}` === value;
    case 'page':
      return what === 'show' && lane === 'machine navigation' && called === value;
    case 'frame':
      return lane.startsWith('frames ') && called.split(', ').includes(value);
    case 'record':
      return lane === 'storage' && what === 'begin' && [`write ${value}`, `remove ${value}`].includes(called);
    case 'request':
      return lane === 'HTTP' && what === 'begin' && called.includes(value);
    case 'answer':
      return lane === 'HTTP' && what === 'moment' && ANSWERED.test(called) && called.includes(value);
    case 'log':
      return lane === 'log' && called.toLowerCase().includes(value.toLowerCase());
    case 'text': {
      const has = (line: string): boolean => line.includes(value);
      return lane === 'screen' && linesOf(event).some(has) && !before.some(has);
    }
    case 'sound':
      return lane === 'sounds' && called === value;
    default:
      return kind satisfies never;
  }
}

/** Name of an answer: its status comes first. */
const ANSWERED = /^(?:\d{3} |no answer)/;

/** Describes a breakpoint: `page playing, when club_speed:>= 5 mph`. */
export const breakText = ({ kind, value, when }: Pick<BreakSpec, 'kind' | 'value' | 'when'>): string =>
  `${kind} ${value}${when && `, when ${when}`}`;
