// Vocabulary of the editor: the runtime's verbs and callbacks with their descriptions, from `/site/words.json`.

export interface Word {
  /** `canvas.text`. */
  readonly label: string;
  readonly kind: 'function' | 'callback' | 'keyword';
  /** `canvas.text(s, x, y, [opts])`; '' if the label is enough. */
  readonly signature: string;
  readonly doc: string;
  readonly args: readonly { readonly name: string; readonly description: string }[];
}

/** Matches a dotted name in a line. */
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;

interface NameAt {
  readonly name: string;
  /** Offsets in the line, from 0. */
  readonly from: number;
  readonly to: number;
}

/** Returns the dotted name at an offset of a line; null if none. */
export function nameAt(line: string, at: number): NameAt | null {
  for (const { 0: name, index: from } of line.matchAll(NAME))
    if (from <= at && at <= from + name.length) return { name, from, to: from + name.length };
  return null;
}

/** Returns the word with this name. */
export const wordOf = (words: readonly Word[], name: string): Word | undefined =>
  words.find(({ label }) => label === name);
