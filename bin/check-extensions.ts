// What `tapin extension check` does: each file's verdict is a line.

import type { PathMistake } from '../firmware/extension-runtime/path/path-mistake.ts';
import { TOP_LEVEL_INSTRUCTIONS_MAX } from '../firmware/extension-runtime/script.ts';
import { SCRIPT_HEAP_BYTES_MAX } from '../wire/limits.ts';
import { readExtension, type ExtensionFile } from '../simulation/extension-script/extension-file.ts';

/** Prints a line a file; exit code 1 where one of them is not fine. */
export async function checkFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { fine, line, warnings } = await verdictOn(file);
    process.stdout.write(`${[line, ...warnings].join('\n')}\n`);
    if (!fine) process.exitCode = 1;
  }
}

interface FileVerdict {
  readonly fine: boolean;
  readonly line: string;
  readonly warnings: readonly string[];
}

async function verdictOn(file: string): Promise<FileVerdict> {
  const extension = await readExtension(file);
  return extension.ok
    ? {
        fine: true,
        line: `${file}${verdictText(extension.value.verdict)}`,
        warnings: extension.value.verdict.mistakes.map((mistake) => warningText(file, mistake)),
      }
    : { fine: false, line: extension.error.message, warnings: [] };
}

/** As compilers do: the sentence, the path, and a mark below its place. */
function warningText(file: string, { message, line, before, at, after }: PathMistake): string {
  const where = line === null ? file : `${file}:${line}`;
  return `${where}: warning: ${message}\n    ${before}${at}${after}\n    ${' '.repeat(Array.from(before).length)}^`;
}

const count = (value: number): string => value.toLocaleString('en');

/** What stands behind the name of a file that is fine. */
export function verdictText({ extension, heap_bytes, instructions }: ExtensionFile['verdict']): string {
  const heap = `${(heap_bytes / 1024).toFixed(1)} of ${SCRIPT_HEAP_BYTES_MAX / 1024} KB`;
  const top = `up to ${count(instructions + 1000)} of ${count(TOP_LEVEL_INSTRUCTIONS_MAX)} instructions`;
  return `: ${extension.name}, a ${extension.kind}, is fine: ${heap} of heap, ${top} at the top level.`;
}
