// Coverage marks in a chart: reached is a tick and a solid line, missed a cross and a dashed line, unreachable a dash
// and a dotted line. The mark precedes the text, so that colour is never the only cue.

import type { TransitionCoverage } from './coverage.ts';

/** `half`: a transition that was taken, but whose guard was never false. */
export type Mark = 'hit' | 'half' | 'missed' | 'excused';

/** Mark names for screen readers. */
export const MEANINGS: Readonly<Record<Mark, string>> = {
  hit: 'reached',
  half: 'taken, but its guard was never false',
  missed: 'not reached',
  excused: 'cannot be reached',
};

/** Drawn as SVG paths in a 10 by 10 square, since not every font has these characters. */
export const SIGNS: Readonly<Record<Mark, string>> = {
  hit: '<path d="M1.5 5.5 4 8.5 8.5 1.5"/>',
  half: '<circle cx="5" cy="5" r="3.8"/><path class="filled" d="M5 1.2a3.8 3.8 0 0 0 0 7.6z"/>',
  missed: '<path d="M2 2l6 6M8 2l-6 6"/>',
  excused: '<path d="M1.5 5h7"/>',
};

export const signAt = (mark: Mark, x: number, y: number): string =>
  `<use class="sign ${mark}" href="#sign-${mark}" x="${x}" y="${y}" width="10" height="10"/>`;

export interface Marks {
  state(path: string): Mark;
  /** Returns whether the transition was taken. */
  transition(transition: TransitionCoverage): Mark;
  /** Like `transition`, but may also return `half`. */
  whole(transition: TransitionCoverage): Mark;
}

export interface MarkedLine {
  readonly mark: Mark;
  readonly text: string;
  /** True for a continuation line, which has no mark of its own. */
  readonly further: boolean;
}

export const LINE_H = 15;
export const PAD = 7;
/** Distance from a mark to its text. */
export const SIGN_W = 14;
/** Character width of a fixed-width 11 px font, with some room for wider fonts. */
const CHAR_W = 6.7;
const TITLE_CHAR_W = 7.6;
const INDENT = 8;

/** Returns the distance from the left end of a line to its text. */
export const indentOf = ({ further }: MarkedLine): number => SIGN_W + (further ? INDENT : 0);
export const widthOf = (line: MarkedLine): number => indentOf(line) + line.text.length * CHAR_W;
export const titleWidth = (title: string): number => SIGN_W + title.length * TITLE_CHAR_W;

const LONG = 30;

/** Returns a line per transition; a guard that makes it too long moves to its own line. */
export const linesOf = (transitions: readonly TransitionCoverage[], marks: Marks): readonly MarkedLine[] =>
  transitions.flatMap((each): readonly MarkedLine[] => {
    const mark = marks.whole(each);
    const again = each.targets.includes(each.source) ? ' again' : '';
    const guard = `${each.guard === null ? '' : `[${each.guard}]`}${again}`.trimStart();
    const text = `${each.event} ${guard}`.trimEnd();
    if (text.length < LONG) return [{ mark, text, further: false }];
    const head: MarkedLine = { mark, text: each.event, further: false };
    return guard === '' ? [head] : [head, { mark, text: guard, further: true }];
  });
