// Corrupted files: many small edits of a valid one, determined by a seed.

import { createSeededRandom } from '../../hal/random/random-seeded.ts';

/** Fragments that break parsers of YAML, JSON, CSV and keys. */
const PIECES = [
  '',
  '*a',
  '*nowhere ',
  '&a ',
  '<<: *a\n',
  '? ',
  '- ',
  ': ',
  ',',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '|\n',
  '!!binary ',
  '%YAML 9\n',
  '---\n',
  '...\n',
  '#',
  'null',
  'true',
  '-1',
  '0.1',
  '1e999',
  '.nan',
  '99999999999999999999',
  '[]',
  '{}',
  '__proto__',
  '${x}',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u2028',
  '\t',
  '\r\n',
  '\u00e9',
  '[['.repeat(500),
  'a'.repeat(3000),
] as const;

/** Matches a token of most formats. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|[\w.+-]+|[^\s\w]/g;

/** Returns the string with edits; the same seed gives the same result. */
export function mutated(text: string, seed: number): string {
  const random = createSeededRandom(seed);
  let given = text;
  for (let left = 1 + random.int(3); left > 0; left--) given = once(given, random);
  return given;
}

function once(text: string, random: ReturnType<typeof createSeededRandom>): string {
  const from = random.int(text.length + 1);
  const to = Math.min(text.length, from + random.int(12));
  const piece = PIECES[random.int(PIECES.length)] ?? '';
  const put = (start: number, end: number, what: string): string => text.slice(0, start) + what + text.slice(end);
  switch (random.int(6)) {
    case 0:
      return put(from, to, '');
    case 1:
      return put(from, from, piece);
    case 2:
      return put(from, Math.min(text.length, from + 1), String.fromCharCode(random.int(256)));
    case 3:
      return put(from, from, text.slice(random.int(text.length + 1)).slice(0, 80));
    case 4:
      return text.slice(0, from);
    default: {
      const tokens = [...text.matchAll(TOKEN)];
      const [token] = tokens.slice(random.int(Math.max(1, tokens.length)));
      return token ? put(token.index, token.index + token[0].length, piece) : text;
    }
  }
}
