// The second wall around the runtime in a Worker: what of the global scope reaches anything is taken away. The first one is the policy
// of the Worker's own response, in ../site-files.ts.

/** The language itself, and what of the platform reaches nobody: all else goes, what will be new in browsers too. */
const KEPT: ReadonlySet<string> = new Set(
  [
    'Object Function Array Number Boolean String Symbol BigInt Date Promise RegExp Math JSON Intl Proxy Reflect Iterator Atomics',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError WebAssembly',
    'ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array',
    'Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry',
    'globalThis undefined NaN Infinity parseInt parseFloat isNaN isFinite eval constructor self onmessage',
    'encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape TextEncoder TextDecoder structuredClone console',
  ].flatMap((names) => names.split(' ')),
);

/** Deleted, or overwritten where it may only be that. */
const isGone = (from: object, name: string): boolean =>
  Reflect.deleteProperty(from, name) || Reflect.set(from, name, undefined);

/**
 * Takes away what reaches anything, from the scope and from what it inherits, up to what every object has.
 * @returns Names of what would not go; constants, which browsers hold fast, are nothing that reaches.
 */
export function closeDoors(scope: object): readonly string[] {
  const stayed: string[] = [];
  for (let each: object | null = scope; each && each !== Object.prototype; each = Object.getPrototypeOf(each))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (!KEPT.has(name) && typeof value !== 'number' && !isGone(each, name)) stayed.push(name);
  return stayed;
}
