// `tapin extension check`: prints one line for each file's verdict and one for each warning.

import type { PathMistake } from '../../firmware/extension-runtime/path/path-mistake.ts';
import { warningText, type Warning } from '../../firmware/extension-runtime/try-out.ts';
import { SCRIPT_HEAP_BYTES_MAX, TOP_LEVEL_INSTRUCTIONS_MAX } from '../../wire/limits.ts';
import { isUnreadable, checkExtensionFile, problemLine } from '../../simulation/extension-script/extension-file.ts';
import type { ExtensionFile } from '../../simulation/extension-script/checked-extension.ts';

/**
 * Prints a line for each file and for each warning. Exit code 1: a file has an error; 2: otherwise, a file can't be
 * read.
 */
export async function checkFiles(files: readonly string[]): Promise<void> {
  const exit_codes = new Set<0 | 1 | 2>();
  for (const file of files) {
    const { exit_code, lines } = await verdictOn(file);
    process.stdout.write(`${lines.join('\n')}\n`);
    exit_codes.add(exit_code);
  }
  process.exitCode = exit_codes.has(1) ? 1 : exit_codes.has(2) ? 2 : 0;
}

async function verdictOn(file: string): Promise<{ readonly exit_code: 0 | 1 | 2; readonly lines: readonly string[] }> {
  const extension = await checkExtensionFile(file);
  if (!extension.ok) {
    return { exit_code: isUnreadable(extension.problem) ? 2 : 1, lines: [problemLine(file, extension.problem)] };
  }
  const { verdict } = extension.value;
  const warnings = [
    ...verdict.warnings.map((warning) => warningLine(file, warning)),
    ...verdict.mistakes.map((mistake) => mistakeText(file, mistake)),
  ];
  return { exit_code: 0, lines: [`${file}${verdictText(verdict)}`, ...warnings] };
}

/** Formats a path error as compilers do: the message, the path, and a caret below the position. */
function mistakeText(file: string, { message, line, before, at, after }: PathMistake): string {
  const where = line === null ? file : `${file}:${line}`;
  return `${where}: warning: ${message}\n    ${before}${at}${after}\n    ${' '.repeat(Array.from(before).length)}^`;
}

const warningLine = (file: string, warning: Warning): string =>
  `${file}${warning.line === null ? '' : `:${warning.line}`}: warning: ${warningText(warning)}`;

const count = (value: number): string => value.toLocaleString('en');

const kilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

/** Formats as `peak heap 31.2 of 256 KB, 224.8 KB free`. */
export const heapText = (peak_bytes: number): string =>
  `peak heap ${kilobytes(peak_bytes)} of ${SCRIPT_HEAP_BYTES_MAX / 1024} KB, ${kilobytes(SCRIPT_HEAP_BYTES_MAX - peak_bytes)} KB free`;

/** Returns the verdict that follows a valid file's name. */
export function verdictText({ extension, peak_heap_bytes, instructions }: ExtensionFile['verdict']): string {
  const top = `up to ${count(instructions + 1000)} of ${count(TOP_LEVEL_INSTRUCTIONS_MAX)} instructions`;
  return `: ${extension.name}, a ${extension.kind}, passes: ${heapText(peak_heap_bytes)}, ${top} at the top level.`;
}
