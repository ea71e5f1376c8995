// Collects garbage where Lua does not. Where it is refused memory, it collects and asks again; but a buffer that a function of the library
// fills with text (`string.rep`, `table.concat`, …) is grown without Lua, and while the stack is moved Lua must not collect. Only reads, as
// Lua 5.4 for WebAssembly lays its structures out (wasmoon 1.16.0).

import type { Meter } from './meter.ts';
import { isStack, typeAt } from './stack.ts';
import type { LuaWasm, Machine } from './wasm.ts';

const USERDATA = 7;
/** Where a buffer's userdata is while it grows, from the top of the stack. */
const PLACES = [-1, -2] as const;

/** `running`: the state that runs now, 0 before the first. */
export function collectForBuffers(lua: LuaWasm, machine: Machine, meter: Meter, running: () => number): void {
  let collecting = false;
  /** The userdata of a buffer is its block and the bytes of it; scripts can make no other. */
  const isBuffer = (state: number, pointer: number, bytes: number): boolean =>
    PLACES.some((place) => {
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
      collecting = false; // also where there is no room for a table, which is an error of memory
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
