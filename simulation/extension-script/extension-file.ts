// Reads an extension file for use on a device: yields its problem in one line, or the entry for its slot.

import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import { sourceAround, type SourceLine } from '../../firmware/extension-runtime/failure.ts';
import { entryOf, type Installed } from '../../firmware/persisted/extensions.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { sha256Of } from '../../wire/signing.ts';
import { oneLine } from '../../wire/visible.ts';
import { readNamedFile } from '../reports/named-file.ts';
import { checkIsolated } from './isolated-check.ts';

/** Share code of local extensions. The store never assigns it: no code of the store starts with five zeros. */
export const LOCAL_CODE = '00000';

export interface ExtensionFile {
  readonly entry: Installed;
  readonly bytes: Uint8Array;
  readonly verdict: Extract<CheckVerdict, { ok: true }>;
}

/** Exceeds the checker's limit, so that the checker can report the actual size. */
const READ_BYTES_MAX = 16 * 2 ** 20;

/** Reads the file. Errors: `bad_value` if it cannot be read, with the text to follow the file name. */
function bytesOf(file: string): Result<Uint8Array> {
  const bytes = readNamedFile(file, READ_BYTES_MAX);
  return bytes.ok ? bytes : fail('bad_value', bytes.error.message.slice(oneLine(file).length + 1));
}

/** Reads and checks an extension. Errors: `bad_value`, as `FILE:LINE: SENTENCE (CODE)` if the checker rejects it. */
export async function readExtension(file: string): Promise<Result<ExtensionFile>> {
  const checked = await checkExtensionFile(file);
  return checked.ok ? checked : refusal(file, checked.problem);
}

/** Whether the problem is that the file cannot be read. */
export const isUnreadable = ({ code }: FileProblem): boolean => code === null;

export const refusal = (file: string, problem: FileProblem): Result<never> =>
  fail('bad_value', problemLine(file, problem));

export const problemLine = (file: string, problem: FileProblem): string => `${file}${problemText(problem)}`;

/** Problem of a file. */
interface FileProblem {
  readonly message: string;
  readonly line: number | null;
  /** Error code of the checker if it rejected the file, else null. */
  readonly code: Problem['code'] | null;
  /** Source line with its context. */
  readonly source: readonly SourceLine[];
}

export type ExtensionCheck =
  | { readonly ok: true; readonly value: ExtensionFile }
  | { readonly ok: false; readonly problem: FileProblem };

/** Reads a file and checks it. */
export async function checkExtensionFile(file: string): Promise<ExtensionCheck> {
  const bytes = bytesOf(file);
  if (!bytes.ok) return unreadable(bytes.error.message);
  const checked = await checkIsolated(bytes.value, true);
  if (!checked.ok) return unreadable(`can't be checked: ${checked.error.message}`);
  const verdict = checked.value;
  if (!verdict.ok) {
    const source = sourceAround(new TextDecoder().decode(bytes.value), verdict.problem.line);
    return { ok: false, problem: { ...verdict.problem, source } };
  }
  const from = { code: LOCAL_CODE, version: 1, sha256: sha256Of(bytes.value), default: false };
  const entry = entryOf(verdict.extension, from);
  return { ok: true, value: { entry, bytes: bytes.value, verdict } };
}

const unreadable = (message: string): { readonly ok: false; readonly problem: FileProblem } => ({
  ok: false,
  problem: { message, line: null, code: null, source: [] },
});

type Problem = Extract<CheckVerdict, { ok: false }>['problem'];

/** Returns the text to follow the file name. */
const problemText = ({ code, message, line }: FileProblem): string =>
  `${line === null ? '' : `:${line}`}: ${message}${code === null ? '' : ` (${code})`}`;
