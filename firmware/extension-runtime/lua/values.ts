// Values as they cross between Lua and the firmware: copies, never anything that leads back to the other side.

/** A function of the script, kept by a number. */
export interface LuaFunction {
  readonly ref: number;
}

export interface LuaTable {
  /** 1, 2, 3, … */
  readonly list: readonly LuaValue[];
  /** Text keys. */
  readonly fields: ReadonlyMap<string, LuaValue>;
}

/** A whole number that is a float in Lua, such as 5.0 or -0.0, where a verb keeps what it is given. */
export interface WholeFloat {
  /** Its digits, with the sign of zero. */
  readonly float: string;
}

export type LuaValue = undefined | boolean | number | string | LuaTable | LuaFunction | WholeFloat;

/** What the firmware gives to a script. */
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

/** The type of a value in Lua's words. */
export function typeName(value: LuaValue): string {
  if (value === undefined) return 'nil';
  if (isWholeFloat(value)) return 'number';
  if (typeof value === 'object') return isTable(value) ? 'table' : 'function';
  return typeof value;
}

/** A call of a function of the script that had not come to its end. */
export interface OpenCall {
  /** Where it stood. */
  readonly line: number;
  /** What the function was called by; null for what the device has called. */
  readonly name: string | null;
}

/** Why a script failed. */
export interface LuaFailure {
  /** budget: it ran too long. dead: the machine below it broke, and must be made again. */
  readonly kind: 'syntax' | 'error' | 'budget' | 'memory' | 'dead';
  readonly message: string;
  /** Line of the script; null where it is not known. */
  readonly line: number | null;
  /** By which it came there, the innermost first, ten at most; none where they are not known, as where memory has ended. */
  readonly calls: readonly OpenCall[];
}

export type LuaOutcome =
  /** `unread`: why the value can't cross, which is undefined then. */
  | { readonly ok: true; readonly value: LuaValue; readonly unread?: string }
  | { readonly ok: false; readonly failure: LuaFailure };

/**
 * What a function of ours gives back to a script, or the sentence of an error at the line that called it. `work` counts as so many
 * instructions.
 */
export type Answer = { readonly value: LuaGiven; readonly work?: number } | { readonly error: string };
export interface HostFunction {
  /** Places of the arguments, from 1, that are texts: a number there is read as Lua writes it. */
  readonly texts: readonly number[];
  /** Places of the arguments that are kept as they are: a whole float there is a WholeFloat. */
  readonly kept: readonly number[];
  body(args: readonly LuaValue[]): Answer;
}
