// What a device and the store say to each other (store §4.1): the headers of a text, and the update check.

import * as v from 'valibot';
import { CHECKED_AT_ONCE_MAX, EXTENSION_VERSION_MAX, TYPED_CODE_CHARS_MAX } from '../choices.ts';
import { readCode } from '../crockford.ts';
import { fail, ok, type Result } from '../errors.ts';
import { SHARE_CODE_SYMBOLS } from '../limits.ts';
import { sentenceOf, text, whole, WHOLE_FROM_0 } from '../relay/fields.ts';

/** The names of the headers, in lower case as Node reads them. */
export const TEXT_HEADER = {
  id: 'x-extension-id',
  version: 'x-extension-version',
  sha256: 'x-extension-sha256',
} as const;

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

const SHA256 = /^[0-9a-f]{64}$/;
const code = v.pipe(
  v.string(),
  v.check((written) => readCode(written, SHARE_CODE_SYMBOLS) === written),
);
const version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(EXTENSION_VERSION_MAX));
const sha256 = v.pipe(v.string(), v.regex(SHA256));

const checked = v.union([
  v.object({ c: code, gone: v.literal(true) }),
  v.object({ c: code, v: version, sha256, default: v.boolean() }),
]);

const answer = v.object({
  installed: v.pipe(v.array(checked), v.maxLength(CHECKED_AT_ONCE_MAX)),
  defaults: v.array(v.object({ c: code })),
});

/** What a device goes by in the answer to its update check. */
export type UpdateNews = v.InferOutput<typeof answer>;

const NO_STORE = 'What answers there is not the extension store, or another version of it: check its address.';

/** Reads the text of an answer to an update check; `bad_value` with one sentence where it is none. */
export function readUpdateNews(text: string): Result<UpdateNews> {
  try {
    const read = v.safeParse(answer, JSON.parse(text), { abortEarly: true });
    if (read.success) return ok(read.output);
  } catch {
    // no JSON
  }
  return fail('bad_value', NO_STORE);
}

/** What the headers of a text announce; `bad_value` with one sentence where they are not the store's. */
export function readTextHeaders(headers: Readonly<Record<string, string>>): Result<TextHeaders> {
  const announced = {
    code: headers[TEXT_HEADER.id],
    version: Number(headers[TEXT_HEADER.version]),
    sha256: headers[TEXT_HEADER.sha256],
  };
  const read = v.safeParse(textHeaders, announced, { abortEarly: true });
  return read.success ? ok(read.output) : fail('bad_value', NO_STORE);
}

const textHeaders = v.object({ code, version, sha256 });
export type TextHeaders = v.InferOutput<typeof textHeaders>;
