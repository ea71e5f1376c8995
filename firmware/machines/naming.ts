// A name typed with four keys: up and down change the letter, left and right move, at the end a new letter begins.

import { NAME_CHARS_MAX } from '../../wire/limits.ts';

export interface Naming {
  readonly of: 'player' | 'device';
  readonly player_id: number | null;
  readonly letters: readonly string[];
  readonly cursor: number;
}

export const LETTERS = Array.from(" ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-'.&");

export const nameEntry = (of: Naming['of'], text: string, player_id: number | null): Naming => {
  const letters = Array.from(text).slice(0, NAME_CHARS_MAX);
  return { of, player_id, letters, cursor: Math.max(0, letters.length - 1) };
};

/** The letter `by` places further in the alphabet; one that the alphabet lacks counts as its first. */
function turned(letter: string | undefined, by: 1 | -1): string {
  if (letter === undefined) return 'A';
  const at = Math.max(0, LETTERS.indexOf(letter));
  return LETTERS[(at + by + LETTERS.length) % LETTERS.length] as string;
}

export function withLetterTurned(naming: Naming, by: 1 | -1): Naming {
  const letters = [...naming.letters];
  letters[naming.cursor] = turned(letters[naming.cursor], by);
  return { ...naming, letters };
}

/** Moves the cursor. To the right of the last letter it may stand once; moving left from an empty end drops nothing. */
export function withCursorMoved(naming: Naming, by: 1 | -1): Naming {
  const last = Math.min(naming.letters.length, NAME_CHARS_MAX - 1);
  return { ...naming, cursor: Math.min(last, Math.max(0, naming.cursor + by)) };
}

export const typedName = (naming: Naming): string => naming.letters.join('').trim();
