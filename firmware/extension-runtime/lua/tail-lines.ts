// Records the lines at which a script tail-calls the library, as in `return string.format(...)`: an error there is
// raised after the script function's frame is gone, so Lua knows no line for it. Reads memory in the layout of Lua 5.4
// for WebAssembly (wasmoon 1.16.0).

import { CHUNK } from './protected.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

/** Offsets: of the running call in lua_State, and of the previous call in CallInfo. */
const [CALL_AT, PREVIOUS_AT] = [20, 8];
/** Layout of lua_Debug: size, and offsets of the chunk name and the line. */
const DEBUG = { bytes: 128, source_at: 16, line_at: 24 } as const;

interface TailLines {
  /** Records the line of the tail call that the running function is about to make. */
  note(state: number): void;
  /** Discards the line recorded at the address of the call that now starts. */
  forget(state: number): void;
  clear(): void;
  /**
   * Sets the global `line_of_call` to a function for the prelude that returns `line:12: ` for the call of the function
   * at a level.
   */
  provide(state: number): 0;
  close(): void;
}

export function createTailLines(lua: LuaWasm, machine: LuaMachine): TailLines {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  /** Lines by the address of the call that replaced the script's. */
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
