// Protected calls into a Lua state: returns Lua errors as values and marks the machine as dead once it breaks.

import { lineOf } from '../../persisted/fields.ts';
import { BUDGET_MESSAGE, type Budget } from './budget.ts';
import { MEMORY_MESSAGE } from './meter.ts';
import { CrossingError, metafield, typeAt, type Stack } from './stack.ts';
import type { LuaFailure, LuaOutcome, OpenCall } from './values.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

const [OK, ERROR_SYNTAX, ERROR_MEMORY] = [0, 3, 4];
const [NIL, NUMBER, STRING] = [0, 3, 4];
const MESSAGE_CHARS_MAX = 300;
/** Chunk name that scripts see in messages: `line:12: …`. */
export const CHUNK = 'line';
const DEAD: LuaFailure = { kind: 'dead', message: 'the Lua runtime crashed', line: null, calls: [] };

/** Leaves its result on the stack. Returns the number of results: 1 or 0. */
export type ProtectedBody = (state: number) => number;

export interface Protected {
  run(body: ProtectedBody): LuaOutcome;
  dead(): boolean;
  /** Ends all further execution. */
  end(): void;
  close(): void;
}

interface ProtectedOptions {
  readonly lua: LuaWasm;
  readonly machine: LuaMachine;
  readonly stack: Stack;
  readonly address: number;
  over: Budget['over'];
  /** Returns the script line at which memory was refused. */
  lineRefused(): number | null;
  /** Message handler, and the calls captured since the last `take`. */
  readonly calls: { readonly handler: number; take(): readonly OpenCall[] };
}

export function createProtected({
  lua,
  machine,
  stack,
  address,
  over,
  lineRefused,
  calls,
}: ProtectedOptions): Protected {
  let dead = false;
  let thunk: ProtectedBody = () => 0;
  const trampoline = machine.provide((state: number) => thunk(state), 'ii');
  const readResult = (state: number): LuaOutcome => {
    try {
      return { ok: true, value: stack.read(state, -1) };
    } catch (thrown) {
      if (thrown instanceof CrossingError) return { ok: true, value: undefined, unread: thrown.message };
      throw thrown;
    }
  };
  /**
   * Returns the text of the error value on top of the stack, as the standalone `lua` prints it. Its `__tostring` is
   * charged like the script.
   */
  const textOfError = (): string => {
    const type = typeAt(lua, address, -1);
    if (type === STRING) return stack.text(address, -1);
    if (type !== NUMBER && metafield(lua, address, -1, '__tostring') === NIL)
      return `error object is a ${lua.lua_typename(address, type)} value`;
    if (type !== NUMBER) lua.lua_settop(address, -2);
    thunk = (state) => {
      lua.luaL_tolstring(state, 1, null);
      return 1;
    };
    lua.lua_pushcclosure(address, trampoline, 0);
    lua.lua_pushvalue(address, -2);
    const status = lua.lua_pcallk(address, 1, 1, 0, 0, null);
    return status === OK ? stack.text(address, -1) : 'error object whose __tostring fails';
  };
  return {
    run(body) {
      if (dead) return { ok: false, failure: DEAD };
      const before = thunk;
      let result: LuaOutcome = { ok: true, value: undefined };
      try {
        thunk = (state) => {
          if (body(state) > 0) result = readResult(state);
          return 0;
        };
        calls.take();
        lua.lua_pushcclosure(address, calls.handler, 0);
        const handler_at = lua.lua_gettop(address);
        lua.lua_pushcclosure(address, trampoline, 0);
        const status = lua.lua_pcallk(address, 0, 0, handler_at, 0, null);
        if (status === OK) return result;
        const open = calls.take();
        const failure = failureOf(status, textOfError(), over(), lineRefused);
        return { ok: false, failure: { ...failure, line: failure.line ?? open[0]?.line ?? null, calls: open } };
      } catch (thrown) {
        dead = true;
        return { ok: false, failure: { ...DEAD, message: `${DEAD.message} (${String(thrown).slice(0, 60)})` } };
      } finally {
        thunk = before;
        if (!dead) lua.lua_settop(address, 0);
      }
    },
    dead: () => dead,
    end: () => void (dead = true),
    close: () => machine.withdraw(trampoline),
  };
}

function failureOf(
  status: number,
  text: string,
  over: boolean,
  lineRefused: () => number | null,
): Omit<LuaFailure, 'calls'> {
  const found = /^line:(\d{1,5}): ([\s\S]*)$/.exec(text);
  const line = found ? Number(found[1]) : null;
  const message =
    lineOf((found?.[2] ?? text).replace(/^prelude:\d+: /, ''), MESSAGE_CHARS_MAX) || 'error without a message';
  if (over) return { kind: 'budget', message: BUDGET_MESSAGE, line };
  if (status === ERROR_MEMORY || message === MEMORY_MESSAGE)
    return { kind: 'memory', message: MEMORY_MESSAGE, line: line ?? lineRefused() };
  return { kind: status === ERROR_SYNTAX ? 'syntax' : 'error', message, line };
}
