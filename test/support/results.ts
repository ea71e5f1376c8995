// Assertions on results: returns the expected value, or the expected error with its one-sentence message.

import type { ExecutionContext } from 'ava';
import { assert, type ErrorCode, type OperatingError, type Result } from '../../wire/errors.ts';

export function valueOf<T>(t: ExecutionContext, result: Result<T>): T {
  t.true(result.ok, result.ok ? '' : `${result.error.code}: ${result.error.message}`);
  assert(result.ok, 'asserted above');
  return result.value;
}

/**
 * Asserts that the result is an error with this code, whose message is one sentence that matches `pattern`; it may start
 * with a path, a name or a field.
 */
export function failsWith(t: ExecutionContext, result: Result<unknown>, code: ErrorCode, pattern: RegExp): void {
  if (result.ok) return void t.fail(`expected ${code}`);
  t.is(result.error.code, code, result.error.message);
  t.regex(result.error.message, pattern);
  t.regex(result.error.message, /^([A-Z"/]|[a-z]+_)[^\n]*\.$/);
}

/** Returns the error, which must be there. */
export function errorOf(t: ExecutionContext, result: Result<unknown>): OperatingError {
  t.false(result.ok);
  assert(!result.ok, 'asserted above');
  return result.error;
}
