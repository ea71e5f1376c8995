// HTTP status for every error code of the cloud (C34), except the relay's, whose errors have their own format.

import type { ErrorCode } from '../../wire/errors.ts';

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
  checker_busy: 503,
  storage_full: 507,
} as const satisfies Partial<Record<ErrorCode, number>>;

export type RefusalCode = keyof typeof HTTP_STATUS;
