// How the store says no (C34): a code, a sentence, and the HTTP status that goes with the code.

import type { ErrorCode, OperatingError } from '../../wire/errors.ts';

/** The status of every code that the store answers with. */
export const HTTP_STATUS = {
  bad_request: 400,
  missing_description: 400,
  description_too_long: 400,
  compile_error: 400,
  runaway_top_level: 400,
  double_manifest: 400,
  no_manifest: 400,
  bad_manifest: 400,
  unauthorized: 401,
  not_owner: 403,
  not_found: 404,
  is_default: 409,
  invalid_transition: 409,
  version_changed: 409,
  gone: 410,
  text_too_large: 413,
  too_large: 413,
  limited: 429,
  issuer_unreachable: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;

export type StoreCode = keyof typeof HTTP_STATUS;

export interface StoreFailure extends OperatingError {
  readonly code: StoreCode;
  /** The line of the text that is to blame, from 1; null where it is none. Only of publish checks. */
  readonly line?: number | null;
}

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: StoreFailure };

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refuse = (
  code: StoreCode,
  message: string,
  more: Omit<StoreFailure, 'code' | 'message'> = {},
): { readonly ok: false; readonly error: StoreFailure } => ({ ok: false, error: { code, message, ...more } });
