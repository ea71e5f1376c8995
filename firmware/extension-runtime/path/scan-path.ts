// The words of SVG path data: white space, commas, numbers, flags, command letters. It reads forward only and looks at each character a
// fixed number of times, so that hostile text costs no more than its length.

/** What is wrong with a path, and where. All before it is drawn. */
export interface PathFlaw {
  /** The character, counted from 1; one beyond the last where the text ends too early. */
  readonly position: number;
  readonly message: string;
}

export interface PathScanner {
  /** The next character, counted from 1. */
  position(): number;
  ended(): boolean;
  skipSpace(): void;
  /** Skips white space with one comma in it at most; whether there was a comma. */
  skipSeparator(): boolean;
  /** The code of the next character, 0 at the end; `take` steps over it. */
  code(): number;
  take(): void;
  /** Whether a number could begin here. */
  atNumber(): boolean;
  /** null: there is none, and `flaw` says why. */
  number(): number | null;
  /** One character, 0 or 1; null: it is another, and `flaw` says so. */
  flag(): number | null;
  /** Notes what is wrong at the next character. */
  wrong(what: string): null;
  /** Notes what is wrong with the words that begin at a character, counted from 1. */
  wrongAt(position: number, what: string): null;
  flaw(): PathFlaw | null;
}

const [COMMA, POINT, PLUS, MINUS, ZERO, NINE, UPPER_E, LOWER_E] = [44, 46, 43, 45, 48, 57, 69, 101];

/** Tab, line feed, form feed, carriage return, space, and no other. */
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isSign = (code: number): boolean => code === PLUS || code === MINUS;

/** Numbers are drawn in single precision, as SVG asks for at least; what is infinite there is no number of a path. */
export const isDrawable = (value: number): boolean => Number.isFinite(Math.fround(value));

/** So many digits are a whole number that is exact, and so is the power of ten below it: their quotient is the number as it is written. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

const QUOTED_CHARS_MAX = 16;

/** The beginning of a part of the text in quotes. */
const quoted = (text: string, from: number, end: number): string =>
  `"${text.slice(from, Math.min(end, from + QUOTED_CHARS_MAX))}${end - from > QUOTED_CHARS_MAX ? '…' : ''}"`;

/** The character that stands in the way, by its number where it is none that everybody can see. */
function named(character: string): string {
  if (character === '') return 'but the path ends';
  if (character > ' ' && character <= '~') return `not "${character}"`;
  return `not U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

interface FlawNote {
  flaw(): PathFlaw | null;
  wrongAt(position: number, what: string): null;
  /** At a place, counted from 0: another word than expected. */
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
      return wrongAt(at + 1, `${what} is expected, ${named(next)}`);
    },
    wrongNumber: (from, end, why) => wrongAt(from + 1, `the number ${quoted(text, from, end)} ${why}`),
  };
}

/** The codes of the text that is read, and a 0 behind them: a number in a list is nearer than a character in a text. */
let codes = new Uint16Array(4096);

/** One at a time: a second one has the first one's place. */
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
  /** All digits of a number so far as one. */
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
      if (decimals === 0) return wrongNumber(from, 'has no digit after its point');
    } else if (whole === 0) return wrong('a number');
    const next_code = code();
    if (next_code !== UPPER_E && next_code !== LOWER_E && whole + decimals <= EXACT_DIGITS) {
      const size = mantissa / (POWERS[decimals] ?? 1);
      return sign === MINUS ? -size : size;
    }
    return longNumber(from);
  };
  /** From here on an exponent may follow. */
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
      if (code() !== ZERO && code() !== ZERO + 1) return wrong('a flag, 0 or 1,');
      return text.charCodeAt(at++) - ZERO;
    },
    wrong,
    wrongAt: note.wrongAt,
    flaw: note.flaw,
  };
}
