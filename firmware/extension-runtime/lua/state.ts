// Lua state with limits on memory and instructions (R118, R119, R121, R122). Everything that may fail runs in a
// protected call, so a faulty script can only end itself.

import { BUDGET_MESSAGE, createBudget } from './budget.ts';
import { collectForBuffers } from './buffer-collector.ts';
import { createCosts } from './cost.ts';
import { createHostFunctions, raise, type HostFunctions } from './functions.ts';
import { createLineFinder, type FunctionInfo, type LineFinder } from './line-finder.ts';
import { withLine } from './deep-source.ts';
import { createMeter, type Meter } from './meter.ts';
import { createOpenCalls } from './open-calls.ts';
import { createPatternCost } from './pattern-cost.ts';
import { CHUNK, createProtected, type ProtectedBody } from './protected.ts';
import { GLOBALS, REGISTRY, createStack, metafield, typeAt, type Stack } from './stack.ts';
import type { HostFunction, LuaFailure, LuaGiven, LuaOutcome, LuaValue } from './values.ts';
import { entriesReader, type TableEntry } from './table-entries.ts';
import { createTailLines } from './tail-lines.ts';
import { machineOf, type LuaWasm, type LuaMachine } from './wasm.ts';

export interface LuaState {
  /** Registers a host function as a global or in a global table. */
  provide(table: string | null, name: string, body: HostFunction): void;
  /**
   * Compiles and runs host-supplied text before any limit applies. That text receives the globals `weigh_search` and
   * `line_of_call`, and removes them.
   * @throws If it fails, which is a programming error.
   */
  prepare(text: string): void;
  /** Compiles a script, which may then use `heap_bytes` beyond its compiled code. */
  compile(text: string, heap_bytes: number): LuaOutcome;
  /** Runs the compiled script. */
  runMain(instructions: number): LuaOutcome;
  /** Whether a global table has this entry. */
  has(table: string, name: string): boolean;
  /**
   * Calls a function in a global table.
   * @param instructions Limit after which the call ends with a failure of kind `budget`.
   * @param problemOf Returns a message if the value is invalid; the call then fails at the line that returned it, or at
   * the line of the function.
   * @returns A copy of the first value; undefined if there is no such function.
   */
  call(
    table: string,
    name: string,
    args: readonly LuaGiven[],
    instructions: number,
    problemOf?: (value: LuaValue) => string | null,
  ): LuaOutcome;
  /** Lists the entries with text keys of a global table, without inherited ones, in no particular order. */
  entriesOf(table: string): readonly TableEntry[];
  /** Describes a function in a global table; null if the table has none of this name. */
  functionIn(table: string, name: string): FunctionInfo | null;
  /**
   * Calls a script function by reference.
   * @param ref Reference of a function passed to the host, valid until released.
   */
  callFunction(ref: number, args: readonly LuaGiven[], instructions: number): LuaOutcome;
  release(ref: number): void;
  /** Returns the bytes used beyond the compiled code. */
  used_bytes(): number;
  /** Returns the peak of those bytes, excluding garbage, to about 4 KB; 0 if the state does not measure it. */
  peak_bytes(): number;
  /** Returns the instructions used by the last run. */
  spent(): number;
  close(): void;
}

const LIBRARIES = ['base', 'table', 'string', 'math', 'utf8', 'coroutine'] as const;
const MULTRET = -1;
const [NIL, TABLE, FUNCTION] = [0, 5, 6];
const OVER: LuaFailure = { kind: 'budget', message: BUDGET_MESSAGE, line: null, calls: [] };
const COMPILE_BYTES_MAX = 8_000_000;
const PREPARE_INSTRUCTIONS_MAX = 10_000_000;

/**
 * Creates a Lua state; closing it returns all its memory to the WebAssembly instance.
 * @param measures_heap Measures `peak_bytes`, which takes time.
 */
export function createLuaState(lua: LuaWasm, measures_heap = false): LuaState {
  const machine = machineOf(lua);
  const stack = createStack(lua, machine);
  const meter = createMeter(machine);
  const address = lua.lua_newstate(meter.pointer, null);
  openLibraries(lua, address, (library) => machine.open(address, library));
  const tails = createTailLines(lua, machine);
  const costs = createCosts(lua, machine, address, tails.note);
  const calls = createOpenCalls(lua, machine);
  const { collect, collectAll } = createCollector(lua, address, meter, (body) => void guarded.run(body));
  const stop = stopper(lua, stack);
  const budget = createBudget({ lua, machine, meter, costs, onCall: tails.forget, collect, stop, free: calls.handler });
  const functions = createHostFunctions(lua, machine, stack, budget.charge);
  const patterns = createPatternCost(lua, machine, budget.charge);
  const lines = createLineFinder(lua, machine, meter, budget.running);
  collectForBuffers(lua, machine, meter, budget.running);
  const guarded = createProtected({ lua, machine, stack, address, over: budget.over, lineRefused: lines.line, calls });
  let [base, main] = [0, 0];

  const budgeted = (instructions: number, body: ProtectedBody, notes_return = false): LuaOutcome => {
    lines.begin();
    tails.clear();
    if (!guarded.dead()) budget.begin(address, instructions, notes_return ? lines.sawReturn : undefined);
    const outcome = guarded.run(body);
    if (!guarded.dead()) budget.end(address);
    // Only a full collection frees the buffers of a library function that was stopped.
    if (meter.strained() || budget.over()) collectAll();
    // Only the coroutine may have been stopped, and its caller may finish before the next check.
    return outcome.ok && budget.over() ? { ok: false, failure: OVER } : outcome;
  };
  const compileAs = (text: string, name: string): LuaOutcome =>
    guarded.run((state) => {
      if (loaded(machine, stack, state, text, name) !== 0) return lua.lua_error(state);
      main = lua.luaL_ref(state, REGISTRY);
      return 0;
    });
  const runMain = (instructions: number): LuaOutcome =>
    budgeted(instructions, (state) => {
      lua.lua_rawgeti(state, REGISTRY, BigInt(main));
      lua.lua_callk(state, 0, MULTRET, 0, null);
      return 0;
    });

  return {
    ...callsOf(lua, stack, { run: guarded.run, budgeted, lines }),
    runMain,
    entriesOf: entriesReader(lua, stack, { run: guarded.run, describe: lines.describe }),
    provide: providerOf(lua, functions, guarded.run),
    prepare(text) {
      for (const { provide } of [patterns, tails]) guarded.run(provide);
      const compiled = compileAs(text, 'prelude');
      const ran = compiled.ok ? runMain(PREPARE_INSTRUCTIONS_MAX) : compiled;
      if (!ran.ok) throw new Error(`the prelude failed: ${ran.failure.message}`);
    },
    compile(text, heap_bytes) {
      meter.limit(meter.used() + COMPILE_BYTES_MAX);
      const compiled = withLine(compileAs(text, CHUNK), text, (part) => compileAs(part, CHUNK));
      collectAll(); // garbage of the compiler does not count as the script's memory
      meter.limit((base = meter.used()) + heap_bytes);
      if (measures_heap) meter.measure();
      return compiled;
    },
    release: (ref) => void (guarded.dead() || lua.luaL_unref(address, REGISTRY, ref)),
    used_bytes: () => Math.max(0, meter.used() - base),
    peak_bytes: () => Math.max(0, meter.peak() - base),
    spent: budget.spent,
    close() {
      meter.limit(Number.POSITIVE_INFINITY);
      if (!guarded.dead()) lua.lua_close(address);
      guarded.end();
      for (const each of [guarded, functions, patterns, tails, budget, lines, calls, meter, stack]) each.close();
    },
  };
}

const providerOf =
  (lua: LuaWasm, functions: HostFunctions, run: Runners['run']): LuaState['provide'] =>
  (table, name, body) =>
    void run((state) => {
      pushGlobalTable(lua, state, table ?? '_G');
      functions.push(state, table === null ? name : `${table}.${name}`, body);
      lua.lua_setfield(state, -2, name);
      return 0;
    });

/** Returns 0 if the script compiles. */
const loaded = (machine: LuaMachine, stack: Stack, state: number, text: string, name: string): number =>
  stack.withText(text, (at, bytes) =>
    stack.withText(`=${name}`, (name_at) =>
      stack.withText('t', (mode_at) => machine.load(state, { at, bytes }, name_at, mode_at)),
    ),
  );

const stopper =
  (lua: LuaWasm, stack: Stack) =>
  (state: number, level: number, message: string): void =>
    void raise(lua, stack, state, message, level);

function openLibraries(lua: LuaWasm, address: number, open: (library: string) => void): void {
  for (const library of LIBRARIES) {
    open(library);
    lua.lua_setglobal(address, library === 'base' ? '_G' : library);
  }
}

/** Creates functions that collect all garbage, even if the script changes the `collectgarbage` global. */
function createCollector(
  lua: LuaWasm,
  address: number,
  meter: Meter,
  run: (body: ProtectedBody) => void,
): { collect(state: number): void; collectAll(): void } {
  lua.lua_getglobal(address, 'collectgarbage');
  const ref = BigInt(lua.luaL_ref(address, REGISTRY));
  const collect = (state: number): void => {
    meter.relieve();
    lua.lua_rawgeti(state, REGISTRY, ref);
    lua.lua_callk(state, 0, 0, 0, null);
  };
  const collectAll = (): void =>
    run((state) => {
      collect(state);
      return 0;
    });
  return { collect, collectAll };
}

const isNil = (lua: LuaWasm, state: number): boolean => typeAt(lua, state, -1) === NIL;

/** Pushes a global table, creating it if needed. */
function pushGlobalTable(lua: LuaWasm, state: number, name: string): void {
  lua.lua_getglobal(state, name);
  if (!isNil(lua, state)) return;
  lua.lua_settop(state, -2);
  lua.lua_createtable(state, 0, 0);
  lua.lua_pushvalue(state, -1);
  lua.lua_setglobal(state, name);
}

interface Runners {
  run(body: ProtectedBody): LuaOutcome;
  budgeted(instructions: number, body: ProtectedBody, notes_return?: boolean): LuaOutcome;
  readonly lines: Pick<LineFinder, 'returned' | 'describe'>;
}

function callsOf(
  lua: LuaWasm,
  { push }: Pick<Stack, 'push'>,
  { run, budgeted, lines }: Runners,
): Pick<LuaState, 'has' | 'call' | 'callFunction' | 'functionIn'> {
  const callWith = (state: number, args: readonly LuaGiven[]): number => {
    for (const arg of args) push(state, arg);
    lua.lua_callk(state, args.length, 1, 0, null);
    return 1;
  };
  /**
   * Pushes an entry of a global table, or of the table of its `__index`; returns false if there is none. Runs no script
   * code.
   */
  const find = (state: number, table: string, name: string): boolean => {
    lua.lua_rawgeti(state, REGISTRY, GLOBALS);
    for (const key of [table, name]) {
      if (typeAt(lua, state, -1) !== TABLE) return false;
      push(state, key);
      lua.lua_rawget(state, -2);
    }
    if (!isNil(lua, state)) return true;
    lua.lua_settop(state, -2);
    if (metafield(lua, state, -1, '__index') !== TABLE) return false;
    push(state, name);
    lua.lua_rawget(state, -2);
    return !isNil(lua, state);
  };
  const functionIn = (table: string, name: string): FunctionInfo | null => {
    let info: FunctionInfo | null = null;
    run((state) => {
      if (find(state, table, name) && typeAt(lua, state, -1) === FUNCTION) info = lines.describe(state);
      return 0;
    });
    return info;
  };
  return {
    has(table, name) {
      const found = run((state) => {
        lua.lua_pushboolean(state, find(state, table, name) ? 1 : 0);
        return 1;
      });
      return found.ok && found.value === true;
    },
    call(table, name, args, instructions, problemOf) {
      const body: ProtectedBody = (state) => (find(state, table, name) ? callWith(state, args) : 0);
      const outcome = budgeted(instructions, body, problemOf !== undefined);
      if (!outcome.ok || !problemOf) return outcome;
      const problem = outcome.unread === undefined ? problemOf(outcome.value) : `its result ${outcome.unread}`;
      if (problem === null) return outcome;
      return {
        ok: false,
        failure: {
          kind: 'error',
          message: problem,
          line: lines.returned() ?? functionIn(table, name)?.line ?? null,
          calls: [],
        },
      };
    },
    functionIn,
    callFunction: (ref, args, instructions) =>
      budgeted(instructions, (state) => {
        lua.lua_rawgeti(state, REGISTRY, BigInt(ref));
        return callWith(state, args);
      }),
  };
}
