// An extension as a file at the desk, ready for a device: what is wrong with it in one line, or the entry of its slot.

import { readFileSync } from 'node:fs';
import type { Verdict } from '../../firmware/extension-runtime/check.ts';
import type { Installed } from '../../firmware/facts/extensions.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { sha256Of } from '../../wire/signing.ts';
import { checkIsolated } from './isolated-check.ts';

/** The code of what has none: no store gives it out, for none begins with five zeros. */
export const LOCAL_CODE = '00000';

export interface ExtensionFile {
  readonly entry: Installed;
  readonly bytes: Uint8Array;
  readonly verdict: Extract<Verdict, { ok: true }>;
}

/** Errors: `bad_value` where it can't be read. */
function bytesOf(file: string): Result<Uint8Array> {
  try {
    return ok(readFileSync(file));
  } catch (thrown) {
    return fail('bad_value', `${file}: can't be read: ${messageOf(thrown)}.`);
  }
}

/** Errors: `bad_value`, as `FILE:LINE: SENTENCE (CODE)` where the checker refuses it. */
export async function readExtension(file: string): Promise<Result<ExtensionFile>> {
  const bytes = bytesOf(file);
  if (!bytes.ok) return bytes;
  const checked = await checkIsolated(bytes.value, true);
  if (!checked.ok) return fail('bad_value', `${file}: can't be checked: ${checked.error.message}`);
  const verdict = checked.value;
  if (!verdict.ok) return fail('bad_value', `${file}${problemText(verdict.problem)}`);
  const { name, kind, settings } = verdict.extension;
  const sha256 = sha256Of(bytes.value);
  const entry: Installed = { code: LOCAL_CODE, version: 1, name, kind, sha256, default: false, settings };
  return ok({ entry, bytes: bytes.value, verdict });
}

type Problem = Extract<Verdict, { ok: false }>['problem'];

/** What stands behind the name of the file. */
const problemText = ({ code, message, line }: Problem): string =>
  `${line === null ? '' : `:${line}`}: ${message} (${code})`;
