// Host functions that scripts can call. One WebAssembly function dispatches to all of them; a refusal raises an error
// at the line of the call.

import { assert } from '../../../wire/errors.ts';
import { CrossingError, REGISTRY, type Stack } from './stack.ts';
import type { LuaAnswer, HostFunction, LuaGiven, LuaValue } from './values.ts';
import { CHUNK } from './protected.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

const upvalue = (place: number): number => REGISTRY - place;

/** Cost in Lua instructions: per host call, per byte and table entry passed in, per entry returned, and per error. */
const COST = { call: 90, byte: 2, entry: 60, given: 80, error: 300 } as const;
const ARGUMENTS_MAX = 16;

export interface HostFunctions {
  /** Pushes a function onto the stack; errors refer to it by its title. */
  push(state: number, title: string, called: HostFunction): void;
  close(): void;
}

const LEVELS_MAX = 6;

/**
 * Raises an error at the line `level` calls up, or at the nearest script line above. Does not return: Lua unwinds the
 * stack.
 */
export function raise(lua: LuaWasm, stack: Stack, state: number, message: string, level: number): number {
  const here = lua.lua_gettop(state);
  for (let up = level; up < level + LEVELS_MAX; up++) {
    lua.lua_settop(state, here);
    lua.luaL_where(state, up);
    if (stack.text(state, -1).startsWith(`${CHUNK}:`)) break;
  }
  stack.push(state, message);
  lua.lua_concat(state, 2);
  return lua.lua_error(state);
}

/** Counts the entries of a host table, including nested tables. */
const entriesOf = (value: LuaGiven): number =>
  typeof value === 'object' ? Object.values(value).reduce<number>((sum, each) => sum + 1 + entriesOf(each), 0) : 0;

/** Creates the host functions of a state. `charge` counts the work of a call. */
export function createHostFunctions(
  lua: LuaWasm,
  machine: LuaMachine,
  stack: Stack,
  charge: (state: number, instructions: number) => void,
): HostFunctions {
  const functions: (HostFunction & { readonly title: string })[] = [];
  /** Returns the arguments, or an error message if one cannot be passed to the host. */
  const argumentsOf = (
    { title, texts, kept }: (typeof functions)[number],
    state: number,
  ): readonly LuaValue[] | string => {
    const count = lua.lua_gettop(state);
    if (count > ARGUMENTS_MAX) return `${title}: too many arguments (${count})`;
    const args: LuaValue[] = [];
    try {
      for (const place of texts) stack.write(state, place);
      for (let place = 1; place <= count; place++) {
        const value = stack.read(state, place, true);
        args.push(kept.includes(place) ? asKept(state, place, value) : value);
      }
      return args;
    } catch (thrown) {
      if (thrown instanceof CrossingError) return `${title}: argument ${args.length + 1} ${thrown.message}`;
      throw thrown;
    }
  };
  const asKept = (state: number, place: number, value: LuaValue): LuaValue =>
    typeof value === 'number' && Number.isSafeInteger(value) && lua.lua_isinteger(state, place) === 0
      ? { float: Object.is(value, -0) ? '-0' : String(value) }
      : value;
  const dispatch = machine.provide((state: number) => {
    const called = functions[Number(lua.lua_tointegerx(state, upvalue(1), null))];
    assert(called, 'the function is registered');
    const args = argumentsOf(called, state);
    const { bytes, entries } = stack.crossed();
    charge(state, COST.call + COST.byte * bytes + COST.entry * entries);
    const answer: LuaAnswer = typeof args === 'string' ? { error: args } : called.body(args);
    charge(state, 'error' in answer ? COST.error : (answer.work ?? 0) + COST.given * entriesOf(answer.value));
    if ('error' in answer) return raise(lua, stack, state, answer.error, 1);
    stack.push(state, answer.value);
    return 1;
  }, 'ii');
  return {
    push(state, title, called) {
      lua.lua_pushinteger(state, BigInt(functions.push({ ...called, title }) - 1));
      lua.lua_pushcclosure(state, dispatch, 1);
    },
    close: () => machine.withdraw(dispatch),
  };
}
