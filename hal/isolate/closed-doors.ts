// Second barrier around the runtime in a Worker: removes all globals that can reach anything outside. The first one is
// the content security policy under which the Worker runs.

/** The language itself and harmless platform globals: all other globals are removed, including future ones. */
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

/** Deletes a property, or overwrites it if it can't be deleted. */
const isGone = (from: object, name: string): boolean =>
  Reflect.deleteProperty(from, name) || Reflect.set(from, name, undefined);

/**
 * Removes everything that reaches outside from the scope and its prototypes, except Object.prototype.
 * @returns Names that could not be removed; numeric constants, which are read-only, are harmless.
 */
export function closeDoors(scope: object): readonly string[] {
  const stayed: string[] = [];
  for (let each: object | null = scope; each && each !== Object.prototype; each = Object.getPrototypeOf(each))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (!KEPT.has(name) && typeof value !== 'number' && !isGone(each, name)) stayed.push(name);
  return stayed;
}
