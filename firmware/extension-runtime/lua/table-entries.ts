// Lists the entries of a script's global table, with the lines where its functions are defined. Runs no script code.

import type { LineFinder } from './line-finder.ts';
import type { Protected } from './protected.ts';
import { GLOBALS, REGISTRY, metafield, typeAt, type Stack } from './stack.ts';
import type { LuaWasm } from './wasm.ts';

export interface TableEntry {
  readonly name: string;
  /** Lua type name; `function` also for a callable table. */
  readonly type: string;
  /** Line of a function's definition; null for other values. */
  readonly line: number | null;
}

const [NIL, STRING, TABLE, FUNCTION] = [0, 4, 5, 6];

/**
 * Returns a function that lists the text-keyed entries of a table in no particular order; empty if there is no such
 * table.
 */
export function entriesReader(
  lua: LuaWasm,
  { push, text }: Pick<Stack, 'push' | 'text'>,
  { run, describe }: Pick<Protected, 'run'> & Pick<LineFinder, 'describe'>,
): (table: string) => readonly TableEntry[] {
  /** Describes the entry whose key and value are on top of the stack. */
  const entryAt = (state: number): TableEntry => {
    const type = typeAt(lua, state, -1);
    const callable = type === TABLE && metafield(lua, state, -1, '__call') !== NIL;
    if (callable) lua.lua_settop(state, -2);
    const name = text(state, -2);
    if (type !== FUNCTION) return { name, type: callable ? 'function' : lua.lua_typename(state, type), line: null };
    lua.lua_pushvalue(state, -1);
    return { name, type: 'function', line: describe(state).line };
  };
  return (table) => {
    const entries: TableEntry[] = [];
    run((state) => {
      lua.lua_rawgeti(state, REGISTRY, GLOBALS);
      push(state, table);
      lua.lua_rawget(state, -2);
      if (typeAt(lua, state, -1) !== TABLE) return 0;
      const at = lua.lua_gettop(state);
      lua.lua_pushnil(state);
      while (lua.lua_next(state, at) !== 0) {
        if (typeAt(lua, state, -2) === STRING) entries.push(entryAt(state));
        lua.lua_settop(state, -2);
      }
      return 0;
    });
    return entries;
  };
}
