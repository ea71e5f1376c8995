// A code typed with six keys: a cursor on a keyboard of the codes' alphabet, and the code so far (C2). Hosts have codes, and so have
// extensions.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { CODE_SYMBOLS } from '../../wire/crockford.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';

export interface CodeEntry {
  readonly typed: string;
  /** The key under the cursor. */
  readonly at: number;
  /** How many a code has. */
  readonly symbols: number;
}

export const KEY_COLUMNS = 8;
export const CODE_KEYS: readonly string[] = Array.from(CODE_SYMBOLS);

export const EMPTY_HOST_CODE: CodeEntry = { typed: '', at: 0, symbols: HOST_CODE_SYMBOLS };
export const SHARE_CODE: CodeEntry = { typed: '', at: 0, symbols: SHARE_CODE_SYMBOLS };

/** The cursor some columns and rows further; it goes round at the ends. */
export function withKeyMoved(entry: CodeEntry, columns: number, rows: number): CodeEntry {
  const height = CODE_KEYS.length / KEY_COLUMNS;
  const column = (entry.at % KEY_COLUMNS) + columns;
  const row = Math.floor(entry.at / KEY_COLUMNS) + rows;
  const wrapped = (value: number, size: number): number => (value + size) % size;
  return { ...entry, at: wrapped(row, height) * KEY_COLUMNS + wrapped(column, KEY_COLUMNS) };
}

export const isComplete = ({ typed, symbols }: CodeEntry): boolean => typed.length === symbols;
/** With one more the code is complete, and is tried. */
export const isAlmostComplete = ({ typed, symbols }: CodeEntry): boolean => typed.length === symbols - 1;

/** With the symbol under the cursor behind the others; a complete code takes no more. */
export const withKeyTyped = (entry: CodeEntry): CodeEntry =>
  isComplete(entry) ? entry : { ...entry, typed: entry.typed + (CODE_KEYS[entry.at] ?? '') };

export const withKeyTaken = (entry: CodeEntry): CodeEntry => ({ ...entry, typed: entry.typed.slice(0, -1) });
