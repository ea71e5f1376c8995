// Suggestions for a mistyped word.

const NEAR_MAX = 3;

/** Returns the nearest candidate, ignoring case; null if none is near. */
export const nearestWord = (word: string, candidates: Iterable<string>): string | null =>
  nearWords(word, candidates)[0] ?? null;

/** Returns ` (did you mean WORD?)`; '' if no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = nearestWord(word, candidates);
  return near === null ? '' : ` (did you mean ${near}?)`;
}

/** Longer words are not typing errors, and slow to compare. */
const CHARS_MAX = 100;

/** Returns at most three candidates, the nearest first. */
export function nearWords(word: string, candidates: Iterable<string>): readonly string[] {
  if (word.length > CHARS_MAX) return [];
  const typed = word.toUpperCase();
  const far = Math.max(2, Math.floor(typed.length / 3));
  return [...candidates]
    .map((each) => ({ each, steps: editSteps(typed, each.toUpperCase()) }))
    .filter(({ each, steps }) => steps <= far && steps < Math.max(typed.length, each.length))
    .sort((a, b) => a.steps - b.steps)
    .slice(0, NEAR_MAX)
    .map(({ each }) => each);
}

/** Returns the number of letters to add, remove or change (the Levenshtein distance). */
const editSteps = (from: string, to: string): number => lastRow(from, to, (at) => at).at(-1) ?? 0;

/** Returns the edit distance from a text to the nearest part of a line (Sellers 1980), both cut to 100 characters. */
export const stepsToPart = (text: string, line: string): number =>
  Math.min(...lastRow(text.slice(0, CHARS_MAX), line.slice(0, CHARS_MAX), () => 0));

/** Returns the edit distances from a word to each prefix of another. `first`: cost of skipping letters at the start. */
function lastRow(from: string, to: string, first: (at: number) => number): readonly number[] {
  let row = Array.from({ length: to.length + 1 }, (_, at) => first(at));
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split('').entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row;
}
