// Messages between device and store (store §4.1): headers of an extension text, and the update check.

import * as v from 'valibot';
import { CHECKED_AT_ONCE_MAX, EXTENSION_VERSION_MAX, TYPED_CODE_CHARS_MAX } from '../choices.ts';
import { readCode } from '../crockford.ts';
import { fail, ok, type Result } from '../errors.ts';
import { SHARE_CODE_SYMBOLS } from '../limits.ts';
import { about, sentenceOf, text, whole, WHOLE_FROM_0 } from '../relay/fields.ts';

/** Header names in a request for a script, in lower case as Node returns them. */
export const STORE_HEADER = {
  /** ID of the device; the fetch then counts as an install. */
  device: 'x-service-device',
  /** `1` if the device fetches the script again; such a fetch does not count. */
  update: 'x-service-update',
} as const;

export type ExtensionKind = 'drill' | 'game';

const ID_CHARS = { min: 1, max: 64 };

export const CHECK = v.object({
  installed: v.pipe(
    v.array(
      v.object({
        c: about(text({ min: 1, max: TYPED_CODE_CHARS_MAX }), 'Share code.'),
        v: about(whole(WHOLE_FROM_0), 'Installed version.'),
      }),
      'must be a list',
    ),
    v.maxLength(CHECKED_AT_ONCE_MAX, `must have at most ${CHECKED_AT_ONCE_MAX} entries`),
  ),
  fw: v.optional(about(text({ min: 0, max: 64 }), 'Firmware version.'), ''),
  dev: about(text(ID_CHARS), 'Device id.'),
});

/** Installed extensions of a device: `c` code, `v` version; `fw` its firmware version, `dev` its ID. */
export type UpdateCheck = v.InferOutput<typeof CHECK>;

/** The currently served version of an extension. */
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
  /** In request order. */
  readonly installed: readonly (ServedVersion | { readonly c: string; readonly gone: true })[];
  /** All default extensions, longest-standing first. */
  readonly defaults: readonly (Omit<ServedVersion, 'sha256' | 'default'> & { readonly default: true })[];
}

/**
 * Validates the parsed body of an update check. Errors: `bad_value` with one sentence on the first wrong or missing
 * field.
 */
export function readUpdateCheck(data: unknown): Result<UpdateCheck> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('bad_value', 'The body must be a JSON object.');
  const read = v.safeParse(CHECK, data, { abortEarly: true, abortPipeEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', sentenceOf(read.issues));
}

const SHA256 = /^[0-9a-f]{64}$/;
const code = v.pipe(
  v.string(),
  v.check((written) => readCode(written, SHARE_CODE_SYMBOLS) === written),
);
const version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EXTENSION_VERSION_MAX));
const sha256 = v.pipe(v.string(), v.regex(SHA256));
const name = v.fallback(v.string(), '');

const news = v.object({
  installed: v.pipe(
    v.array(
      v.union([
        v.object({ c: code, gone: v.literal(true) }),
        v.object({ c: code, v: version, name, sha256, default: v.boolean() }),
      ]),
    ),
    v.maxLength(CHECKED_AT_ONCE_MAX),
  ),
  defaults: v.array(v.object({ c: code, name })),
});

/** Answer to an update check as a device parses it. */
export type UpdateNews = v.InferOutput<typeof news>;

export const NOT_THE_STORE = 'no compatible extension store at this address';

/** Parses the answer to an update check. Errors: `bad_value`. */
export function readUpdateNews(text: string): Result<UpdateNews> {
  try {
    const read = v.safeParse(news, JSON.parse(text), { abortEarly: true });
    if (read.success) return ok(read.output);
  } catch {
    // not JSON
  }
  return fail('bad_value', NOT_THE_STORE);
}

const announced = v.object({ code, version, sha256 });

/** Headers of an extension text: its code, version and hash. */
export type AnnouncedText = v.InferOutput<typeof announced>;

/** Parses the headers of a script, with lower-case names. Errors: `bad_value`. */
export function readTextHeaders(headers: Readonly<Record<string, string>>): Result<AnnouncedText> {
  const values = {
    code: headers['x-extension-id'],
    version: Number(headers['x-extension-version']),
    sha256: headers['x-extension-sha256'],
  };
  const read = v.safeParse(announced, values, { abortEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', NOT_THE_STORE);
}
