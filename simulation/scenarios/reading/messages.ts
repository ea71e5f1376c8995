// Messages about user-written files: each completes the sentence that starts with the path of a field, such as
// `expect.page`, and suggests the nearest known word if one is close.

import * as v from 'valibot';
import { nearestWord } from '../../../wire/nearest-word.ts';
import { isFields } from '../../../wire/json-fields.ts';

/** Length at which words are shortened in a message. */
const WORD_CHARS_MAX = 40;

export const quoted = (word: unknown): string =>
  JSON.stringify(typeof word === 'string' ? word.slice(0, WORD_CHARS_MAX) : (word ?? null)).slice(
    0,
    2 * WORD_CHARS_MAX,
  );

/** Minimum length for suggestions: shorter words are close to everything. */
const WORD_CHARS_MIN = 3;

/** Returns `; did you mean page?`, or '' if no name is close or starts with the word. */
export function meant(word: unknown, names: readonly string[]): string {
  if (typeof word !== 'string' || word === '' || word.length > WORD_CHARS_MAX) return '';
  const nearest = word.length >= WORD_CHARS_MIN ? nearestWord(word, names) : null;
  const near = nearest ?? names.find((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Returns the message for a word that is not one of `names`. */
export function noWordOf(word: unknown, names: readonly string[], otherwise = ''): string {
  const near = meant(word, names);
  return near === '' ? `must be one of ${names.join(', ')}${otherwise}` : `: unknown value ${quoted(word)}${near}`;
}

/** Schema of a word from a closed set. */
export const oneOf = <const T extends readonly string[]>(names: T) =>
  v.picklist(names, ({ input }) => noWordOf(input, names));

const UNKNOWN = 'knows ';

/** Schema of an object with exactly these fields. `message`: what it must be. */
export const fields = <T extends v.ObjectEntries>(entries: T, message: string) =>
  v.strictObject(entries, ({ expected, received }) => {
    if (expected === 'never') return `${UNKNOWN}${Object.keys(entries).join(' ')}`;
    return received === 'undefined' && expected !== 'Object' ? 'is missing' : message;
  });

type Path = readonly (string | number)[];

/** Error at one path in the data. */
export interface Wrong {
  readonly path: Path;
  readonly message: string;
}

/** Returns all errors that a schema found in `data`. */
export const wrongIn = (data: unknown, issues: readonly v.BaseIssue<unknown>[]): readonly Wrong[] =>
  issues.flatMap(leaves).flatMap((wrong) => unknownFields(data, wrong));

/** Returns the path of an issue in the data. */
export const pathOf = ({ path }: v.BaseIssue<unknown>): Path =>
  (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

/** Returns the errors of the matching variant of a union, or a single error for the whole union. */
function leaves(issue: v.BaseIssue<unknown>): readonly Wrong[] {
  const path = pathOf(issue);
  const inside = (issue.issues ?? []).flatMap(leaves).filter((each) => each.path.length > 0);
  return inside.length > 0
    ? inside.map((each) => ({ ...each, path: [...path, ...each.path] }))
    : [{ path, message: issue.message }];
}

/** Finds all unknown fields of an object, since a schema stops at the first. */
function unknownFields(data: unknown, { path, message }: Wrong): readonly Wrong[] {
  if (!message.startsWith(UNKNOWN)) return [{ path, message }];
  const known = message.slice(UNKNOWN.length).split(' ');
  const above = path.slice(0, -1);
  const given = valueAt(data, above);
  return Object.keys(isFields(given) ? given : {})
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: [...above, key], message: noField(key, known) }));
}

export const noField = (key: string, known: readonly string[]): string =>
  `is unknown${meant(key, known) || `; allowed: ${known.join(', ')}`}`;

export const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] as unknown;
    return isFields(value) ? value[key] : undefined;
  }, data);

/** Formats a message, which is a complete sentence or the end of one. */
export function sentenceOf({ path, message }: Wrong): string {
  if (message.endsWith('.')) return message;
  const end = message.endsWith('?') ? '' : '.';
  return `${path.join('.')}${message.startsWith(':') ? '' : ' '}${message}${end}`;
}
