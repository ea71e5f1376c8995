// Finds script lines that Lua does not report itself: where memory ran out, read during the refusal while the
// allocating code still runs; where a value was returned; and where a function is defined, with its parameters. Only
// reads memory, in the layout of Lua 5.4 for WebAssembly (wasmoon 1.16.0).

import type { Meter } from './meter.ts';
import { CHUNK } from './protected.ts';
import { isStack } from './stack.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

/**
 * Layout of lua_Debug: size, and offsets of the chunk name, the current line, the line of the definition, the number of
 * parameters and the vararg flag.
 */
const DEBUG = { bytes: 128, source_at: 16, line_at: 24, defined_at: 28, parameters_at: 37, varargs_at: 38 } as const;
const LEVELS_MAX = 20;

export interface FunctionInfo {
  /** Line of the definition in the script; null for a library function. */
  readonly line: number | null;
  /** Number of parameters; Infinity with `...`. */
  readonly parameters: number;
}

export interface LineFinder {
  /** Returns the line of the last refusal; null if no script line caused it. */
  line(): number | null;
  /** Clears the last return. */
  begin(): void;
  /** Records the line of a return. */
  sawReturn(state: number, debug: number): void;
  /** Returns the line of the script's last return since `begin`; null if none. */
  returned(): number | null;
  /** Describes the function on top of the stack and pops it. */
  describe(state: number): FunctionInfo;
  close(): void;
}

/** Creates the line finder. `running`: returns the state that is running, 0 before the first. */
export function createLineFinder(lua: LuaWasm, machine: LuaMachine, meter: Meter, running: () => number): LineFinder {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  let found: number | null = null;
  let returned: number | null = null;
  const isScript = (at_debug = debug): boolean => {
    const at = machine.word(at_debug + DEBUG.source_at);
    return source.every((byte, i) => machine.memory()[at + i] === byte);
  };
  const findLine = (state: number): number | null => {
    for (let level = 0; level < LEVELS_MAX && lua.lua_getstack(state, level, debug) === 1; level++) {
      lua.lua_getinfo(state, 'Sl', debug);
      if (isScript()) return machine.word(debug + DEBUG.line_at);
    }
    return null;
  };
  meter.onRefusal((pointer) => {
    const state = running();
    found = state === 0 || isStack(machine, state, pointer) ? null : findLine(state);
  });
  return {
    line: () => found,
    begin: () => void (returned = null),
    sawReturn(state, at_debug) {
      lua.lua_getinfo(state, 'Sl', at_debug);
      if (isScript(at_debug)) returned = machine.word(at_debug + DEBUG.line_at);
    },
    returned: () => returned,
    describe(state) {
      lua.lua_getinfo(state, '>Su', debug);
      const { [debug + DEBUG.parameters_at]: parameters = 0, [debug + DEBUG.varargs_at]: varargs = 0 } =
        machine.memory();
      return {
        line: isScript() ? machine.word(debug + DEBUG.defined_at) : null,
        parameters: varargs === 0 ? parameters : Infinity,
      };
    },
    close: () => machine.free(debug),
  };
}
