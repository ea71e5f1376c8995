// What a global table of a script has, with the lines on which its functions are defined. Runs nothing of the script.

import type { LineFinder } from './line-finder.ts';
import type { Protected } from './protected.ts';
import { GLOBALS, REGISTRY, metafield, typeAt, type Stack } from './stack.ts';
import type { LuaWasm } from './wasm.ts';

export interface TableEntry {
  readonly name: string;
  /** Its type in Lua's words; `function` for a table that can be called, too. */
  readonly type: string;
  /** Line on which a function is defined; null for anything else. */
  readonly line: number | null;
}

const [NIL, STRING, TABLE, FUNCTION] = [0, 4, 5, 6];

/** Lists the entries of a table whose keys are texts, in no order; none where there is no such table. */
export function entriesReader(
  lua: LuaWasm,
  { push, text }: Pick<Stack, 'push' | 'text'>,
  { run, describe }: Pick<Protected, 'run'> & Pick<LineFinder, 'describe'>,
): (table: string) => readonly TableEntry[] {
  /** Of the key and the value on top of the stack. */
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
