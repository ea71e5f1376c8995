// Checks whether a script is a valid extension by loading it as a device would. The store runs this check before it
// accepts an upload, and authors run it at their desk, with the same result.

import type { LuaWasm } from './lua/wasm.ts';
import type { Manifest } from './manifest.ts';
import { loadScript, type ScriptProblem } from './script.ts';
import { CHECK_INPUT } from './session.ts';
import { NOT_TRIED, triedOut, type TriedOut } from './try-out.ts';

export type CheckVerdict =
  | ({
      readonly ok: true;
      readonly extension: Manifest;
      readonly heap_bytes: number;
      readonly instructions: number;
    } & TriedOut)
  | { readonly ok: false; readonly problem: ScriptProblem };

/**
 * Loads a script as a device would, then discards it. The same script gets the same verdict everywhere (R121, R123).
 * @returns The manifest, with the heap bytes and instructions used for loading; or one problem, with its line from 1.
 */
export function checkText(lua: LuaWasm, text: string): CheckVerdict {
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) return loaded;
  const { script } = loaded;
  const verdict = { ok: true, extension: script.manifest, ...script.used(), ...NOT_TRIED } as const;
  script.close();
  return verdict;
}

/**
 * Checks bytes that may not be text; otherwise like `checkText`. `tries_out`: also calls each callback of the extension
 * once.
 */
export function checkBytes(lua: LuaWasm, bytes: Uint8Array, tries_out = false): CheckVerdict {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, problem: { code: 'compile_error', message: 'The text is not UTF-8.', line: null } };
  }
  const verdict = checkText(lua, text);
  return verdict.ok && tries_out ? { ...verdict, ...triedOut(lua, text, verdict.extension) } : verdict;
}
