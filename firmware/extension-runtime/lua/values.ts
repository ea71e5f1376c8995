// Values passed between Lua and the firmware: copies without references to the other side.

/** Script function, referenced by a number. */
export interface LuaFunction {
  readonly ref: number;
}

export interface LuaTable {
  /** Values at the keys 1, 2, 3, … */
  readonly list: readonly LuaValue[];
  /** Values at text keys. */
  readonly fields: ReadonlyMap<string, LuaValue>;
}

/** Whole number that is a float in Lua, such as 5.0 or -0.0, for verbs that preserve their arguments. */
export interface WholeFloat {
  /** Digits, with the sign of zero. */
  readonly float: string;
}

export type LuaValue = undefined | boolean | number | string | LuaTable | LuaFunction | WholeFloat;

/** Value passed from the firmware to a script. */
export type LuaGiven =
  | undefined
  | boolean
  | number
  | string
  | WholeFloat
  | readonly LuaGiven[]
  | { readonly [field: string]: LuaGiven };

export const isTable = (value: LuaValue): value is LuaTable =>
  typeof value === 'object' && value !== null && 'fields' in value;
export const isWholeFloat = (value: unknown): value is WholeFloat =>
  typeof value === 'object' && value !== null && 'float' in value && typeof value.float === 'string';
export const isFunction = (value: LuaValue): value is LuaFunction => typeof value === 'object' && 'ref' in value;

/** Returns the Lua type name of a value. */
export function typeName(value: LuaValue): string {
  if (value === undefined) return 'nil';
  if (isWholeFloat(value)) return 'number';
  if (typeof value === 'object') return isTable(value) ? 'table' : 'function';
  return typeof value;
}

/** Call of a script function that was still open. */
export interface OpenCall {
  /** Current line of the call. */
  readonly line: number;
  /** Name under which the function was called; null if the device called it. */
  readonly name: string | null;
}

/** Reason a script failed. */
export interface LuaFailure {
  /** budget: it exceeded its instructions. dead: the WebAssembly instance broke and must be created again. */
  readonly kind: 'syntax' | 'error' | 'budget' | 'memory' | 'dead';
  readonly message: string;
  /** Line of the script; null if unknown. */
  readonly line: number | null;
  /** Open calls at the failure, innermost first, ten at most; empty if unknown, for example when memory ran out. */
  readonly calls: readonly OpenCall[];
}

export type LuaOutcome =
  /** `unread`: why the value cannot be copied; the value is then undefined. */
  | { readonly ok: true; readonly value: LuaValue; readonly unread?: string }
  | { readonly ok: false; readonly failure: LuaFailure };

/**
 * Result of a host function, or the message of an error at the line that called it. `work`: instructions charged for
 * it.
 */
export type LuaAnswer = { readonly value: LuaGiven; readonly work?: number } | { readonly error: string };
export interface HostFunction {
  /** Positions, from 1, of text arguments: a number there is converted as Lua formats it. */
  readonly texts: readonly number[];
  /** Positions, from 1, of arguments that are preserved: a whole float there becomes a WholeFloat. */
  readonly kept: readonly number[];
  body(args: readonly LuaValue[]): LuaAnswer;
}
