// Values on and off the stack of a Lua state. Must run inside a protected call: pushing may fail for lack of memory.

import { isWholeFloat, type LuaGiven, type LuaValue } from './values.ts';
import type { LuaWasm, Machine } from './wasm.ts';

const [NONE, NIL, BOOLEAN, NUMBER, STRING, TABLE, FUNCTION] = [-1, 0, 1, 3, 4, 5, 6];
const PLAIN = [BOOLEAN, NUMBER, STRING];
export const REGISTRY = -1_001_000;
/** Where the registry has the table of globals. */
export const GLOBALS = 2n;
const DEPTH_MAX = 6;
const ENTRIES_MAX = 256;
/** Tables that `__index` may lead to, one behind the other. */
const LINKS_MAX = 8;
/** Of one value with all that it holds: a table can stand in another many times over. */
const [ALL_ENTRIES_MAX, ALL_BYTES_MAX] = [2048, 131_072];

export interface Stack {
  /** The value at an index, copied; throws a CrossingError where it can't cross. A function is kept only where that is asked for. */
  read(state: number, index: number, keeps?: boolean): LuaValue;
  /** Text at an index; '' where none is. */
  text(state: number, index: number): string;
  /** Turns a number at an index into text, as Lua writes it. */
  write(state: number, index: number): void;
  /** What has been read since the last time that somebody asked. */
  crossed(): { readonly bytes: number; readonly entries: number };
  push(state: number, value: LuaGiven): void;
  /** Puts text into the machine's memory for as long as `use` takes. */
  withText<T>(text: string, use: (at: number, bytes: number) => T): T;
  close(): void;
}

/** The type of the value at an index, as Lua numbers them. */
export const typeAt = (lua: LuaWasm, state: number, index: number): number => lua.lua_type(state, index);

/** Puts a field of the metatable of the value at an index onto the stack, and returns its type; NIL puts nothing there. */
export const metafield = (lua: LuaWasm, state: number, index: number, name: string): number =>
  lua.luaL_getmetafield(state, index, name);

/** Where a state has its stack. */
const STACK_AT = 28;

/** Whether a block is the stack of a state; while that is moved, nothing on it can be read. */
export const isStack = (machine: Machine, state: number, pointer: number): boolean =>
  pointer !== 0 && machine.word(state + STACK_AT) === pointer;

/** What can't cross, in words; caught by whoever reads. */
export class CrossingError extends Error {}

export function createStack(lua: LuaWasm, machine: Machine): Stack {
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

function createTexts(lua: LuaWasm, machine: Machine): Pick<Stack, 'text' | 'write' | 'withText' | 'close'> {
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
 * Visits the plain values under texts of the tables that `__index` leads to, key and value on top of the stack: a table of options may be an
 * object of a class.
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

function listOf(places: ReadonlyMap<number, LuaValue>): readonly LuaValue[] {
  const list: LuaValue[] = [];
  for (let place = 1; places.has(place); place++) list.push(places.get(place));
  if (list.length < places.size) throw new CrossingError(`is a list with a gap at ${list.length + 1}`);
  return list;
}

function createReader(lua: LuaWasm, textAt: Stack['text']): Pick<Stack, 'read' | 'crossed'> {
  const seen = { bytes: 0, entries: 0 };
  let before = { ...seen };
  const text = (state: number, index: number): string => {
    seen.bytes += Number(BigInt(lua.lua_rawlen(state, index))); // a bigint, whatever its type says
    atMost(ALL_BYTES_MAX, seen.bytes - before.bytes, 'bytes of text');
    return textAt(state, index);
  };
  const countEntry = (): void => atMost(ALL_ENTRIES_MAX, ++seen.entries - before.entries, 'entries');
  const readTable = (state: number, index: number, depth: number): LuaValue => {
    if (depth > DEPTH_MAX) throw new CrossingError('is nested too deeply');
    const at = lua.lua_absindex(state, index);
    const fields = new Map<string, LuaValue>();
    const places = new Map<number, LuaValue>();
    let count = 0;
    lua.lua_checkstack(state, 4);
    lua.lua_pushnil(state);
    while (lua.lua_next(state, at) !== 0) {
      const key_type = typeAt(lua, state, -2);
      const value = read(state, -1, depth + 1);
      if (key_type === STRING) fields.set(text(state, -2), value);
      else if (key_type === NUMBER && lua.lua_isinteger(state, -2) !== 0)
        places.set(lua.lua_tonumberx(state, -2, null), value);
      else throw new CrossingError('has a key that is neither a text nor a whole number');
      atMost(ENTRIES_MAX, ++count, 'entries');
      countEntry();
      lua.lua_settop(state, -2);
    }
    eachInherited(lua, state, at, () => {
      countEntry();
      const name = text(state, -2);
      if (!fields.has(name) && !name.startsWith('__')) fields.set(name, read(state, -1, depth + 1));
    });
    return { list: listOf(places), fields };
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
        throw new CrossingError('is a coroutine or a userdata, which is no value for the device');
    }
  };
  return {
    read(state, index, keeps = false) {
      before = { ...seen };
      return read(state, index, keeps ? 0 : 1);
    },
    crossed() {
      const crossed = { ...seen };
      [seen.bytes, seen.entries] = [0, 0];
      return crossed;
    },
  };
}
