// What a test takes out of a list, or was promised: it is there, or one sentence says what is not.

/** So many of them, as a tuple; a list where only a test's data says how many. */
export type Several<T, Count extends number, Found extends readonly T[] = readonly []> = number extends Count
  ? readonly T[]
  : Found['length'] extends Count
    ? Found
    : Several<T, Count, readonly [...Found, T]>;

const isSeveral = <T, const Count extends number>(
  items: readonly T[],
  count: Count,
): items is readonly T[] & Several<T, Count> => items.length === count;

/** The list, which must have so many items. */
export function exactly<T, const Count extends number>(count: Count, items: readonly T[]): Several<T, Count> {
  if (isSeveral(items, count)) return items;
  throw new Error(`there are ${items.length} items and not ${count}`);
}

/** An item that must be there; a negative index counts from the end. */
export function itemAt<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index < 0 ? items.length + index : index];
  if (item === undefined) throw new Error(`of ${items.length} items there is none at ${index}`);
  return item;
}
