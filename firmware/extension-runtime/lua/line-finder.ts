// Lines of a script that Lua does not report itself: where memory ended, read when it is refused, while what asked for it still runs; where
// a value was returned; and where a function is defined. Only reads, as Lua 5.4 for WebAssembly lays its structures out (wasmoon 1.16.0).

import type { Meter } from './meter.ts';
import { CHUNK } from './protected.ts';
import { isStack } from './stack.ts';
import type { LuaWasm, Machine } from './wasm.ts';

/** lua_Debug: its size, and where it has the name of the chunk, the line, and the line of the definition. */
const DEBUG = { bytes: 128, source_at: 16, line_at: 24, defined_at: 28 } as const;
const LEVELS_MAX = 20;

export interface LineFinder {
  /** Of the last refusal; null where no line of the script asked for it. */
  line(): number | null;
  /** Forgets the last return. */
  begin(): void;
  /** Notes the line of a return. */
  sawReturn(state: number, debug: number): void;
  /** Line of the script's last return since `begin`; null if there was none. */
  returned(): number | null;
  /** Line on which the function on top of the stack is defined, which leaves the stack; null for one of ours. */
  defined(state: number): number | null;
  close(): void;
}

/** `running`: the state that runs now, 0 before the first. */
export function createLineFinder(lua: LuaWasm, machine: Machine, meter: Meter, running: () => number): LineFinder {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  let found: number | null = null;
  let returned: number | null = null;
  const isScript = (at_debug = debug): boolean => {
    const at = machine.word(at_debug + DEBUG.source_at);
    return source.every((byte, i) => machine.memory()[at + i] === byte);
  };
  const look = (state: number): number | null => {
    for (let level = 0; level < LEVELS_MAX && lua.lua_getstack(state, level, debug) === 1; level++) {
      lua.lua_getinfo(state, 'Sl', debug);
      if (isScript()) return machine.word(debug + DEBUG.line_at);
    }
    return null;
  };
  meter.onRefusal((pointer) => {
    const state = running();
    found = state === 0 || isStack(machine, state, pointer) ? null : look(state);
  });
  return {
    line: () => found,
    begin: () => void (returned = null),
    sawReturn(state, at_debug) {
      lua.lua_getinfo(state, 'Sl', at_debug);
      if (isScript(at_debug)) returned = machine.word(at_debug + DEBUG.line_at);
    },
    returned: () => returned,
    defined(state) {
      lua.lua_getinfo(state, '>S', debug);
      return isScript() ? machine.word(debug + DEBUG.defined_at) : null;
    },
    close: () => machine.free(debug),
  };
}
