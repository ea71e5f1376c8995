// Lines at which a script calls the library in a tail call, such as `return string.format(...)`: what is refused there is refused after the frame
// of the script's function is gone, and Lua knows no line of it. Reads Lua's structures as Lua 5.4 for WebAssembly lays them out (wasmoon 1.16.0).

import { CHUNK } from './protected.ts';
import type { LuaWasm, Machine } from './wasm.ts';

/** lua_State: the running call; CallInfo: the call before it. */
const [CALL_AT, PREVIOUS_AT] = [20, 8];
/** lua_Debug: its size, and where it has the name of the chunk, and the line. */
const DEBUG = { bytes: 128, source_at: 16, line_at: 24 } as const;

interface TailLines {
  /** Notes the line of the tail call that the running function is about to make. */
  note(state: number): void;
  /** Forgets what was noted for the place of the call that begins now. */
  forget(state: number): void;
  clear(): void;
  /** Sets the global `line_of_call` to a function of the prelude's: `line:12: ` for the call of the function at a level. */
  provide(state: number): 0;
  close(): void;
}

export function createTailLines(lua: LuaWasm, machine: Machine): TailLines {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  /** By the address of the call that has taken the place of the script's. */
  const lines = new Map<number, number>();
  const isScript = (): boolean => {
    const at = machine.word(debug + DEBUG.source_at);
    return source.every((byte, i) => machine.memory()[at + i] === byte);
  };
  const lineOfCall = machine.provide((state: number) => {
    const level = lua.lua_tonumberx(state, 1, null);
    let call = machine.word(state + CALL_AT);
    for (let up = 0; up < level && call !== 0; up++) call = machine.word(call + PREVIOUS_AT);
    const line = lines.get(call);
    if (line === undefined) lua.luaL_where(state, level + 1);
    else lua.lua_pushstring(state, `${CHUNK}:${line}: `);
    return 1;
  }, 'ii');
  return {
    note(state) {
      if (lua.lua_getstack(state, 0, debug) !== 1) return;
      lua.lua_getinfo(state, 'Sl', debug);
      if (isScript()) lines.set(machine.word(state + CALL_AT), machine.word(debug + DEBUG.line_at));
    },
    forget(state) {
      if (lines.size > 0) lines.delete(machine.word(state + CALL_AT));
    },
    clear: () => lines.clear(),
    provide(state) {
      lua.lua_pushcclosure(state, lineOfCall, 0);
      lua.lua_setglobal(state, 'line_of_call');
      return 0;
    },
    close() {
      machine.withdraw(lineOfCall);
      machine.free(debug);
    },
  };
}
