// How a chart shows what was reached: a tick and a solid line; what was not: a cross and a dashed line; what nobody can reach: a dash and
// a dotted line. The mark stands before the text, so that colour is never alone.

import type { TransitionCoverage } from './coverage.ts';

/** `half`: a transition that was taken, but whose guard was never false. */
export type Mark = 'hit' | 'half' | 'missed' | 'excused';

/** In words, for who can't see them. */
export const MEANINGS: Readonly<Record<Mark, string>> = {
  hit: 'reached',
  half: 'taken, but its guard was never false',
  missed: 'not reached',
  excused: 'cannot be reached',
};

/** Drawn, since not every font has them, in a square of 10 by 10. */
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
  /** Whether it was taken. */
  transition(transition: TransitionCoverage): Mark;
  /** The same, and `half`. */
  whole(transition: TransitionCoverage): Mark;
}

export interface Line {
  readonly mark: Mark;
  readonly text: string;
  /** One that goes on with the line before has no mark of its own. */
  readonly further: boolean;
}

export const LINE_H = 15;
export const PAD = 7;
/** From a mark to its text. */
export const SIGN_W = 14;
/** Of a fixed-width font of 11 px, with some room for one that is wider. */
const CHAR_W = 6.7;
const TITLE_CHAR_W = 7.6;
const INDENT = 8;

/** From the left end of a line to its text. */
export const indentOf = ({ further }: Line): number => SIGN_W + (further ? INDENT : 0);
export const widthOf = (line: Line): number => indentOf(line) + line.text.length * CHAR_W;
export const titleWidth = (title: string): number => SIGN_W + title.length * TITLE_CHAR_W;

const LONG = 30;

/** A line for each; a guard that makes it long has one of its own. */
export const linesOf = (transitions: readonly TransitionCoverage[], marks: Marks): readonly Line[] =>
  transitions.flatMap((each): readonly Line[] => {
    const mark = marks.whole(each);
    const again = each.targets.includes(each.source) ? ' again' : '';
    const guard = `${each.guard === null ? '' : `[${each.guard}]`}${again}`.trimStart();
    const text = `${each.event} ${guard}`.trimEnd();
    if (text.length < LONG) return [{ mark, text, further: false }];
    const head: Line = { mark, text: each.event, further: false };
    return guard === '' ? [head] : [head, { mark, text: guard, further: true }];
  });
