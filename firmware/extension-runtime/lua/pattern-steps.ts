// Counts the steps that Lua 5.4's pattern functions take on a string by repeating their walk, since WebAssembly offers
// no way to count the steps or stop the functions. Locale "C": classes contain ASCII letters only.

export type SearchKind = 'find' | 'match' | 'plain' | 'gmatch' | 'gsub';

interface Search {
  readonly kind: SearchKind;
  readonly text: Uint8Array;
  readonly pattern: Uint8Array;
  /** Start of the search, offset from 0. */
  readonly from: number;
  /** Maximum number of replacements, for gsub. */
  readonly matches_max: number;
  /** Replacement text for gsub: its bytes, and how often it inserts a capture. */
  readonly replacement: { readonly bytes: number; readonly captures: number };
}

const [DEPTH_MAX, CAPTURES_MAX] = [200, 32];
const code = (char: string): number => char.charCodeAt(0);
const [ESCAPE, CARET, DOLLAR, DOT, OPEN, CLOSE, PAREN, PAREN_END] = Array.from('%^$.[]()', code);
const [STAR, PLUS, MINUS, QUESTION, BALANCE, FRONTIER] = Array.from('*+-?bf', code);
const [ZERO, NINE] = [code('0'), code('9')];
const SPECIAL = new Uint8Array(256);
for (const each of Array.from('^$*+?.([%-', code)) SPECIAL[each] = 1;
/** Steps charged per level of recursion. */
const MATCH_STEPS = 4;
const NO_MATCH = -1;
/** Length of a capture that is still open. */
const UNFINISHED = -1;

const [NOT_IN_SET, IN_SET] = [1, 2];

/** Thrown where Lua raises an error or the steps are used up. */
class Stop extends Error {}

const CLASSES: ReadonlyMap<number, RegExp> = new Map(
  Object.entries({
    a: /[A-Za-z]/,
    // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
    c: /[\0-\x1f\x7f]/,
    d: /[0-9]/,
    g: /[!-~]/,
    l: /[a-z]/,
    p: /[!-/:-@[-`{-~]/,
    s: /[\t-\r ]/,
    u: /[A-Z]/,
    w: /[A-Za-z0-9]/,
    x: /[0-9A-Fa-f]/,
  }).map(([letter, members]) => [code(letter), members]),
);
/** Table with 1 at `class << 8 | byte` for each member of a class, identified by its lower-case letter. */
const MEMBERS = new Uint8Array(128 << 8);
const IS_CLASS = new Uint8Array(256);
for (const [letter, members] of CLASSES) {
  IS_CLASS[letter] = 1;
  for (let byte = 0; byte < 128; byte++) if (members.test(String.fromCharCode(byte))) MEMBERS[(letter << 8) | byte] = 1;
}

/** Whether a byte matches `%letter`. */
function inClass(byte: number, letter: number): boolean {
  const lower = letter | 0x20;
  if (IS_CLASS[lower] !== 1) return byte === letter;
  return (MEMBERS[(lower << 8) | byte] === 1) === (letter === lower);
}

/**
 * Counts the steps of a search: characters compared, pattern items read, bytes captured or replaced.
 * @returns The count; `steps_max` or more if the search was aborted.
 */
export function countSteps(search: Search, steps_max: number): number {
  const walk = new Walk(search.text, search.pattern, steps_max);
  try {
    // Lua searches for a pattern without special characters as plain text; it does not count `)` as special.
    const plain =
      search.kind === 'plain' || (search.kind === 'find' && !search.pattern.some((each) => SPECIAL[each] === 1));
    walk.take(search.pattern.length >> 4);
    if (plain) walk.plain(search.from);
    else walkMatches(search, walk);
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  return walk.steps;
}

function walkMatches({ kind, text, pattern, from, matches_max, replacement }: Search, walk: Walk): void {
  const anchored = kind !== 'gmatch' && pattern[0] === CARET;
  const start = anchored ? 1 : 0;
  let [at, last, matches] = [from, NO_MATCH, 0];
  while (at <= text.length && matches < matches_max) {
    const end = walk.begin(at, start);
    if (end !== NO_MATCH && end !== last) {
      matches++;
      walk.take((end - at) * Math.max(1, walk.level + replacement.captures) + replacement.bytes);
      if (kind === 'find' || kind === 'match') return;
      at = last = end;
    } else at++;
    if (anchored) return;
  }
}

/** Position in the text, or NO_MATCH, and position in the pattern. */
interface Positions {
  readonly at: number;
  readonly from: number;
}

class Walk {
  steps = 0;
  /** Number of captures in the last match. */
  level = 0;
  #depth = 0;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #text: Uint8Array;
  readonly #pattern: Uint8Array;
  readonly #steps_max: number;
  /**
   * Cache of the bytes in each set, by its position; 0 if not yet computed. A long set is thus scanned only once per
   * byte.
   */
  readonly #sets = new Map<number, Uint8Array>();

  constructor(text: Uint8Array, pattern: Uint8Array, steps_max: number) {
    [this.#text, this.#pattern, this.#steps_max] = [text, pattern, steps_max];
  }

  take(many: number): void {
    this.steps += many;
    if (this.steps >= this.#steps_max) throw new Stop();
  }

  /** Returns the end of the match at a text position with the pattern from a given position; NO_MATCH if none. */
  begin(at: number, from: number): number {
    this.level = this.#depth = 0;
    return this.#match(at, from);
  }

  plain(from: number): void {
    for (let at = from; at + this.#pattern.length <= this.#text.length; at++) {
      let same = 0;
      while (same < this.#pattern.length && this.#byte(at + same) === this.#item(same)) same++;
      this.take(1 + same);
      if (same === this.#pattern.length) return;
    }
  }

  #byte(at: number): number {
    return this.#text[at] ?? 0;
  }

  #item(at: number): number {
    return this.#pattern[at] ?? NO_MATCH;
  }

  #match(at: number, from: number): number {
    this.take(MATCH_STEPS);
    if (++this.#depth > DEPTH_MAX) throw new Stop();
    const end = this.#walk(at, from);
    this.#depth--;
    return end;
  }

  #walk(start: number, start_from: number): number {
    let [at, from] = [start, start_from];
    while (from < this.#pattern.length) {
      this.take(1);
      const first = this.#item(from);
      if (first === PAREN)
        return this.#item(from + 1) === PAREN_END
          ? this.#openCapture(at, from + 2, 0)
          : this.#openCapture(at, from + 1, UNFINISHED);
      if (first === PAREN_END) return this.#closeCapture(at, from + 1);
      if (first === DOLLAR && from + 1 === this.#pattern.length) return at === this.#text.length ? at : NO_MATCH;
      const next = (first === ESCAPE ? this.#escaped(at, from) : null) ?? this.#repeated(at, from);
      if (typeof next === 'number') return next;
      if (next.at === NO_MATCH) return NO_MATCH;
      ({ at, from } = next);
    }
    return at;
  }

  /** Matches a `%` item (`%b`, `%1`, …). Returns null for a character class. */
  #escaped(at: number, from: number): Positions | null {
    const which = this.#item(from + 1);
    if (which === BALANCE) return { at: this.#balance(at, from + 2), from: from + 4 };
    if (which >= ZERO && which <= NINE) return { at: this.#again(at, which - ZERO - 1), from: from + 2 };
    if (which !== FRONTIER) return null;
    if (this.#item(from + 2) !== OPEN) throw new Stop();
    const to = this.#classEnd(from + 2);
    const before = at === 0 ? 0 : this.#byte(at - 1);
    const found = !this.#inSet(before, from + 2, to - 1) && this.#inSet(this.#byte(at), from + 2, to - 1);
    return { at: found ? at : NO_MATCH, from: to };
  }

  /** Walks a class with its suffix. Returns the next positions, or the end of the whole match. */
  #repeated(at: number, from: number): Positions | number {
    const to = this.#classEnd(from);
    const suffix = this.#item(to);
    if (suffix === STAR || suffix === PLUS) return this.#longest(at, from, to, suffix === PLUS ? 1 : 0);
    if (suffix === MINUS) return this.#shortest(at, from, to);
    const found = this.#single(at, from, to);
    if (suffix !== QUESTION) return found ? { at: at + 1, from: to } : NO_MATCH;
    const end = found ? this.#match(at + 1, to + 1) : NO_MATCH;
    return end === NO_MATCH ? { at, from: to + 1 } : end;
  }

  #longest(at: number, from: number, to: number, least: number): number {
    let many = 0;
    while (this.#single(at + many, from, to)) many++;
    for (; many >= least; many--) {
      const end = this.#match(at + many, to + 1);
      if (end !== NO_MATCH) return end;
    }
    return NO_MATCH;
  }

  #shortest(start: number, from: number, to: number): number {
    for (let at = start; ; at++) {
      const end = this.#match(at, to + 1);
      if (end !== NO_MATCH) return end;
      if (!this.#single(at, from, to)) return NO_MATCH;
    }
  }

  #single(at: number, from: number, to: number): boolean {
    this.take(1);
    if (at >= this.#text.length) return false;
    const [each, first] = [this.#byte(at), this.#item(from)];
    if (first === DOT) return true;
    if (first === ESCAPE) return inClass(each, this.#item(from + 1));
    return first === OPEN ? this.#inSet(each, from, to - 1) : first === each;
  }

  /** Returns the position after one class. */
  #classEnd(from: number): number {
    const first = this.#item(from);
    let at = from + 1;
    if (first !== ESCAPE && first !== OPEN) return at;
    if (first === OPEN) {
      if (this.#item(at) === CARET) at++;
      do {
        if (at >= this.#pattern.length) throw new Stop();
        if (this.#item(at++) === ESCAPE) at++;
      } while (this.#item(at) !== CLOSE);
      this.take((at - from) >> 2);
    }
    if (at >= this.#pattern.length) throw new Stop();
    return at + 1;
  }

  /** Whether a byte is in the set between the positions of `[` and `]`. */
  #inSet(each: number, from: number, to: number): boolean {
    this.take((to - from) >> 1);
    const known = this.#sets.get(from) ?? new Uint8Array(256);
    this.#sets.set(from, known);
    known[each] ||= this.#isMember(each, from, to) ? IN_SET : NOT_IN_SET;
    return known[each] === IN_SET;
  }

  #isMember(each: number, from: number, to: number): boolean {
    const negated = this.#item(from + 1) === CARET;
    for (let at = from + (negated ? 2 : 1); at < to; at++) {
      const first = this.#item(at);
      if (first === ESCAPE) {
        if (inClass(each, this.#item(++at))) return !negated;
      } else if (this.#item(at + 1) === MINUS && at + 2 < to) {
        at += 2;
        if (first <= each && each <= this.#item(at)) return !negated;
      } else if (first === each) return !negated;
    }
    return negated;
  }

  #balance(start: number, from: number): number {
    if (from + 1 >= this.#pattern.length) throw new Stop();
    const [begin, end] = [this.#item(from), this.#item(from + 1)];
    if (start >= this.#text.length || this.#byte(start) !== begin) return NO_MATCH;
    let nested = 1;
    for (let at = start + 1; at < this.#text.length; at++) {
      this.take(1);
      if (this.#byte(at) === end) {
        if (--nested === 0) return at + 1;
      } else if (this.#byte(at) === begin) nested++;
    }
    return NO_MATCH;
  }

  /** Matches the text of capture `which`, from 0, again. */
  #again(at: number, which: number): number {
    const length = which >= 0 && which < this.level ? (this.#lengths[which] ?? UNFINISHED) : UNFINISHED;
    if (length === UNFINISHED) throw new Stop();
    if (this.#text.length - at < length) return NO_MATCH;
    const from = this.#starts[which] ?? 0;
    for (let i = 0; i < length; i++) {
      this.take(1);
      if (this.#byte(from + i) !== this.#byte(at + i)) return NO_MATCH;
    }
    return at + length;
  }

  #openCapture(at: number, from: number, length: number): number {
    if (this.level >= CAPTURES_MAX) throw new Stop();
    [this.#starts[this.level], this.#lengths[this.level]] = [at, length];
    this.level++;
    const end = this.#match(at, from);
    if (end === NO_MATCH) this.level--;
    return end;
  }

  #closeCapture(at: number, from: number): number {
    let which = this.level - 1;
    while (which >= 0 && this.#lengths[which] !== UNFINISHED) which--;
    this.take(this.level - which);
    if (which < 0) throw new Stop();
    this.#lengths[which] = at - (this.#starts[which] ?? 0);
    const end = this.#match(at, from);
    if (end === NO_MATCH) this.#lengths[which] = UNFINISHED;
    return end;
  }
}
