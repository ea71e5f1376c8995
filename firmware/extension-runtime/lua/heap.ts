// Reads Lua's structures from WebAssembly memory, in the layout of Lua 5.4 for WebAssembly (wasmoon 1.16.0). Read-only,
// and only valid inside a hook.

import type { LuaMachine } from './wasm.ts';

const STATE = { calls: 8, top: 12, call: 20 } as const;
const CALL = { code: 16, varargs: 24 } as const;
const TEXT = { short_bytes: 7, hash: 8, long_bytes: 12, bytes: 16 } as const;
const TABLE = { log_nodes: 7, array_length: 8, nodes: 16, metatable: 24 } as const;
const NODE = { bytes: 24, key_tag: 9, next: 12, key: 16 } as const;
const CLOSURE = { proto: 12, upvalues: 16 } as const;
const PROTO = { code_length: 20, constants: 48 } as const;
const UPVALUE_AT = 8;
const VALUE = { bytes: 16, tag: 8 } as const;

/** Type tags of values without the collectable bit: the type in the low bits, the variant above. */
export const TAG = {
  nil: 0,
  table: 5,
  lua_function: 6,
  short_text: 4,
  float: 0x13,
  long_text: 0x14,
  light_function: 0x16,
} as const;
const [TAG_BITS, TYPE_BITS, SHORT_TEXT_KEY] = [0x3f, 0x0f, 0x44];

/** Next instruction to execute, and the addresses of the values it refers to. */
export interface Instruction {
  readonly code: number;
  /** Returns the address of the register an operand refers to. */
  register(operand: 'a' | 'b' | 'c'): number;
  /** Returns the address of the constant an operand refers to. */
  constant(operand: 'b' | 'c'): number;
  /** Returns the address of the upvalue an operand refers to. */
  upvalue(operand: 'a' | 'b'): number;
  /** Returns an operand as a number; `k` is 1 if c refers to a constant. */
  operand(operand: 'b' | 'c' | 'k'): number;
}

export interface Heap {
  /** Reads the current instruction of the running function; returns the same object each time. */
  instruction(state: number): Instruction;
  /** Returns only its opcode. */
  opcode(state: number): number;
  /** Returns the address of the running function's value. */
  running(state: number): number;
  /** Returns the number of values on the stack from an address. */
  valuesFrom(state: number, at: number): number;
  /** Returns the number of extra arguments passed to the running function. */
  varargs(state: number): number;
  /** Returns the number of open calls. */
  depth(state: number): number;
  tag(value: number): number;
  isText(value: number): boolean;
  /** Whether the value is a function of the script or the library. */
  isFunction(value: number): boolean;
  /** Returns the address a value refers to. */
  pointer(value: number): number;
  textLength(value: number): number;
  /** Returns the first byte of a text; 0 if it is empty. */
  textStart(value: number): number;
  /** Returns the capacity of a table's hash part. */
  nodes(table: number): number;
  /** Returns the total capacity of a table. */
  room(table: number): number;
  /** Returns the address of the metatable; 0 if none. */
  metatable(table: number): number;
  /** Returns the address of the value stored under a short text; 0 if none. */
  field(table: number, short_text: number): number;
  /** Returns the number of instructions in a closure's function. */
  codeLength(closure: number): number;
}

export const VALUE_BYTES = VALUE.bytes;

export function createHeap(machine: LuaMachine): Heap {
  let [words, bytes] = [machine.words(), machine.memory()];
  /** Renews the views: growing the memory detaches the previous buffer. */
  const renew = (): void => void ([words, bytes] = [machine.words(), machine.memory()]);
  const word = (at: number): number => words[at >> 2] ?? 0;
  const byte = (at: number): number => bytes[at] ?? 0;
  const call = (state: number): number => word(state + STATE.call);
  const frame = { code: 0, function: 0 };
  const operands = { a: 7, b: 16, c: 24 } as const;
  const number = (operand: keyof typeof operands): number => (frame.code >>> operands[operand]) & 0xff;
  const closure = (): number => word(frame.function);
  const instruction: Instruction = {
    get code() {
      return frame.code & 0x7f;
    },
    register: (operand) => frame.function + VALUE.bytes * (1 + number(operand)),
    constant: (operand) => word(word(closure() + CLOSURE.proto) + PROTO.constants) + VALUE.bytes * number(operand),
    upvalue: (operand) => word(word(closure() + CLOSURE.upvalues + 4 * number(operand)) + UPVALUE_AT),
    operand: (operand) => (operand === 'k' ? (frame.code >>> 15) & 1 : number(operand)),
  };
  const tag = (value: number): number => byte(value + VALUE.tag) & TAG_BITS;
  return {
    instruction(state) {
      frame.code = word(word(call(state) + CALL.code) - 4);
      frame.function = word(call(state));
      return instruction;
    },
    opcode(state) {
      if (words.length === 0) renew();
      return word(word(call(state) + CALL.code) - 4) & 0x7f;
    },
    running(state) {
      if (words.length === 0) renew();
      return word(call(state));
    },
    valuesFrom: (state, at) => Math.max(0, (word(state + STATE.top) - at) / VALUE.bytes),
    varargs: (state) => word(call(state) + CALL.varargs),
    depth: (state) => word(state + STATE.calls) & 0xffff,
    tag,
    isText: (value) => (byte(value + VALUE.tag) & TYPE_BITS) === TAG.short_text,
    isFunction: (value) => (byte(value + VALUE.tag) & TYPE_BITS) === TAG.lua_function,
    pointer: word,
    textLength(value) {
      const text = word(value);
      return tag(value) === TAG.long_text ? word(text + TEXT.long_bytes) : byte(text + TEXT.short_bytes);
    },
    textStart: (value) => byte(word(value) + TEXT.bytes),
    nodes: (table) => 1 << byte(table + TABLE.log_nodes),
    room: (table) => word(table + TABLE.array_length) + (1 << byte(table + TABLE.log_nodes)),
    metatable: (table) => word(table + TABLE.metatable),
    field(table, short_text) {
      const mask = (1 << byte(table + TABLE.log_nodes)) - 1;
      let node = word(table + TABLE.nodes) + NODE.bytes * (word(short_text + TEXT.hash) & mask);
      for (;;) {
        if (byte(node + NODE.key_tag) === SHORT_TEXT_KEY && word(node + NODE.key) === short_text) return node;
        const next = word(node + NODE.next);
        if (next === 0) return 0;
        node += NODE.bytes * next;
      }
    },
    codeLength: (value) => word(word(value + CLOSURE.proto) + PROTO.code_length),
  };
}
