// A line typed with four keys: up and down change the letter, left and right move, and a new letter starts at the end.
// It is a name, a country's code, the address of a golf simulator or a server, its port, or a distance.

import { assertDefined } from '../../../wire/errors.ts';
import { NAME_CHARS_MAX } from '../../../wire/limits.ts';
import { BACKSPACE, isPasted, onlyDeletes } from '../../../wire/typed-text.ts';
import { MEASURED_CHARS_MAX } from '../../calibration/calibration.ts';
import { ADDRESS_CHARS_MAX } from '../../persisted/simulator.ts';

/**
 * Kind of the line: name of a player or of this device, country's code, address of a simulator or its connector,
 * measured distance, or address or port of a server.
 */
type NamingOf = 'player' | 'device' | 'country' | 'direct' | 'connector' | 'measured' | 'server' | 'server_port';

export interface Naming {
  readonly of: NamingOf;
  readonly player_id: number | null;
  readonly letters: readonly string[];
  readonly cursor: number;
  /** Letters of the line when it was opened: they may stay, even if they cannot be typed. */
  readonly opened: readonly string[];
  /** True if the line is a proposal: the first typed text replaces it, but keys edit it. */
  readonly proposed: boolean;
}

const NAME_LETTERS = Array.from(" ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-'.&");
const CAPITALS = Array.from(' ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const ADDRESS_LETTERS = Array.from(' .0123456789:abcdefghijklmnopqrstuvwxyz-');

const DIGITS = Array.from(' 0123456789');
const DECIMAL = Array.from(' .0123456789');
/** Maximum length of the lines that consist of numbers. */
const NUMBER_CHARS: Readonly<Partial<Record<NamingOf, number>>> = {
  measured: MEASURED_CHARS_MAX,
  server: 15,
  server_port: 5,
};

const COUNTRY_CHARS = 2;

const isAddress = (of: NamingOf): boolean => of === 'direct' || of === 'connector';
/** Whether the line is a name. Names keep their spaces; in other lines a space deletes the letter. */
export const isName = (of: NamingOf): boolean => of === 'player' || of === 'device';

export function lettersOf(of: NamingOf): readonly string[] {
  if (of === 'country') return CAPITALS;
  if (of in NUMBER_CHARS) return of === 'server_port' ? DIGITS : DECIMAL;
  return isAddress(of) ? ADDRESS_LETTERS : NAME_LETTERS;
}
export function charsMaxOf(of: NamingOf): number {
  if (of === 'country') return COUNTRY_CHARS;
  return NUMBER_CHARS[of] ?? (isAddress(of) ? ADDRESS_CHARS_MAX : NAME_CHARS_MAX);
}

export const nameEntry = (of: NamingOf, text: string, player_id: number | null): Naming => {
  const letters = Array.from(text).slice(0, charsMaxOf(of));
  return { of, player_id, letters, cursor: Math.max(0, letters.length - 1), opened: letters, proposed: false };
};

/** Returns a line that starts with a proposal. */
export const proposedEntry = (of: NamingOf, text: string): Naming => ({
  ...nameEntry(of, text, null),
  proposed: text !== '',
});

/**
 * Returns the letter `by` steps further in the alphabet. A letter outside the alphabet counts as its first; undefined
 * starts a new letter.
 */
export function letterBeside(of: NamingOf, letter: string | undefined, by: 1 | -1): string {
  if (letter === undefined) return isAddress(of) || of in NUMBER_CHARS ? '1' : 'A';
  const alphabet = lettersOf(of);
  const at = Math.max(0, alphabet.indexOf(letter));
  return assertDefined(alphabet[(at + by + alphabet.length) % alphabet.length], 'letter');
}

export function withLetterTurned(naming: Naming, by: 1 | -1): Naming {
  const letters = [...naming.letters];
  letters[naming.cursor] = letterBeside(naming.of, letters[naming.cursor], by);
  return { ...naming, letters, proposed: false };
}

/** Moves the cursor, at most one place past the last letter. Moving left from an empty end deletes nothing. */
export function withCursorMoved(naming: Naming, by: 1 | -1): Naming {
  const { length } = naming.letters;
  const last = Math.max(length - 1, Math.min(length, charsMaxOf(naming.of) - 1));
  return { ...naming, cursor: Math.min(last, Math.max(0, naming.cursor + by)), proposed: false };
}

/**
 * Inserts a typed letter after the cursor and moves the cursor to it; BACKSPACE deletes the letter at the cursor. A
 * pasted text replaces the line, without surrounding blanks (C175). A text that does not fit is refused as a whole
 * (R154): a paste changes nothing, and a letter from a single key stays in the line, which is invalid until that letter
 * is deleted, so that `1e2` never becomes 12.
 */
export function withTextTyped(naming: Naming, text: string): Naming {
  if (isBlankPaste(text)) return naming;
  const characters = charactersOf(naming.of, text);
  if (characters.length === 1 && text !== BACKSPACE && naming.letters.length > charsMaxOf(naming.of)) return naming;
  const typed = characters.reduce(withCharacterTyped, beginning(naming, text));
  return characters.length > 1 && !onlyDeletes(text) && !fits(typed) ? naming : typed;
}

/** Whether the line refuses a typed text. */
export function isTextRefused(naming: Naming, text: string): boolean {
  return !onlyDeletes(text) && !fits(charactersOf(naming.of, text).reduce(withCharacterTyped, beginning(naming, text)));
}

const isBlankPaste = (text: string): boolean => isPasted(text) && text.trim() === '';

/** Returns the line into which the text is inserted: empty for a paste, or if the text replaces a proposal. */
const beginning = (naming: Naming, text: string): Naming =>
  isPasted(text) || (naming.proposed && !text.startsWith(BACKSPACE))
    ? { ...naming, letters: [], cursor: 0, proposed: false }
    : { ...naming, proposed: false };

/** Whether the line has only allowed letters, and not too many. */
export const fits = ({ of, letters, opened }: Naming): boolean =>
  letters.length <= charsMaxOf(of) && letters.every((letter) => canStand(of, letter) || opened.includes(letter));

/** Returns the characters of a text without surrounding blanks, unless it is all blank. */
function charactersOf(of: NamingOf, text: string): readonly string[] {
  const typed = isName(of) ? text.normalize('NFC') : text;
  return Array.from(typed.trim() || typed);
}

function withCharacterTyped(naming: Naming, character: string): Naming {
  const { of, letters, cursor } = naming;
  if (character === BACKSPACE) {
    const left = letters.toSpliced(Math.min(cursor, letters.length - 1), 1);
    return { ...naming, letters: left, cursor: Math.max(0, Math.min(cursor, letters.length - 1) - 1) };
  }
  const place = Math.min(letters.length, cursor + 1);
  return { ...naming, letters: letters.toSpliced(place, 0, letterOf(of, character)), cursor: place };
}

/** Replacement for a character without a glyph, such as a line break. */
const SHAPELESS = '□';

/**
 * Returns the letter for a typed character: `,` becomes the decimal point of a distance, addresses are lower case, and
 * a country's code is upper case.
 */
function letterOf(of: NamingOf, character: string): string {
  if (of === 'measured' && character === ',') return '.';
  if (!isName(of) && character === ' ') return SHAPELESS;
  if (character !== ' ' && /[\p{C}\p{Z}]/u.test(character)) return SHAPELESS;
  if (of === 'country') return /^[a-z]$/.test(character) ? character.toUpperCase() : character;
  return !isName(of) && /^[A-Z]$/.test(character) ? character.toLowerCase() : character;
}

/** Whether a letter is allowed: any letter on the keys, and any Latin letter in a name. */
const canStand = (of: NamingOf, letter: string): boolean =>
  lettersOf(of).includes(letter) || (lettersOf(of) === NAME_LETTERS && /^\p{Script=Latin}$/u.test(letter));

/** Returns the typed line; only names keep their spaces. */
export const typedName = ({ of, letters }: Naming): string =>
  isName(of) ? letters.join('').trim() : letters.join('').replaceAll(' ', '');
