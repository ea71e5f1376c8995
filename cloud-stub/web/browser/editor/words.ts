// What an editor knows of the runtime: its verbs and callbacks in words, as `/site/words.json` holds them.

export interface Word {
  /** `canvas.text`. */
  readonly label: string;
  readonly kind: 'function' | 'callback' | 'keyword';
  /** `canvas.text(s, x, y, [opts])`; '' where the label says all. */
  readonly signature: string;
  readonly doc: string;
  readonly args: readonly { readonly name: string; readonly says: string }[];
}

/** What stands at a place of a line: names with dots between them. */
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;

interface NameAt {
  readonly name: string;
  /** Places in the line, from 0. */
  readonly from: number;
  readonly to: number;
}

/** The name at a place of a line, with what stands before its last dot there; null where there is none. */
export function nameAt(line: string, at: number): NameAt | null {
  for (const { 0: name, index: from } of line.matchAll(NAME))
    if (from <= at && at <= from + name.length) return { name, from, to: from + name.length };
  return null;
}

/** The word that a name stands for. */
export const wordOf = (words: readonly Word[], name: string): Word | undefined =>
  words.find(({ label }) => label === name);
