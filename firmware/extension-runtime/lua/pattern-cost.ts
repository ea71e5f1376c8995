// Charges a pattern search before the library runs it (R122): a function for the prelude that receives texts as bytes.

import { countSteps, type SearchKind } from './pattern-steps.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

/** Maximum steps of a search: about 50 ms. */
const STEPS_MAX = 4_000_000;
/** Steps per instruction charged. */
const STEPS = 16;
const KINDS: readonly SearchKind[] = ['find', 'match', 'plain', 'gmatch', 'gsub'];
const [NUMBER, STRING, ESCAPE] = [3, 4, '%'.charCodeAt(0)];
const NONE = new Uint8Array();

interface PatternCost {
  /** Sets the global `weigh_search` to the function. */
  provide(state: number): 0;
  close(): void;
}

/**
 * Creates the function. `charge` counts instructions. The function takes the string, the pattern, the kind (index in
 * `KINDS`), the start of the search, the maximum number of replacements and the replacement; it returns whether the
 * search is allowed.
 */
export function createPatternCost(
  lua: LuaWasm,
  machine: LuaMachine,
  charge: (state: number, instructions: number) => void,
): PatternCost {
  const length_at = machine.allocate(8);
  const isText = (state: number, place: number): boolean => [NUMBER, STRING].includes(lua.lua_type(state, place));
  const bytesOf = (state: number, place: number): Uint8Array => {
    if (!isText(state, place)) return NONE;
    const at = machine.text(state, place, length_at);
    return machine.memory().slice(at, at + machine.word(length_at));
  };
  const number = (state: number, place: number): number => lua.lua_tonumberx(state, place, null);
  const weigh = machine.provide((state: number) => {
    const [text, by, from] = [bytesOf(state, 1), bytesOf(state, 6), number(state, 4)];
    const search = {
      text,
      pattern: bytesOf(state, 2),
      kind: KINDS[number(state, 3)] ?? 'find',
      from: from < 0 ? Math.max(0, text.length + from) : Math.max(0, from - 1),
      matches_max: number(state, 5),
      replacement: { bytes: by.length, captures: by.reduce((sum, byte) => sum + (byte === ESCAPE ? 1 : 0), 0) },
    };
    const steps = isText(state, 1) && isText(state, 2) ? countSteps(search, STEPS_MAX) : 0;
    charge(state, Math.floor(steps / STEPS));
    lua.lua_pushboolean(state, steps < STEPS_MAX ? 1 : 0);
    return 1;
  }, 'ii');
  return {
    provide(state) {
      lua.lua_pushcclosure(state, weigh, 0);
      lua.lua_setglobal(state, 'weigh_search');
      return 0;
    },
    close() {
      machine.withdraw(weigh);
      machine.free(length_at);
    },
  };
}
