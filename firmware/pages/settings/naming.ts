// A line typed with four keys: up and down change the letter, left and right move, at the end a new letter begins. It is a
// name, the address of a golf simulator or of a server, its port, or a distance.

import { assertDefined } from '../../../wire/errors.ts';
import { NAME_CHARS_MAX } from '../../../wire/limits.ts';
import { BACKSPACE, isPasted, onlyDeletes } from '../../../wire/typed-text.ts';
import { MEASURED_CHARS_MAX } from '../../calibration/calibration.ts';
import { ADDRESS_CHARS_MAX } from '../../persisted/simulator.ts';

/** What the line is of: a player, this device, a simulator or a connector for one. */
type NamingOf = 'player' | 'device' | 'direct' | 'connector' | 'measured' | 'server' | 'server_port';

export interface Naming {
  readonly of: NamingOf;
  readonly player_id: number | null;
  readonly letters: readonly string[];
  readonly cursor: number;
  /** The line as it was opened: these letters may stay, even where none of them can be typed. */
  readonly opened: readonly string[];
  /** The line is a proposal: the first typed text replaces it, and keys change it. */
  readonly proposed: boolean;
}

const NAME_LETTERS = Array.from(" ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-'.&");
const ADDRESS_LETTERS = Array.from(' .0123456789:abcdefghijklmnopqrstuvwxyz-');

const DIGITS = Array.from(' 0123456789');
const DECIMAL = Array.from(' .0123456789');
/** What is typed as a number or as several of them, and how long it may be. */
const NUMBER_CHARS: Readonly<Partial<Record<NamingOf, number>>> = {
  measured: MEASURED_CHARS_MAX,
  server: 15,
  server_port: 5,
};

const isAddress = (of: NamingOf): boolean => of === 'direct' || of === 'connector';
/** A name keeps the spaces within it; everywhere else a letter that is turned to one is taken out. */
export const isName = (of: NamingOf): boolean => of === 'player' || of === 'device';

export function lettersOf(of: NamingOf): readonly string[] {
  if (of in NUMBER_CHARS) return of === 'server_port' ? DIGITS : DECIMAL;
  return isAddress(of) ? ADDRESS_LETTERS : NAME_LETTERS;
}
export function charsMaxOf(of: NamingOf): number {
  return NUMBER_CHARS[of] ?? (isAddress(of) ? ADDRESS_CHARS_MAX : NAME_CHARS_MAX);
}

export const nameEntry = (of: NamingOf, text: string, player_id: number | null): Naming => {
  const letters = Array.from(text).slice(0, charsMaxOf(of));
  return { of, player_id, letters, cursor: Math.max(0, letters.length - 1), opened: letters, proposed: false };
};

/** A line that begins with a proposal. */
export const proposedEntry = (of: NamingOf, text: string): Naming => ({
  ...nameEntry(of, text, null),
  proposed: text !== '',
});

/** The letter `by` places further in the alphabet; one that the alphabet lacks counts as its first, and for none a new one begins. */
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

/** Moves the cursor. To the right of the last letter it may stand once; moving left from an empty end drops nothing. */
export function withCursorMoved(naming: Naming, by: 1 | -1): Naming {
  const { length } = naming.letters;
  const last = Math.max(length - 1, Math.min(length, charsMaxOf(naming.of) - 1));
  return { ...naming, cursor: Math.min(last, Math.max(0, naming.cursor + by)), proposed: false };
}

/**
 * Inserts a typed letter behind the one at the cursor, which moves along; BACKSPACE deletes that letter. A pasted text replaces the
 * line, without the blanks around it (C175). A text that the line cannot hold is refused as a whole (R154): a pasted one changes nothing; of a single key the letter stands in the line, which
 * does not fit until that letter is deleted, so that `1e2` never becomes 12.
 */
export function withTextTyped(naming: Naming, text: string): Naming {
  if (isBlankPaste(text)) return naming;
  const characters = charactersOf(naming.of, text);
  if (characters.length === 1 && text !== BACKSPACE && naming.letters.length > charsMaxOf(naming.of)) return naming;
  const typed = characters.reduce(withCharacterTyped, beginning(naming, text));
  return characters.length > 1 && !onlyDeletes(text) && !fits(typed) ? naming : typed;
}

/** Whether a typed text is refused. */
export function isTextRefused(naming: Naming, text: string): boolean {
  return !onlyDeletes(text) && !fits(charactersOf(naming.of, text).reduce(withCharacterTyped, beginning(naming, text)));
}

const isBlankPaste = (text: string): boolean => isPasted(text) && text.trim() === '';

/** The line that a text is typed into: an empty one for a paste, and in the place of a proposal. */
const beginning = (naming: Naming, text: string): Naming =>
  isPasted(text) || (naming.proposed && !text.startsWith(BACKSPACE))
    ? { ...naming, letters: [], cursor: 0, proposed: false }
    : { ...naming, proposed: false };

/** Whether the line has only letters that can stand there, and not too many. */
export const fits = ({ of, letters, opened }: Naming): boolean =>
  letters.length <= charsMaxOf(of) && letters.every((letter) => canStand(of, letter) || opened.includes(letter));

/** The characters without the blanks around a text that is more than a blank. */
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

/** Shown for a character without a shape, such as a line break. */
const SHAPELESS = '□';

/** The letter that a character types: `,` is the point of a number, and addresses are in lower case. */
function letterOf(of: NamingOf, character: string): string {
  if (of === 'measured' && character === ',') return '.';
  if (!isName(of) && character === ' ') return SHAPELESS;
  if (character !== ' ' && /[\p{C}\p{Z}]/u.test(character)) return SHAPELESS;
  return !isName(of) && /^[A-Z]$/.test(character) ? character.toLowerCase() : character;
}

/** What keys can turn to, and in a name any Latin letter. */
const canStand = (of: NamingOf, letter: string): boolean =>
  lettersOf(of).includes(letter) || (lettersOf(of) === NAME_LETTERS && /^\p{Script=Latin}$/u.test(letter));

/** What was typed; only a name has spaces in it. */
export const typedName = ({ of, letters }: Naming): string =>
  isName(of) ? letters.join('').trim() : letters.join('').replaceAll(' ', '');
