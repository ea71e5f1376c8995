// The checker: whether a text is an extension, by loading it as a device would. The store asks it before it takes a text, and an
// author asks it at the desk; both hear the same.

import type { LuaWasm } from './lua/wasm.ts';
import type { Manifest } from './manifest.ts';
import type { PathMistake } from './path/path-mistake.ts';
import { loadScript, type Problem } from './script.ts';
import { CHECK_INPUT } from './session.ts';

export type Verdict =
  | {
      readonly ok: true;
      readonly extension: Manifest;
      readonly heap_bytes: number;
      readonly instructions: number;
      /** In the paths of its first picture: no reason to refuse it. */
      readonly mistakes: readonly PathMistake[];
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Loads a text as a device would, and lets go of it. The same text gets the same verdict everywhere (R121, R123).
 * @returns The manifest, with bytes of the heap and instructions that loading took, and mistakes in what it draws first; or one problem, with its line from 1.
 */
export function checkText(lua: LuaWasm, text: string): Verdict {
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) return loaded;
  const { script } = loaded;
  const used = script.used();
  const drawn = [script.call('start', [{}], 0), script.call('draw', [], 0)];
  const mistakes = [loaded.effects, ...drawn.map(({ effects }) => effects)].flatMap((each) => each.mistakes);
  const verdict = { ok: true, extension: script.manifest, ...used, mistakes } as const;
  script.close();
  return verdict;
}

/** As `checkText`, for what may not even be text. */
export function checkBytes(lua: LuaWasm, bytes: Uint8Array): Verdict {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { ok: false, problem: { code: 'compile_error', message: 'The text is not UTF-8.', line: null } };
  }
  return checkText(lua, text);
}
