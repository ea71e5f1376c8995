// Tokenizer of SVG path data: white space, commas, numbers, flags, command letters. Reads forward only and visits each
// character a fixed number of times, so the time is proportional to the length, for hostile text too.

/** Error in path data, and its position. Everything before it is drawn. */
export interface PathFlaw {
  /** Character position, from 1; one past the last if the text ends too early. */
  readonly position: number;
  readonly message: string;
}

export interface PathScanner {
  /** Returns the position of the next character, from 1. */
  position(): number;
  ended(): boolean;
  skipSpace(): void;
  /** Skips white space with at most one comma; returns whether there was a comma. */
  skipSeparator(): boolean;
  /** Returns the code of the next character, 0 at the end; `take` consumes it. */
  code(): number;
  take(): void;
  /** Whether a number can start here. */
  atNumber(): boolean;
  /** Reads a number; null if there is none, with the reason in `flaw`. */
  number(): number | null;
  /** Reads one character, 0 or 1; null if it is another, with the reason in `flaw`. */
  flag(): number | null;
  /** Records an error at the next character. */
  wrong(what: string): null;
  /** Records an error in the token that starts at a character, counted from 1. */
  wrongAt(position: number, what: string): null;
  flaw(): PathFlaw | null;
}

const [COMMA, POINT, PLUS, MINUS, ZERO, NINE, UPPER_E, LOWER_E] = [44, 46, 43, 45, 48, 57, 69, 101];

/** Whether the character is a tab, line feed, form feed, carriage return or space. */
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isSign = (code: number): boolean => code === PLUS || code === MINUS;

/** Whether a number is finite in single precision, the minimum precision SVG requires for drawing. */
export const isDrawable = (value: number): boolean => Number.isFinite(Math.fround(value));

/**
 * Up to this many digits, both the integer and the power of ten are exact, so their quotient is the number as written.
 */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

const QUOTED_CHARS_MAX = 16;

/** Quotes the start of a part of the text. */
const quoted = (text: string, from: number, end: number): string =>
  `"${text.slice(from, Math.min(end, from + QUOTED_CHARS_MAX))}${end - from > QUOTED_CHARS_MAX ? '…' : ''}"`;

/** Names the unexpected character, by its code point if it is not printable ASCII. */
function named(character: string): string {
  if (character === '') return 'but the path ends';
  if (character > ' ' && character <= '~') return `not "${character}"`;
  return `not U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

interface FlawNote {
  flaw(): PathFlaw | null;
  wrongAt(position: number, what: string): null;
  /** Records an unexpected token at a position, counted from 0. */
  wrong(at: number, what: string): null;
  wrongNumber(from: number, end: number, why: string): null;
}

function createFlawNote(text: string): FlawNote {
  let flaw: PathFlaw | null = null;
  const wrongAt = (position: number, what: string): null => {
    flaw = { position, message: `Character ${position} of the path: ${what}.` };
    return null;
  };
  return {
    flaw: () => flaw,
    wrongAt,
    wrong(at, what) {
      const next = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '';
      return wrongAt(at + 1, `expected ${what}, ${named(next)}`);
    },
    wrongNumber: (from, end, why) => wrongAt(from + 1, `the number ${quoted(text, from, end)} ${why}`),
  };
}

/** Character codes of the current text with a trailing 0: faster to read from an array than from a string. */
let codes = new Uint16Array(4096);

/** Creates a scanner. Only one can be in use at a time: they share the buffer. */
export function createPathScanner(text: string): PathScanner {
  if (codes.length <= text.length) codes = new Uint16Array(2 * text.length);
  for (let n = 0; n < text.length; n++) codes[n] = text.charCodeAt(n);
  codes[text.length] = 0;
  const note = createFlawNote(text);
  let at = 0;
  const code = (): number => codes[at] ?? 0;
  const skipSpace = (): void => {
    while (isSpace(code())) at++;
  };
  const wrong = (what: string): null => note.wrong(at, what);
  const wrongNumber = (from: number, why: string): null => note.wrongNumber(from, at, why);
  /** Digits of the current number read so far, as one integer. */
  let mantissa = 0;
  const digits = (): number => {
    const from = at;
    for (let digit = code(); isDigit(digit); digit = codes[++at] ?? 0) mantissa = mantissa * 10 + (digit - ZERO);
    return at - from;
  };
  const number = (): number | null => {
    const from = at;
    const sign = code();
    if (isSign(sign)) at++;
    mantissa = 0;
    const whole = digits();
    let decimals = 0;
    if (code() === POINT) {
      at++;
      decimals = digits();
      if (decimals === 0) return wrongNumber(from, 'has no digit after its decimal point');
    } else if (whole === 0) return wrong('a number');
    const next_code = code();
    if (next_code !== UPPER_E && next_code !== LOWER_E && whole + decimals <= EXACT_DIGITS) {
      const size = mantissa / (POWERS[decimals] ?? 1);
      return sign === MINUS ? -size : size;
    }
    return longNumber(from);
  };
  /** Finishes a number that has an exponent or many digits. */
  const longNumber = (from: number): number | null => {
    if (code() === UPPER_E || code() === LOWER_E) {
      at++;
      if (isSign(code())) at++;
      if (digits() === 0) return wrongNumber(from, 'has no digit in its exponent');
    }
    const value = Number(text.slice(from, at));
    return isDrawable(value) ? value : wrongNumber(from, 'is too large');
  };
  return {
    position: () => at + 1,
    ended: () => at >= text.length,
    skipSpace,
    skipSeparator() {
      skipSpace();
      if (code() !== COMMA) return false;
      at++;
      skipSpace();
      return true;
    },
    code,
    take: () => void at++,
    atNumber: () => isDigit(code()) || isSign(code()) || code() === POINT,
    number,
    flag() {
      if (code() !== ZERO && code() !== ZERO + 1) return wrong('a flag (0 or 1)');
      return text.charCodeAt(at++) - ZERO;
    },
    wrong,
    wrongAt: note.wrongAt,
    flaw: note.flaw,
  };
}
