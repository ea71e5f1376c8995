// Collects garbage in cases that Lua does not handle. When an allocation is refused, Lua normally collects and retries,
// but a library function (`string.rep`, `table.concat`, …) grows its text buffer without doing so, and Lua must not
// collect while it moves the stack. Only reads memory, in the layout of Lua 5.4 for WebAssembly (wasmoon 1.16.0).

import type { Meter } from './meter.ts';
import { isStack, typeAt } from './stack.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

const USERDATA = 7;
/** Stack positions, from the top, of a buffer's userdata while it grows. */
const STACK_POSITIONS = [-1, -2] as const;

/** Installs the collector. `running`: returns the state that is running, 0 before the first. */
export function collectForBuffers(lua: LuaWasm, machine: LuaMachine, meter: Meter, running: () => number): void {
  let collecting = false;
  /** Recognizes a buffer's userdata by its block and size; scripts cannot create others. */
  const isBuffer = (state: number, pointer: number, bytes: number): boolean =>
    STACK_POSITIONS.some((place) => {
      if (typeAt(lua, state, place) !== USERDATA) return false;
      const at = machine.userdata(state, place);
      return machine.word(at) === pointer && machine.word(at + 4) === bytes;
    });
  const collect = (state: number): void => {
    collecting = true;
    try {
      meter.refuseNext();
      lua.lua_createtable(state, 0, 0);
      lua.lua_settop(state, -2);
    } finally {
      collecting = false; // also if there is no room for a table, which raises a memory error
    }
  };
  meter.onFull((pointer, bytes) => {
    const state = running();
    if (collecting || state === 0) return 'by-lua';
    if (isStack(machine, state, pointer)) return 'later';
    if (!isBuffer(state, pointer, bytes)) return 'by-lua';
    collect(state);
    return 'collected';
  });
}
