// At which line of a script its memory ended. Lua says that of no error of memory, so it is read when memory is refused, while what asked
// for it still runs. Only reads, as Lua 5.4 for WebAssembly lays its structures out (wasmoon 1.16.0).

import type { Meter } from './meter.ts';
import { CHUNK } from './protected.ts';
import type { LuaWasm, Machine } from './wasm.ts';

/** lua_Debug: its size, and where it has the name of the chunk and the line. */
const DEBUG = { bytes: 128, source_at: 16, line_at: 24 } as const;
/** Where a state has its stack; while that moves, no call can be looked at. */
const STACK_AT = 28;
const LEVELS_MAX = 20;

export interface LineFinder {
  /** Of the last refusal; null where no line of the script asked for it. */
  line(): number | null;
  close(): void;
}

/** `running`: the state that runs now, 0 before the first. */
export function createLineFinder(lua: LuaWasm, machine: Machine, meter: Meter, running: () => number): LineFinder {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  let found: number | null = null;
  const isScript = (): boolean => {
    const at = machine.word(debug + DEBUG.source_at);
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
    const stack_moves = pointer !== 0 && machine.word(state + STACK_AT) === pointer;
    found = state === 0 || stack_moves ? null : look(state);
  });
  return {
    line: () => found,
    close: () => machine.free(debug),
  };
}
