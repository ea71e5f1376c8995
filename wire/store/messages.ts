// What a device and the store say to each other (store §4.1): the headers of a text, and the update check.

import * as v from 'valibot';
import { CHECKED_AT_ONCE_MAX, TYPED_CODE_CHARS_MAX } from '../choices.ts';
import { fail, ok, type Result } from '../errors.ts';
import { sentenceOf, text, whole, WHOLE_FROM_0 } from '../relay/fields.ts';

/** The names of the headers, in lower case as Node reads them. */
export const STORE_HEADER = {
  /** Of a device that fetches; such a fetch counts as an install. */
  device: 'x-service-device',
  /** `1` on what a device fetches again; such a fetch does not count. */
  update: 'x-service-update',
} as const;

export type ExtensionKind = 'drill' | 'game';

const ID_CHARS = { min: 1, max: 64 };

const check = v.object({
  installed: v.pipe(
    v.array(v.object({ c: text({ min: 1, max: TYPED_CODE_CHARS_MAX }), v: whole(WHOLE_FROM_0) }), 'is a list'),
    v.maxLength(CHECKED_AT_ONCE_MAX, `has at most ${CHECKED_AT_ONCE_MAX} entries`),
  ),
  fw: v.optional(text({ min: 0, max: 64 }), ''),
  dev: text(ID_CHARS),
});

/** What a device has installed: `c` a code, `v` a version; `fw` its firmware, `dev` its id. */
export type UpdateCheck = v.InferOutput<typeof check>;

/** The version of an extension that the store serves now. */
export interface ServedVersion {
  readonly c: string;
  readonly id: string;
  readonly v: number;
  readonly name: string;
  readonly kind: ExtensionKind;
  readonly sha256: string;
  readonly default: boolean;
}

export interface UpdateCheckAnswer {
  /** In the order of the request. */
  readonly installed: readonly (ServedVersion | { readonly c: string; readonly gone: true })[];
  /** Every default extension, those that have been it for longest first. */
  readonly defaults: readonly (Omit<ServedVersion, 'sha256' | 'default'> & { readonly default: true })[];
}

/** Reads the parsed body of an update check: `bad_value` with one sentence on the first wrong or missing field. */
export function readUpdateCheck(data: unknown): Result<UpdateCheck> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('bad_value', 'The body is a JSON object.');
  const read = v.safeParse(check, data, { abortEarly: true, abortPipeEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', sentenceOf(read.issues));
}
