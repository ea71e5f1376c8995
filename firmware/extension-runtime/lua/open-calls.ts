// Captures the script's call stack at a failure, innermost call first, from a message handler that runs while the calls
// are open. Runs no script code and allocates no script memory. Only reads memory, in the layout of Lua 5.4 for
// WebAssembly (wasmoon 1.16.0).

import { lineOf } from '../../persisted/fields.ts';
import { CHUNK } from './protected.ts';
import type { OpenCall } from './values.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

/** Layout of lua_Debug: size, and offsets of the function name, the chunk name and the line. */
const DEBUG = { bytes: 128, name_at: 4, source_at: 16, line_at: 24 } as const;
const OPEN_CALLS_MAX = 10;
/** Maximum depth searched, including host calls in between. */
const LEVELS_MAX = 40;
const [NAME_BYTES_MAX, NAME_CHARS_MAX] = [80, 40];

interface OpenCalls {
  /** Address of the message handler. */
  readonly handler: number;
  /** Returns and clears the calls of the last failure; empty if there was none. */
  take(): readonly OpenCall[];
  close(): void;
}

export function createOpenCalls(lua: LuaWasm, machine: LuaMachine): OpenCalls {
  const debug = machine.allocate(DEBUG.bytes);
  const source = new TextEncoder().encode(`=${CHUNK}\0`);
  const utf8 = new TextDecoder();
  let found: readonly OpenCall[] = [];
  const isScript = (): boolean => {
    const at = machine.word(debug + DEBUG.source_at);
    return source.every((byte, i) => machine.memory()[at + i] === byte);
  };
  const nameOf = (): string | null => {
    const at = machine.word(debug + DEBUG.name_at);
    if (at === 0) return null;
    const bytes = machine.memory().subarray(at, at + NAME_BYTES_MAX);
    const end = bytes.indexOf(0);
    return lineOf(utf8.decode(end < 0 ? bytes : bytes.subarray(0, end)), NAME_CHARS_MAX) || null;
  };
  const findCalls = (state: number): readonly OpenCall[] => {
    const calls: OpenCall[] = [];
    for (let level = 0; level < LEVELS_MAX && calls.length < OPEN_CALLS_MAX; level++) {
      if (lua.lua_getstack(state, level, debug) !== 1) break;
      lua.lua_getinfo(state, 'Sln', debug);
      if (isScript()) calls.push({ line: machine.word(debug + DEBUG.line_at), name: nameOf() });
    }
    return calls;
  };
  const handler = machine.provide((state: number) => {
    found = findCalls(state);
    return 1; // the message, unchanged
  }, 'ii');
  return {
    handler,
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    close() {
      machine.withdraw(handler);
      machine.free(debug);
    },
  };
}
