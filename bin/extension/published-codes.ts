// Codes under which an extension file is published, stored next to the file: `ladder.lua.code`, a JSON object of codes
// by store origin (C138).

import * as v from 'valibot';
import { readRegularFile } from '../../cloud-stub/regular-file.ts';
import { readCode } from '../../wire/crockford.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { writeWhole } from '../process/whole-file.ts';

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const shareCode = v.pipe(
  v.string(),
  v.check((text) => readCode(text, SHARE_CODE_SYMBOLS) !== null),
);

const table = v.record(v.pipe(v.string(), v.check(isOrigin)), shareCode);

/** Codes by store origin, the newest last. */
export type PublishedCodes = Readonly<v.InferOutput<typeof table>>;

const BYTES_MAX = 65_536;
/** Maximum number of stored origins: a cloud on a free port has a new origin each time it starts. */
const STORES_MAX = 16;

export const codesFileOf = (file: string): string => `${file}.code`;

/** Reads the codes; empty if there is no file. Errors: `bad_value` for a damaged file. */
export function readCodes(file: string): Result<PublishedCodes> {
  const path = codesFileOf(file);
  const unread = (reason: string): Result<never> =>
    fail('bad_value', `${path} can't be read: ${reason}; remove it, and publish with --code or --new.`);
  try {
    const bytes = readRegularFile(path, BYTES_MAX);
    if (bytes === null) return ok({});
    const read = v.safeParse(table, JSON.parse(bytes.toString()));
    return read.success ? ok(read.output) : unread('it is not a table of codes by store');
  } catch (thrown) {
    return unread(thrown instanceof SyntaxError ? 'it is not JSON' : whyUnread(thrown));
  }
}

/** Writes the codes, including the one for this store. Errors: `bad_value`. */
export function rememberCode(file: string, codes: PublishedCodes, cloud: string, code: string): Result<void> {
  if (codes[cloud] === code) return ok(undefined);
  const others = Object.entries(codes).filter(([store]) => store !== cloud);
  const kept = Object.fromEntries([...others, [cloud, code] as const].slice(-STORES_MAX));
  try {
    writeWhole(codesFileOf(file), `${JSON.stringify(kept, null, 2)}\n`);
    return ok(undefined);
  } catch (thrown) {
    return fail('bad_value', `${codesFileOf(file)} can't be written: ${messageOf(thrown)}.`);
  }
}
