// What `tapin extension check` does: each file's verdict is a line.

import { readFileSync } from 'node:fs';
import { checkBytes, type Verdict } from '../firmware/extension-runtime/check.ts';
import { loadLua } from '../firmware/extension-runtime/lua/wasm.ts';
import { messageOf } from '../wire/errors.ts';
import { SCRIPT_HEAP_BYTES_MAX, TOP_LEVEL_INSTRUCTIONS_MAX } from '../wire/limits.ts';

/** Prints a line a file; exit code 1 where one of them is not fine. */
export async function checkFiles(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { fine, line } = await verdictOn(file);
    process.stdout.write(`${line}\n`);
    if (!fine) process.exitCode = 1;
  }
}

async function verdictOn(file: string): Promise<{ readonly fine: boolean; readonly line: string }> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (thrown) {
    return { fine: false, line: `${file}: can't be read: ${messageOf(thrown)}` };
  }
  // A machine of its own for each: whatever a script does to it, the next one is not concerned.
  const verdict = checkBytes(await loadLua(), bytes);
  return { fine: verdict.ok, line: `${file}${wordsOf(verdict)}` };
}

const count = (value: number): string => value.toLocaleString('en');

/** What stands behind the name of the file. */
export function wordsOf(verdict: Verdict): string {
  if (!verdict.ok) {
    const { code, message, line } = verdict.problem;
    return `${line === null ? '' : `:${line}`}: ${message} (${code})`;
  }
  const { extension, heap_bytes, instructions } = verdict;
  const heap = `${(heap_bytes / 1024).toFixed(1)} of ${SCRIPT_HEAP_BYTES_MAX / 1024} KB`;
  const top = `up to ${count(instructions + 1000)} of ${count(TOP_LEVEL_INSTRUCTIONS_MAX)} instructions`;
  return `: ${extension.name}, a ${extension.kind}, is fine: ${heap} of heap, ${top} at the top level.`;
}
