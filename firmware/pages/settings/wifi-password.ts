// A password typed with six keys or by touch: a cursor on a keyboard with three layers of symbols and a row of action
// keys.

import { assertDefined } from '../../../wire/errors.ts';
import { BACKSPACE, isPasted, onlyDeletes } from '../../../wire/typed-text.ts';
import { isSecretCharacter, WIFI_SECRET_CHARS } from '../../../wire/wifi-secret.ts';

export interface PasswordEntry {
  readonly typed: string;
  /** Index of the key under the cursor: a symbol, or after the symbols one of ACTION_KEYS. */
  readonly at: number;
  /** Index in LAYERS. */
  readonly layer: number;
}

export const KEY_COLUMNS = 10;
const [DIGITS, LETTERS] = ['1234567890', 'qwertyuiopasdfghjkl-zxcvbnm._@'];

/** Layers that together have all printable ASCII characters except the space, which has its own key. */
export const LAYERS = [
  { name: 'abc', symbols: DIGITS + LETTERS },
  { name: 'ABC', symbols: DIGITS + LETTERS.toUpperCase() },
  { name: '#+=', symbols: `${DIGITS}!"#$%&'()*+,/:;<=>?[\\]^\`{|}~-_` },
] as const;

/** Number of symbols in a layer. */
export const SYMBOLS = DIGITS.length + LETTERS.length;
/** Keys in the row below the symbols. */
export const ACTION_KEYS = ['layer', 'space', 'delete', 'join'] as const;
type ActionKey = (typeof ACTION_KEYS)[number];

const placeOf = (key: ActionKey): number => SYMBOLS + ACTION_KEYS.indexOf(key);
export const JOIN_KEY = placeOf('join');

export const EMPTY_PASSWORD: PasswordEntry = { typed: '', at: KEY_COLUMNS, layer: 0 };

export const layerOf = ({ layer }: PasswordEntry): (typeof LAYERS)[number] => assertDefined(LAYERS[layer], 'layer');
export const nextLayer = ({ layer }: PasswordEntry): number => (layer + 1) % LAYERS.length;

/** Returns the action of the key at an index; null for a symbol. */
export const actionKey = (at: number): ActionKey | null => ACTION_KEYS[at - SYMBOLS] ?? null;

/** Whether the key under the cursor types a character. */
export const typesCharacter = ({ at }: PasswordEntry): boolean => [null, 'space'].includes(actionKey(at));

const ROWS = SYMBOLS / KEY_COLUMNS + 1;
const WIDE = KEY_COLUMNS / ACTION_KEYS.length;

/**
 * Moves the cursor by columns and rows; it wraps around at the edges. A key of the lowest row is as wide as several
 * symbols.
 */
export function withKeyMoved(entry: PasswordEntry, columns: number, rows: number): PasswordEntry {
  const action_at = entry.at - SYMBOLS;
  if (action_at >= 0 && rows === 0) {
    const next = (action_at + columns + ACTION_KEYS.length) % ACTION_KEYS.length;
    return { ...entry, at: SYMBOLS + next };
  }
  const place = action_at >= 0 ? Math.floor((action_at + 0.5) * WIDE) : entry.at % KEY_COLUMNS;
  const column = (place + columns + KEY_COLUMNS) % KEY_COLUMNS;
  const row = (Math.floor(Math.min(entry.at, SYMBOLS) / KEY_COLUMNS) + rows + ROWS) % ROWS;
  return { ...entry, at: row === ROWS - 1 ? SYMBOLS + Math.floor(column / WIDE) : row * KEY_COLUMNS + column };
}

/** Performs the action of the key under the cursor, except for joining. */
export function withKeyPressed(entry: PasswordEntry): PasswordEntry {
  switch (actionKey(entry.at)) {
    case 'layer':
      return { ...entry, layer: nextLayer(entry) };
    case 'space':
      return withSymbol(entry, ' ');
    case 'delete':
      return withCharacter(entry, BACKSPACE);
    case 'join':
      return entry;
    case null:
      return withSymbol(entry, layerOf(entry).symbols[entry.at] ?? '');
  }
}

/** Whether the password has its maximum length. */
export const isFull = ({ typed }: PasswordEntry): boolean => typed.length >= WIFI_SECRET_CHARS.max;
const withSymbol = (entry: PasswordEntry, symbol: string): PasswordEntry =>
  isFull(entry) ? entry : withCharacter(entry, symbol);

/**
 * Appends a typed character, or replaces the password with a pasted one (C175); BACKSPACE deletes the last character. A
 * text that does not fit into a password is refused as a whole (R154): a paste changes nothing, and a character from a
 * single key appears as FOREIGN until it is deleted. The cursor moves to the join key, so that OK is next.
 */
export function withTextTyped(entry: PasswordEntry, text: string): PasswordEntry {
  const keeps = isSeveral(text)
    ? isTextRefused(entry, text)
    : text !== BACKSPACE && entry.typed.length > WIFI_SECRET_CHARS.max;
  return { ...(keeps ? entry : withAllTyped(entry, text)), at: JOIN_KEY };
}

/** Whether the password refuses a typed text. */
export const isTextRefused = (entry: PasswordEntry, text: string): boolean =>
  !onlyDeletes(text) && !canStand(withAllTyped(entry, text));

/** Whether the typed text is, or can become, a valid password. */
export const canStand = ({ typed }: PasswordEntry): boolean =>
  typed.length <= WIFI_SECRET_CHARS.max && Array.from(typed).every(isSecretCharacter);

/** Placeholder for a character that is not allowed in a password. */
const FOREIGN = '□';

const isSeveral = (text: string): boolean => Array.from(text).length > 1;
/** Types a text; line breaks at the end of a pasted one are ignored. */
const withAllTyped = (entry: PasswordEntry, text: string): PasswordEntry =>
  Array.from(isSeveral(text) ? text.replace(/[\r\n]+$/, '') : text).reduce(
    withCharacter,
    isPasted(text) ? { ...entry, typed: '' } : entry,
  );

function withCharacter(entry: PasswordEntry, character: string): PasswordEntry {
  const { typed } = entry;
  if (character === BACKSPACE) return { ...entry, typed: typed.slice(0, -1) };
  return { ...entry, typed: typed + (isSecretCharacter(character) ? character : FOREIGN) };
}
