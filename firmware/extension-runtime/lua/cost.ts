// Extra cost of an instruction or call (R122): work proportional to the length of a text, the number of values, or the
// size of a table or function. Scripts without such work pay nothing.

import { createHeap, TAG, VALUE_BYTES, type Heap, type Instruction } from './heap.ts';
import type { LuaWasm, LuaMachine } from './wasm.ts';

/** Number of instructions, or the reason the operation is refused. */
export type Cost = number | string;

export interface Costs {
  /** Returns the extra cost of the next instruction. */
  ofInstruction(state: number): Cost;
  /** Returns the cost of the call that has just started. */
  ofCall(state: number): Cost;
  /** Whether the function being called is this host function. */
  calls(state: number, pointer: number): boolean;
}

/** Lua 5.4 opcodes with unbounded work. */
const OP = {
  get_upvalue_field: 11,
  get: 12,
  get_index: 13,
  get_field: 14,
  set_upvalue_field: 15,
  set: 16,
  set_index: 17,
  set_field: 18,
  self: 20,
  concat: 53,
  equal: 57,
  less: 58,
  less_or_equal: 59,
  equal_constant: 60,
  tail_call: 69,
  return: 70,
  begin_for: 74,
  varargs: 80,
} as const;
const COUNTED = new Uint8Array(128);
for (const code of Object.values(OP)) COUNTED[code] = 1;

/**
 * Units of work that cost one instruction: bytes compared, values moved or passed to the library, entries scanned,
 * instructions of a function, levels of calls.
 */
const COMPARED_BYTES = 16;
const VALUES = 16;
const ARGUMENTS = 4;
const ENTRIES = 64;
const COLLIDING_ENTRIES = 16;
const CODE = 16;
const LEVELS = 8;
/**
 * Units of work that cost more: a byte parsed as a number, a float formatted as text, a metatable on the path to an
 * entry.
 */
const READ_BYTE = 4;
const WRITTEN_FLOAT = 40;
const LINK = 2;
/** Sizes of ordinary texts and tables, which cost nothing extra. */
const [FREE_BYTES, FREE_ENTRIES] = [16, 64];
/** Lua's own limit on the length of a metatable chain. */
const LINKS_MAX = 2000;

const ALL = Number.POSITIVE_INFINITY;
/**
 * Whether a library function may parse its argument at a position (from 1) as a number; or the number of leading
 * arguments that it never parses.
 */
type Reads = number | ((place: number, given: number) => boolean);
const READS: Readonly<Record<string, Readonly<Record<string, Reads>>>> = {
  _G: {
    type: ALL,
    pcall: ALL,
    error: 1,
    assert: ALL,
    rawlen: ALL,
    getmetatable: ALL,
    setmetatable: ALL,
    select: (place) => place === 1,
  },
  table: { pack: ALL, concat: 2, insert: (place, given) => place === 2 && given > 2 },
  math: { type: ALL },
  string: {
    len: ALL,
    upper: ALL,
    lower: ALL,
    reverse: ALL,
    format: ALL,
    sub: 1,
    byte: 1,
    rep: (place) => place === 2,
    find: 2,
    match: 2,
    gmatch: 2,
    gsub: 3,
    pack: 1,
    unpack: 2,
    packsize: 1,
  },
  utf8: { len: 1, codepoint: 1, offset: 1, codes: 1 },
  coroutine: { create: ALL, wrap: ALL, resume: ALL, yield: ALL, status: ALL, close: ALL },
};

/**
 * Creates the cost model for a state whose libraries are open and unmodified. `onTailCall`: called before a Lua
 * function makes a tail call.
 */
export function createCosts(
  lua: LuaWasm,
  machine: LuaMachine,
  address: number,
  onTailCall: (state: number) => void,
): Costs {
  const heap = createHeap(machine);
  const library = readLibrary(lua, address);
  const lookups = createLookups(heap, library);
  return {
    ofInstruction(state) {
      const opcode = heap.opcode(state);
      if (COUNTED[opcode] === 0) return 0;
      if (opcode === OP.tail_call) {
        onTailCall(state);
        return 0;
      }
      return costOfInstruction(heap, lookups, state, heap.instruction(state));
    },
    calls(state, pointer) {
      const called = heap.running(state);
      return heap.pointer(called) === pointer && heap.tag(called) === TAG.light_function;
    },
    ofCall(state) {
      const called = heap.running(state);
      const tag = heap.tag(called);
      // Charged upfront: an error scans the function in which it occurs, then ends it.
      if (tag === TAG.lua_function) return Math.floor(heap.codeLength(heap.pointer(called)) / CODE);
      const given = heap.valuesFrom(state, called + VALUE_BYTES);
      const moved = Math.floor(given / ARGUMENTS);
      if (tag !== TAG.light_function) return moved;
      const cost = costOfLibraryCall(heap, lookups, library, { state, called, given });
      return typeof cost === 'string' ? cost : moved + cost;
    },
  };
}

interface Library {
  /** Rules of number parsing by function address. */
  readonly reads: ReadonlyMap<number, Reads>;
  readonly next: number;
  readonly ipairs_step: number;
  readonly rawset: number;
  readonly error: number;
  readonly tostring: number;
  /** Addresses of the metamethod names. */
  readonly names: { readonly index: number; readonly newindex: number; readonly call: number; readonly mode: number };
  /** Address of the table that holds the string methods. */
  readonly string: number;
}

function readLibrary(lua: LuaWasm, address: number): Library {
  const peek = <T>(push: () => void, read: () => T): T => {
    const top = lua.lua_gettop(address);
    push();
    const value = read();
    lua.lua_settop(address, top);
    return value;
  };
  const pushField = (table: string, name: string): void => {
    lua.lua_getglobal(address, table);
    lua.lua_getfield(address, -1, name);
  };
  const entry = (table: string, name: string): number =>
    peek(
      () => pushField(table, name),
      () => lua.lua_tocfunction(address, -1),
    );
  const pointer = (push: () => void): number => peek(push, () => lua.lua_topointer(address, -1));
  const name = (text: string): number => pointer(() => void lua.lua_pushstring(address, text));
  const pushStep = (): void => {
    pushField('_G', 'ipairs');
    lua.lua_createtable(address, 0, 0);
    lua.lua_callk(address, 1, 1, 0, null);
  };
  const reads = Object.entries(READS).flatMap(([table, functions]) =>
    Object.entries(functions).map(([called, which]) => [entry(table, called), which] as const),
  );
  return {
    reads: new Map(reads),
    next: entry('_G', 'next'),
    ipairs_step: peek(pushStep, () => lua.lua_tocfunction(address, -1)),
    rawset: entry('_G', 'rawset'),
    error: entry('_G', 'error'),
    tostring: entry('_G', 'tostring'),
    names: { index: name('__index'), newindex: name('__newindex'), call: name('__call'), mode: name('__mode') },
    string: pointer(() => lua.lua_getglobal(address, 'string')),
  };
}

interface Lookups {
  /** Returns the cost of reading an entry. `key`: address of its key; 0 for a short literal name in the script. */
  get(value: number, key: number): number;
  /** Returns the cost of writing an entry; `key` and `value` are 0 for a numeric key. */
  set(table: number, key: number, value: number): Cost;
  /** Returns why this entry is not allowed; '' if it is. */
  refusal(key: number, value: number): string;
  /** Returns the cost of scanning a whole table. */
  table(table: number): number;
}

function createLookups(heap: Heap, { names, string }: Library): Lookups {
  /** Assumes the worst case, in which all keys of a table collide. */
  const hashCost = (nodes: number): number => (nodes > FREE_ENTRIES ? Math.floor(nodes / COLLIDING_ENTRIES) : 0);
  const keyCost = (key: number): number =>
    key !== 0 && heap.tag(key) === TAG.long_text ? Math.floor(heap.textLength(key) / COMPARED_BYTES) : 0;
  /** Charges the whole metatable chain, even if the entry is found earlier. */
  const chain = (value: number, key: number, name: number): number => {
    let [at, cost] = [value, 0];
    const each = keyCost(key);
    for (let links = 0; links < LINKS_MAX; links++) {
      const table = heap.tag(at) === TAG.table ? heap.pointer(at) : heap.isText(at) ? string : 0;
      if (table === 0) return cost;
      cost += each + hashCost(heap.nodes(table));
      const metatable = heap.metatable(table);
      if (metatable === 0) return cost;
      at = heap.field(metatable, name);
      if (at === 0) return cost;
      cost += LINK;
    }
    return cost;
  };
  const refusal = (key: number, value: number): string => {
    if (heap.tag(key) !== TAG.short_text) return '';
    const name = heap.pointer(key);
    if (name === names.mode) return '__mode is not available';
    return name === names.call && !heap.isFunction(value) && heap.tag(value) !== TAG.nil
      ? '__call must be a function'
      : '';
  };
  return {
    get: (value, key) => chain(value, key, names.index),
    set: (table, key, value) => (key === 0 ? '' : refusal(key, value)) || chain(table, key, names.newindex),
    table: (table) => Math.floor(heap.room(table) / ENTRIES),
    refusal,
  };
}

const cOrConstant = (now: Instruction): number => (now.operand('k') === 1 ? now.constant('c') : now.register('c'));

function costOfInstruction(heap: Heap, lookups: Lookups, state: number, now: Instruction): Cost {
  switch (now.code) {
    case OP.get_upvalue_field:
      return lookups.get(now.upvalue('b'), 0);
    case OP.get:
      return lookups.get(now.register('b'), now.register('c'));
    case OP.get_index:
    case OP.get_field:
      return lookups.get(now.register('b'), 0);
    case OP.self:
      return lookups.get(now.register('b'), cOrConstant(now));
    case OP.set_upvalue_field:
      return lookups.set(now.upvalue('a'), now.constant('b'), cOrConstant(now));
    case OP.set:
      return lookups.set(now.register('a'), now.register('b'), cOrConstant(now));
    case OP.set_index:
      return lookups.set(now.register('a'), 0, 0);
    case OP.set_field:
      return lookups.set(now.register('a'), now.constant('b'), cOrConstant(now));
    case OP.equal:
      return equality(heap, now.register('a'), now.register('b'));
    case OP.equal_constant:
      return equality(heap, now.register('a'), now.constant('b'));
    case OP.less:
    case OP.less_or_equal:
      return order(heap, now.register('a'), now.register('b'));
    case OP.concat:
      return floatsWritten(heap, now.register('a'), now.operand('b'));
    case OP.return:
      return now.operand('b') === 0 ? Math.floor(heap.valuesFrom(state, now.register('a')) / VALUES) : 0;
    case OP.begin_for:
      return beginOfFor(heap, now.register('a'));
    default:
      return now.operand('c') === 0 ? Math.floor(heap.varargs(state) / VALUES) : 0;
  }
}

/** Start, limit and step of the loop. */
const beginOfFor = (heap: Heap, from: number): number =>
  readAsNumber(heap, from) + readAsNumber(heap, from + VALUE_BYTES) + readAsNumber(heap, from + 2 * VALUE_BYTES);

function floatsWritten(heap: Heap, from: number, many: number): number {
  let cost = 0;
  for (let n = 0; n < many; n++) if (heap.tag(from + n * VALUE_BYTES) === TAG.float) cost += WRITTEN_FLOAT;
  return cost;
}

function equality(heap: Heap, a: number, b: number): number {
  if (heap.tag(a) !== TAG.long_text || heap.tag(b) !== TAG.long_text) return 0;
  return Math.floor(Math.min(heap.textLength(a), heap.textLength(b)) / COMPARED_BYTES);
}

/** Locale-aware comparison compares each part between two zero bytes separately. */
function order(heap: Heap, a: number, b: number): number {
  if (!heap.isText(a) || !heap.isText(b)) return 0;
  return Math.max(0, Math.min(heap.textLength(a), heap.textLength(b)) - FREE_BYTES);
}

const [BLANK, DIGIT_LAST] = [0x20, 0x39];

/** Charges the whole text if it starts like a number, since all of it may be parsed. */
function readAsNumber(heap: Heap, value: number): number {
  if (!heap.isText(value)) return 0;
  const start = heap.textStart(value);
  const numeral = start <= DIGIT_LAST && !(start > BLANK && start < 0x2b);
  const bytes = heap.textLength(value);
  return numeral ? READ_BYTE * bytes : Math.floor(bytes / COMPARED_BYTES);
}

interface CallOfLibrary {
  readonly state: number;
  readonly called: number;
  readonly given: number;
}

function costOfLibraryCall(heap: Heap, lookups: Lookups, library: Library, call: CallOfLibrary): Cost {
  const { state, called, given } = call;
  const argument = (n: number): number => called + n * VALUE_BYTES;
  const address = heap.pointer(called);
  if (address === library.next && given > 0 && heap.tag(argument(1)) === TAG.table)
    return lookups.table(heap.pointer(argument(1)));
  if (address === library.ipairs_step && given > 0) return lookups.get(argument(1), 0);
  if (address === library.rawset && given > 2) {
    const refusal = lookups.refusal(argument(2), argument(3));
    if (refusal) return refusal;
  }
  if (address === library.tostring) return floatsWritten(heap, argument(1), Math.min(given, 1));
  if (address === library.error && given > 1) return Math.floor(heap.depth(state) / LEVELS);
  let cost = 0;
  const reads = library.reads.get(address) ?? 0;
  for (let n = 1; n <= given; n++)
    if (typeof reads === 'number' ? n > reads : reads(n, given)) cost += readAsNumber(heap, argument(n));
  return cost;
}
