// Fields in the body of a form. Each field costs time, so a body with more fields than any form has is refused before
// it is parsed (R150).

import { requestRefused } from './body.ts';

/** C130: fields of a form. */
const FIELDS_MAX = 64;
/** Limit for the head of one part: its disposition and its type. */
const PART_HEAD_BYTES_MAX = 1024;

const URL_ENCODED = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b.*\bboundary=("?)([^"; ]{1,70})\1/i;
const PART_NAME = /^content-disposition:[^\r\n]*[;\s]name="([^"\r\n]*)"/im;

type Fields = readonly (readonly [name: string, value: string])[];

export const isFormType = (type: string): boolean => URL_ENCODED.test(type) || MULTIPART.test(type);

/**
 * Returns the fields, a file as its text; null if the body is malformed. Throws an error with status 400 for too many
 * fields.
 */
export function formFields(type: string, body: Buffer): Fields | null {
  const boundary = MULTIPART.exec(type)?.[2];
  if (boundary !== undefined) return partsOf(Buffer.concat([LINE_END, body]), Buffer.from(`\r\n--${boundary}`));
  if (occurrences(body, '&') >= FIELDS_MAX) throw tooMany();
  return [...new URLSearchParams(withSpaces(body).toString())];
}

const [PLUS, SPACE] = [0x2b, 0x20];

/** Replaces plus signs with spaces: URLSearchParams takes up to 0.2 s to decode half a megabyte of them. */
function withSpaces(body: Buffer): Buffer {
  const first = body.indexOf(PLUS);
  if (first === -1) return body;
  const spaced = Buffer.from(body);
  for (let at = first; at < spaced.length; at++) if (spaced[at] === PLUS) spaced[at] = SPACE;
  return spaced;
}

/** Returns null if the body is malformed. */
function partsOf(body: Buffer, delimiter: Buffer): Fields | null {
  const fields: (readonly [string, string])[] = [];
  let from = body.indexOf(delimiter) + delimiter.length;
  if (from < delimiter.length) return null;
  while (!body.subarray(from, from + LAST.length).equals(LAST)) {
    const end = body.indexOf(delimiter, from);
    const field = end === -1 ? null : fieldIn(body.subarray(from, end));
    if (!field) return null;
    if (fields.push(field) > FIELDS_MAX) throw tooMany();
    from = end + delimiter.length;
  }
  return fields;
}

function fieldIn(part: Buffer): readonly [string, string] | null {
  const head_end = part.subarray(0, PART_HEAD_BYTES_MAX).indexOf(HEAD_END);
  if (head_end === -1) return null;
  const name = PART_NAME.exec(part.toString('utf8', 0, head_end))?.[1];
  return name === undefined ? null : [name, new TextDecoder().decode(part.subarray(head_end + HEAD_END.length))];
}

const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST = Buffer.from('--');

const tooMany = (): Error =>
  requestRefused(400, `The form has more than ${FIELDS_MAX} fields. Reload the page and send it again.`);

/** Counts the occurrences of a character, up to `FIELDS_MAX`. */
function occurrences(body: Buffer, character: string): number {
  let count = 0;
  for (let at = body.indexOf(character); at !== -1 && count < FIELDS_MAX; at = body.indexOf(character, at + 1)) count++;
  return count;
}
