// A code typed with six keys: a cursor on a keyboard of the code alphabet, and the symbols typed so far (C2). Used for
// host codes and extension codes.

import { HOST_CODE_SYMBOLS } from '../../../wire/choices.ts';
import { CODE_SYMBOLS, readCode } from '../../../wire/crockford.ts';
import { SHARE_CODE_SYMBOLS } from '../../../wire/limits.ts';
import { BACKSPACE, isPasted, onlyDeletes } from '../../../wire/typed-text.ts';

export interface CodeEntry {
  readonly typed: string;
  /** Index of the key under the cursor; DELETE_KEY for the key that deletes the last symbol. */
  readonly at: number;
  /** Number of symbols in a code. */
  readonly symbols: number;
}

export const KEY_COLUMNS = 8;
export const CODE_KEYS: readonly string[] = Array.from(CODE_SYMBOLS);

/** Index of the delete key, which is above the other keys at their right end. */
export const DELETE_KEY = CODE_KEYS.length;

export const EMPTY_HOST_CODE: CodeEntry = { typed: '', at: 0, symbols: HOST_CODE_SYMBOLS };
export const SHARE_CODE: CodeEntry = { typed: '', at: 0, symbols: SHARE_CODE_SYMBOLS };

/**
 * Moves the cursor by columns and rows. It wraps around at the edges, and passes the delete key between the lowest and
 * the highest row.
 */
export function withKeyMoved(entry: CodeEntry, columns: number, rows: number): CodeEntry {
  const height = CODE_KEYS.length / KEY_COLUMNS;
  const last = KEY_COLUMNS - 1;
  if (entry.at === DELETE_KEY) {
    if (rows === 0) return entry;
    return { ...entry, at: rows > 0 ? last : (height - 1) * KEY_COLUMNS + last };
  }
  const column = ((entry.at % KEY_COLUMNS) + columns + KEY_COLUMNS) % KEY_COLUMNS;
  const row = Math.floor(entry.at / KEY_COLUMNS) + rows;
  return { ...entry, at: row < 0 || row >= height ? DELETE_KEY : row * KEY_COLUMNS + column };
}

/** Placeholder for a typed character that is not a symbol, until it is deleted. */
const FOREIGN = '?';

const isFull = ({ typed, symbols }: CodeEntry): boolean => typed.length >= symbols;
export const isWrong = ({ typed }: CodeEntry): boolean => typed.includes(FOREIGN);
export const isComplete = (entry: CodeEntry): boolean => isFull(entry) && !isWrong(entry);
/** Whether one more symbol completes the code, which is then tried. */
export const isAlmostComplete = (entry: CodeEntry): boolean =>
  entry.typed.length === entry.symbols - 1 && !isWrong(entry);

/** Appends the symbol under the cursor, unless the code is full. */
export const withKeyTyped = (entry: CodeEntry): CodeEntry =>
  isFull(entry) ? entry : { ...entry, typed: entry.typed + (CODE_KEYS[entry.at] ?? '') };

/**
 * Applies a typed or pasted text in any form of a code (C2). A paste replaces the previous text (C175), and a letter
 * after a full code starts a new one. A text with an invalid character, or with too many, is refused as a whole (R154):
 * a paste changes nothing, and a character from a single key appears as FOREIGN until it is deleted.
 */
export function withTextTyped(entry: CodeEntry, text: string): CodeEntry {
  const typed = withAllTyped(entry, text);
  return Array.from(text).length > 1 && isTextRefused(entry, text) ? entry : typed;
}

/** Whether the code refuses a typed text. */
export function isTextRefused(entry: CodeEntry, text: string): boolean {
  const typed = withAllTyped(entry, text);
  return !onlyDeletes(text) && (isWrong(typed) || typed.typed.length > typed.symbols);
}

function withAllTyped(entry: CodeEntry, text: string): CodeEntry {
  const whole = readCode(text, entry.symbols);
  if (whole !== null) return { ...entry, typed: whole, at: CODE_KEYS.indexOf(whole.at(-1) ?? '') };
  const replaces = isPasted(text) ? text.trim() !== '' : isFull(entry) && text !== BACKSPACE;
  const from = replaces ? { ...entry, typed: '' } : entry;
  return Array.from(text.trim()).reduce(withCharacterTyped, from);
}

function withCharacterTyped(entry: CodeEntry, character: string): CodeEntry {
  if (character === BACKSPACE) return withKeyTaken(entry);
  if (character === ' ' || character === '-') return entry;
  const symbol = readCode(character, 1);
  return symbol === null
    ? { ...entry, typed: entry.typed + FOREIGN }
    : { ...entry, typed: entry.typed + symbol, at: CODE_KEYS.indexOf(symbol) };
}

export const withKeyTaken = (entry: CodeEntry): CodeEntry => ({ ...entry, typed: entry.typed.slice(0, -1) });
