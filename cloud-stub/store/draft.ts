// Parses and measures an author's draft before its script is run (C30, C34, C38): the first error is refused with a
// sentence.

import { hash } from 'node:crypto';
import * as v from 'valibot';
import { EXTENSION_BYTES_MAX } from '../../wire/limits.ts';
import { about, characters, sentenceOf, text } from '../../wire/relay/fields.ts';
import { done, refuse, type StoreResult } from './failures.ts';

/** Limit of a description, in characters (store §1). */
const DESCRIPTION_CHARS_MAX = 1000;
/** C90: limit of an author's notes to support, in characters. */
const NOTES_CHARS_MAX = 1000;

export interface Draft {
  readonly text: string;
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;
  /** Hash of the bytes, lower-case hex. */
  readonly sha256: string;
  /** Null if omitted, which only an update may do. */
  readonly description: string | null;
  readonly notes: string;
}

const TEXT = about(v.string('must be a string'), `The Lua text; at most ${EXTENSION_BYTES_MAX} bytes of UTF-8.`);
/** Other problems of the description have codes of their own, and are checked after the types of all fields. */
const DESCRIPTION = v.pipe(
  v.string('must be a string'),
  v.metadata({ maxLength: DESCRIPTION_CHARS_MAX }),
  v.description('Description for the public page; not blank.'),
);
const NOTES = v.optional(
  about(text({ min: 0, max: NOTES_CHARS_MAX }), "The author's notes on this version for support."),
  '',
);

export const DRAFT = v.object({ text: TEXT, description: v.nullish(DESCRIPTION, null), notes: NOTES });
/** Schema for the first version of an extension. */
export const FIRST_DRAFT = v.object({ text: TEXT, description: DESCRIPTION, notes: NOTES });

const BYTE_ORDER_MARK = '\u{feff}';

/** Parses the JSON body of a create or an update. */
export function readDraft(data: unknown, description_optional: boolean): StoreResult<Draft> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return refuse('bad_request', 'The body is not a JSON object.');
  const read = v.safeParse(DRAFT, data, { abortEarly: true, abortPipeEarly: true });
  if (!read.success) return refuse('bad_request', sentenceOf(read.issues));
  const wrong = wrongWith(read.output, description_optional);
  if (wrong) return wrong;
  const bytes = Buffer.from(read.output.text);
  if (bytes.length > EXTENSION_BYTES_MAX)
    return refuse('text_too_large', `The text has ${bytes.length} bytes; the limit is ${EXTENSION_BYTES_MAX}.`);
  return done({ ...read.output, bytes, sha256: hash('sha256', bytes, 'hex') });
}

function wrongWith(
  { text, description, notes }: v.InferOutput<typeof DRAFT>,
  description_optional: boolean,
): StoreResult<never> | null {
  if (description === null ? !description_optional : description.trim() === '')
    return refuse('missing_description', 'A description is required: the public page shows it.');
  if (description !== null && characters(description) > DESCRIPTION_CHARS_MAX)
    return refuse('description_too_long', `The description is longer than ${DESCRIPTION_CHARS_MAX} characters.`);
  // JSON can contain lone surrogates, and UTF-8 cannot: storing a replacement would change the text.
  for (const [name, value] of Object.entries({ text, description, notes }))
    if (!(value ?? '').isWellFormed()) return refuse('bad_request', `${name} contains half of a surrogate pair.`);
  if (text.startsWith(BYTE_ORDER_MARK))
    return refuse('compile_error', 'The text starts with a byte order mark: save it without one.', {
      line: 1,
    });
  return null;
}
