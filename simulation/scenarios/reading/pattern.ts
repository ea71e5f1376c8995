// Matches user-written patterns against screen lines, with a time limit against catastrophic backtracking.

import { runInNewContext } from 'node:vm';
import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';

/** Real-time limit per pattern; a good one takes microseconds. */
const LIMIT_MS = 500;

const SEARCH = `lines.map((line) => new RegExp(pattern).exec(line)).filter((found) => found !== null).map((found) => found[1] ?? found[0])[0]`;

/**
 * Returns the first group of the first matching line, or the whole match; null if none matches. Errors: `bad_value`, as
 * a sentence fragment.
 */
export function firstMatch(pattern: string, lines: readonly string[]): Result<string | null> {
  try {
    const found: unknown = runInNewContext(SEARCH, { pattern, lines: [...lines] }, { timeout: LIMIT_MS });
    return ok(typeof found === 'string' ? found : null);
  } catch (thrown) {
    const is_late =
      typeof thrown === 'object' &&
      thrown !== null &&
      'code' in thrown &&
      thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    return fail(
      'bad_value',
      is_late ? `the pattern ${pattern} timed out after ${LIMIT_MS / 1000} s` : messageOf(thrown),
    );
  }
}
