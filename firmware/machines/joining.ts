// A host's code typed with six keys: a cursor on a keyboard of the code's alphabet, and the code so far (C2).

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { CODE_SYMBOLS } from '../../wire/crockford.ts';

export interface Joining {
  readonly typed: string;
  /** The key under the cursor. */
  readonly at: number;
}

export const KEY_COLUMNS = 8;
export const JOIN_KEYS: readonly string[] = Array.from(CODE_SYMBOLS);

export const NOTHING_TYPED: Joining = { typed: '', at: 0 };

/** The cursor some columns and rows further; it goes round at the ends. */
export function withKeyMoved(joining: Joining, columns: number, rows: number): Joining {
  const height = JOIN_KEYS.length / KEY_COLUMNS;
  const column = (joining.at % KEY_COLUMNS) + columns;
  const row = Math.floor(joining.at / KEY_COLUMNS) + rows;
  const wrapped = (value: number, size: number): number => (value + size) % size;
  return { ...joining, at: wrapped(row, height) * KEY_COLUMNS + wrapped(column, KEY_COLUMNS) };
}

export const isComplete = ({ typed }: Joining): boolean => typed.length === HOST_CODE_SYMBOLS;

/** With the symbol under the cursor behind the others; a complete code takes no more. */
export const withKeyTyped = (joining: Joining): Joining =>
  isComplete(joining) ? joining : { ...joining, typed: joining.typed + (JOIN_KEYS[joining.at] ?? '') };

export const withKeyTaken = (joining: Joining): Joining => ({ ...joining, typed: joining.typed.slice(0, -1) });
