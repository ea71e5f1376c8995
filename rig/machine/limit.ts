// Timeout for a promise that may never settle.

import { fail, type Result } from '../../wire/errors.ts';

/** Returns the result if it arrives in time. Errors: `rig_failed` with `sentence` as its message. */
export async function within<T>(limit_ms: number, sentence: string, coming: Promise<Result<T>>): Promise<Result<T>> {
  const { promise, resolve } = Promise.withResolvers<Result<T>>();
  const limit = setTimeout(() => resolve(fail('rig_failed', `${sentence} within ${limit_ms / 1000} s.`)), limit_ms);
  return Promise.race([coming, promise]).finally(() => clearTimeout(limit));
}
