// Pushes values onto the stack of a Lua state and reads them back. Must run inside a protected call: pushing may fail
// for lack of memory.

import { isWholeFloat, type LuaGiven, type LuaValue } from './values.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

const [NONE, NIL, BOOLEAN, NUMBER, STRING, TABLE, FUNCTION] = [-1, 0, 1, 3, 4, 5, 6];
const PLAIN = [BOOLEAN, NUMBER, STRING];
export const REGISTRY = -1_001_000;
/** Index of the table of globals in the registry. */
export const GLOBALS = 2n;
const DEPTH_MAX = 6;
const ENTRIES_MAX = 256;
/** Maximum length of an `__index` chain. */
const LINKS_MAX = 8;
/** Limits for one value with all its contents: a table may appear many times within another. */
const [ALL_ENTRIES_MAX, ALL_BYTES_MAX] = [2048, 131_072];

export interface Stack {
  /**
   * Returns a copy of the value at an index; throws a CrossingError if it cannot be copied. `keeps`: whether functions
   * may be kept by reference.
   */
  read(state: number, index: number, keeps?: boolean): LuaValue;
  /** Returns the text at an index; '' if there is none. */
  text(state: number, index: number): string;
  /** Converts a number at an index to text, as Lua formats it. */
  write(state: number, index: number): void;
  /** Returns the bytes and entries read since the last call. */
  crossed(): { readonly bytes: number; readonly entries: number };
  push(state: number, value: LuaGiven): void;
  /** Copies text into WebAssembly memory for the duration of `use`. */
  withText<T>(text: string, use: (at: number, bytes: number) => T): T;
  close(): void;
}

/** Returns the type of the value at an index, as Lua's type number. */
export const typeAt = (lua: LuaWasm, state: number, index: number): number => lua.lua_type(state, index);

/** Pushes a metatable field of the value at an index and returns its type; for NIL pushes nothing. */
export const metafield = (lua: LuaWasm, state: number, index: number, name: string): number =>
  lua.luaL_getmetafield(state, index, name);

/** Offset of the stack in a state. */
const STACK_AT = 28;

/** Whether a block is the stack of a state; nothing on it can be read while Lua moves it. */
export const isStack = (machine: LuaMachine, state: number, pointer: number): boolean =>
  pointer !== 0 && machine.word(state + STACK_AT) === pointer;

/** Value that cannot be copied across, with the reason; caught by the reader. */
export class CrossingError extends Error {}

export function createStack(lua: LuaWasm, machine: LuaMachine): Stack {
  const texts = createTexts(lua, machine);
  const push = (state: number, value: LuaGiven): void => {
    lua.lua_checkstack(state, 4);
    if (value === undefined) lua.lua_pushnil(state);
    else if (typeof value === 'boolean') lua.lua_pushboolean(state, value ? 1 : 0);
    else if (typeof value === 'string') texts.withText(value, (at, bytes) => machine.pushText(state, at, bytes));
    else if (isWholeFloat(value)) lua.lua_pushnumber(state, Number(value.float));
    else if (typeof value === 'object') pushTable(state, value);
    else if (Number.isSafeInteger(value) && !Object.is(value, -0)) lua.lua_pushinteger(state, BigInt(value));
    else lua.lua_pushnumber(state, value);
  };
  const pushTable = (state: number, value: Extract<LuaGiven, object>): void => {
    lua.lua_createtable(state, 0, 0);
    for (const [key, each] of entriesOf(value)) {
      push(state, key);
      push(state, each);
      lua.lua_rawset(state, -3);
    }
  };
  return { ...texts, ...createReader(lua, texts.text), push };
}

const entriesOf = (value: Extract<LuaGiven, object>): readonly (readonly [string | number, LuaGiven])[] =>
  isList(value) ? value.map((each, i) => [i + 1, each] as const) : Object.entries(value);

const isList = (value: Extract<LuaGiven, object>): value is readonly LuaGiven[] => Array.isArray(value);

function createTexts(lua: LuaWasm, machine: LuaMachine): Pick<Stack, 'text' | 'write' | 'withText' | 'close'> {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const length_at = machine.allocate(8);
  return {
    text(state, index) {
      if (typeAt(lua, state, index) !== STRING) return '';
      const at = machine.text(state, index, length_at);
      return utf8.decode(machine.memory().slice(at, at + machine.word(length_at)));
    },
    write(state, index) {
      if (typeAt(lua, state, index) === NUMBER) machine.text(state, index, length_at);
    },
    withText(text, use) {
      const bytes = encoder.encode(text);
      const at = machine.allocate(bytes.length + 1);
      try {
        machine.memory().set(bytes, at);
        machine.memory()[at + bytes.length] = 0;
        return use(at, bytes.length);
      } finally {
        machine.free(at);
      }
    },
    close: () => machine.free(length_at),
  };
}

/**
 * Visits the plain values under text keys in the tables that `__index` leads to, with key and value on top of the
 * stack: an options table may be an instance of a class.
 */
function eachInherited(lua: LuaWasm, state: number, index: number, visit: () => void): void {
  const top = lua.lua_gettop(state);
  lua.lua_checkstack(state, 3 + 2 * LINKS_MAX);
  lua.lua_pushvalue(state, index);
  for (let link = 0; link < LINKS_MAX && metafield(lua, state, -1, '__index') === TABLE; link++) {
    const at = lua.lua_gettop(state);
    lua.lua_pushnil(state);
    while (lua.lua_next(state, at) !== 0) {
      if (typeAt(lua, state, -2) === STRING && PLAIN.includes(typeAt(lua, state, -1))) visit();
      lua.lua_settop(state, -2);
    }
  }
  lua.lua_settop(state, top);
}

function atMost(most: number, count: number, what: string): void {
  if (count > most) throw new CrossingError(`has more than ${most} ${what}`);
}

function listOf(elements: ReadonlyMap<number, LuaValue>): readonly LuaValue[] {
  const list: LuaValue[] = [];
  for (let place = 1; elements.has(place); place++) list.push(elements.get(place));
  if (list.length < elements.size) throw new CrossingError(`is a list with a gap at ${list.length + 1}`);
  return list;
}

function createReader(lua: LuaWasm, textAt: Stack['text']): Pick<Stack, 'read' | 'crossed'> {
  const totals = { bytes: 0, entries: 0 };
  let before = { ...totals };
  const text = (state: number, index: number): string => {
    totals.bytes += Number(BigInt(lua.lua_rawlen(state, index))); // a bigint, although typed as a number
    atMost(ALL_BYTES_MAX, totals.bytes - before.bytes, 'bytes of text');
    return textAt(state, index);
  };
  const countEntry = (): void => atMost(ALL_ENTRIES_MAX, ++totals.entries - before.entries, 'entries');
  const readTable = (state: number, index: number, depth: number): LuaValue => {
    if (depth > DEPTH_MAX) throw new CrossingError('is nested too deeply');
    const at = lua.lua_absindex(state, index);
    const fields = new Map<string, LuaValue>();
    const elements = new Map<number, LuaValue>();
    let count = 0;
    lua.lua_checkstack(state, 4);
    lua.lua_pushnil(state);
    while (lua.lua_next(state, at) !== 0) {
      const key_type = typeAt(lua, state, -2);
      const value = read(state, -1, depth + 1);
      if (key_type === STRING) fields.set(text(state, -2), value);
      else if (key_type === NUMBER && lua.lua_isinteger(state, -2) !== 0)
        elements.set(lua.lua_tonumberx(state, -2, null), value);
      else throw new CrossingError('has a key that is neither a string nor an integer');
      atMost(ENTRIES_MAX, ++count, 'entries');
      countEntry();
      lua.lua_settop(state, -2);
    }
    eachInherited(lua, state, at, () => {
      countEntry();
      const name = text(state, -2);
      if (!fields.has(name) && !name.startsWith('__')) fields.set(name, read(state, -1, depth + 1));
    });
    return { list: listOf(elements), fields };
  };
  const read = (state: number, index: number, depth: number): LuaValue => {
    switch (typeAt(lua, state, index)) {
      case BOOLEAN:
        return lua.lua_toboolean(state, index) !== 0;
      case NUMBER:
        return lua.lua_tonumberx(state, index, null);
      case STRING:
        return text(state, index);
      case TABLE:
        return readTable(state, index, depth);
      case FUNCTION:
        if (depth > 0) return { ref: 0 };
        lua.lua_pushvalue(state, index);
        return { ref: lua.luaL_ref(state, REGISTRY) };
      case NIL:
      case NONE:
        return undefined;
      default:
        throw new CrossingError('is a coroutine or a userdata, which the device does not accept');
    }
  };
  return {
    read(state, index, keeps = false) {
      before = { ...totals };
      return read(state, index, keeps ? 0 : 1);
    },
    crossed() {
      const crossed = { ...totals };
      [totals.bytes, totals.entries] = [0, 0];
      return crossed;
    },
  };
}
