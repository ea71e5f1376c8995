// Lua 5.4 as WebAssembly. Only its C interface is used: states, memory, hooks and functions are ours, and no JavaScript object
// ever gets into Lua.

import { LuaFactory } from 'wasmoon';
import { assert } from '../../../wire/errors.ts';

export type LuaWasm = Awaited<ReturnType<LuaFactory['getLuaModule']>>;

/**
 * A machine for Lua states, in some 15 ms. One that has aborted can't be used again.
 * @param glue Address of the library's WebAssembly, where it is not found beside the library: in a browser.
 */
export const loadLua = (glue?: string): Promise<LuaWasm> => new LuaFactory(glue).getLuaModule();

/** A function of ours that the machine calls with numbers: pointers and sizes. */
// oxlint-disable-next-line typescript/no-explicit-any -- their count is the signature's
type MachineFunction = (...args: any[]) => number | void;

/** What of the machine below Lua the package has and does not declare: memory, and calls that take pointers. */
export interface Machine {
  allocate(bytes: number): number;
  free(pointer: number): void;
  /** Another size for what is at `pointer`; 0 where there is no memory. */
  resize(pointer: number, bytes: number): number;
  /** All of its memory; only until the next allocation. */
  memory(): Uint8Array;
  /** The same in words of 32 bits. */
  words(): Int32Array;
  /** The 32 bits at `pointer`. */
  word(pointer: number): number;
  setWord(pointer: number, value: number): void;
  /** Pointer to the text at an index, its length at `length_at`. */
  text(state: number, index: number, length_at: number): number;
  /** Pointer to the block of the userdata at an index. */
  userdata(state: number, index: number): number;
  pushText(state: number, pointer: number, bytes: number): void;
  /** Compiles text; 0 where that went well. */
  load(state: number, text: { readonly at: number; readonly bytes: number }, name_at: number, mode_at: number): number;
  /** Puts a library's table onto the stack. */
  open(state: number, library: string): void;
  /** `signature`: `i` for each number, the result first; `v` for none. */
  provide(body: MachineFunction, signature: string): number;
  withdraw(pointer: number): void;
}

export function machineOf(lua: LuaWasm): Machine {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has them, and its types leave them out
  const module = lua.module as unknown as Record<string, (...args: unknown[]) => number> & {
    readonly HEAPU8: Uint8Array;
    readonly HEAP32: Int32Array;
  };
  const call = (name: string, ...args: readonly unknown[]): number => {
    const exported = module[name];
    assert(exported, `the machine below Lua has ${name}`);
    return exported(...args);
  };
  return {
    allocate: (bytes) => call('_malloc', bytes),
    free: (pointer) => void call('_free', pointer),
    resize: (pointer, bytes) => call('_realloc', pointer, bytes),
    memory: () => module.HEAPU8,
    words: () => module.HEAP32,
    word: (pointer) => module.HEAP32[pointer >> 2] ?? 0,
    setWord: (pointer, value) => void (module.HEAP32[pointer >> 2] = value),
    text: (state, index, length_at) => call('_lua_tolstring', state, index, length_at),
    userdata: (state, index) => call('_lua_touserdata', state, index),
    pushText: (state, pointer, bytes) => void call('_lua_pushlstring', state, pointer, bytes),
    load: (state, text, name_at, mode_at) => call('_luaL_loadbufferx', state, text.at, text.bytes, name_at, mode_at),
    open: (state, library) => void call(`_luaopen_${library}`, state),
    provide: (body, signature) => call('addFunction', body, signature),
    withdraw: (pointer) => void call('removeFunction', pointer),
  };
}
