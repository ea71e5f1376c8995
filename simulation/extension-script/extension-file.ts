// Reads an extension file for use on a device: yields its problem in one line, or the entry for its slot.

import { fail, type Result } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';
import { readNamedFile } from '../reports/named-file.ts';
import { checkedExtension, type ExtensionCheck, type ExtensionFile, type FileProblem } from './checked-extension.ts';
import { checkIsolated } from './isolated-check.ts';

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

/** Reads a file and checks it. */
export async function checkExtensionFile(file: string): Promise<ExtensionCheck> {
  const bytes = bytesOf(file);
  if (!bytes.ok) return unreadable(bytes.error.message);
  const checked = await checkIsolated(bytes.value, true);
  if (!checked.ok) return unreadable(`can't be checked: ${checked.error.message}`);
  return checkedExtension(bytes.value, checked.value);
}

const unreadable = (message: string): { readonly ok: false; readonly problem: FileProblem } => ({
  ok: false,
  problem: { message, line: null, code: null, source: [] },
});

/** Returns the text to follow the file name. */
const problemText = ({ code, message, line }: FileProblem): string =>
  `${line === null ? '' : `:${line}`}: ${message}${code === null ? '' : ` (${code})`}`;
