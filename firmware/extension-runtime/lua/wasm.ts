// Lua 5.4 as WebAssembly. Uses only its C interface: states, memory, hooks and functions are implemented here, and no
// JavaScript object enters Lua.

import { LuaFactory } from 'wasmoon';
import { assert } from '../../../wire/errors.ts';

export type LuaWasm = Awaited<ReturnType<LuaFactory['getLuaModule']>>;

/**
 * Loads a WebAssembly instance for Lua states, in about 15 ms. An instance that has aborted cannot be reused.
 * @param glue Address of the library's WebAssembly file, if the file is not next to the library, as in a browser.
 */
export const loadLua = (glue?: string): Promise<LuaWasm> => new LuaFactory(glue).getLuaModule();

/** Host function that WebAssembly calls with numbers: pointers and sizes. */
// oxlint-disable-next-line typescript/no-explicit-any -- the number of arguments depends on the signature
type MachineFunction = (...args: any[]) => number | void;

/**
 * Exports of the WebAssembly module that the package has but does not declare: memory, and calls that take pointers.
 */
export interface LuaMachine {
  allocate(bytes: number): number;
  free(pointer: number): void;
  /** Resizes the block at `pointer`; returns 0 if out of memory. */
  resize(pointer: number, bytes: number): number;
  /** Returns a view of the whole memory, valid until the next allocation. */
  memory(): Uint8Array;
  /** Returns the same memory as 32-bit words. */
  words(): Int32Array;
  /** Returns the 32-bit word at `pointer`. */
  word(pointer: number): number;
  setWord(pointer: number, value: number): void;
  /** Returns a pointer to the text at an index and writes its length to `length_at`. */
  text(state: number, index: number, length_at: number): number;
  /** Returns a pointer to the block of the userdata at an index. */
  userdata(state: number, index: number): number;
  pushText(state: number, pointer: number, bytes: number): void;
  /** Compiles text; returns 0 on success. */
  load(state: number, text: { readonly at: number; readonly bytes: number }, name_at: number, mode_at: number): number;
  /** Pushes a library's table onto the stack. */
  open(state: number, library: string): void;
  /** Registers a host function. `signature`: `i` for each number, the result first; `v` for none. */
  provide(body: MachineFunction, signature: string): number;
  withdraw(pointer: number): void;
}

export function machineOf(lua: LuaWasm): LuaMachine {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing from the library's type definitions
  const module = lua.module as unknown as Record<string, (...args: unknown[]) => number> & {
    readonly HEAPU8: Uint8Array;
    readonly HEAP32: Int32Array;
  };
  const call = (name: string, ...args: readonly unknown[]): number => {
    const exported = module[name];
    assert(exported, `the WebAssembly module exports ${name}`);
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
